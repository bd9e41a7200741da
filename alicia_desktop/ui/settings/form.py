"""The values that the settings dialog edits, as one frozen record. `app` stores them."""

import re
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

from alicia_desktop.config import MAX_MEMORY_TOKENS, WEIGHTS_PATTERN, Patience
from alicia_desktop.ui.theme import ThemeChoice

Place = Literal["local", "server"]
JournalDays = Literal[0, 7, 30, 90]
WEB: Final = frozenset({"http", "https"})
LIVE: Final = frozenset({"ws", "wss", "http", "https"})


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsForm:
    """The fields of all pages, text fields as text; empty means the default."""

    window_language: str = "system"
    """Code of a language of `language_names`, or `system`."""
    theme: ThemeChoice = "system"
    reduced_motion: bool = False
    text_size: int = 100
    """In percent of the system's."""
    tray: bool = False
    keep_running: bool = False
    notify: bool = False
    spelling: bool = True
    """Whether the spelling of what is written is checked."""
    spelling_language: str = ""
    """Name of a dictionary, such as `en_GB`; empty is the system's language."""
    own_words: tuple[str, ...] = ()
    """Words that the user has added."""
    input_device: str = ""
    output_device: str = ""
    threshold: float = 0.3
    """The sensitivity, 0–1: louder counts as speech."""
    patience: Patience = "natural"
    """How long a pause is waited in for the user to go on."""
    global_key: str = ""
    """The key that is push-to-talk in every window, as Qt writes it; empty is none."""
    voice: str = ""
    """Her voice's name; empty is the first."""
    speed: float = 1.0
    """How fast she speaks, 0.5–2."""
    volume: float = 1.0
    """How loud she is, 0–1."""
    bridges: bool = True
    """Whether she says that an answer takes a moment."""
    keep_speech: bool = False
    """Whether the sound of what the user says is kept."""
    journal_days: JournalDays = 0
    """For how many days the journal is kept; 0 is always."""
    place: Place = "local"
    server_address: str = ""
    """`https://…` of an Alicia server."""
    user: str = ""
    token: str = ""
    certificate: str = ""
    """Fingerprint of the certificate of a paired server, which `server_address` is."""
    livekit_address: str = ""
    """`wss://…` where the server's own answer should not be used."""
    model_address: str = ""
    """Base URL of an OpenAI-compatible endpoint; empty is the built-in model."""
    model_key: str = ""
    model_name: str = ""
    model_file: str = ""
    """Path of a GGUF file, where there is no address."""
    local_livekit_address: str = ""
    """A LiveKit server for the local server's rooms; empty is the WebSocket."""
    local_livekit_key: str = ""
    local_livekit_secret: str = ""
    livekit_here: bool = False
    """Whether a LiveKit server is run on this computer for the local server's rooms."""
    open_to_network: bool = False
    """Whether other computers that are paired may use the local server."""
    autostart: bool | None = None
    """Whether the program starts with the session; None where it cannot be said."""
    memory_tokens: str = ""
    """How many tokens of memories an answer reads, at most; empty is the default."""
    memory_threshold: str = ""
    """The relevance that a memory needs for an answer; empty is the default."""
    memory_weights: str = ""
    """Weights of score parts in place of the fitted ones, as the settings file has them."""
    speech_model: str = ""
    """Folder of a Whisper model; empty is the bundled one."""
    speech_language: str = ""
    """Language that is spoken, such as `de`; empty is recognised."""
    folders: tuple[str, ...] = ()
    """Folders that tools may look into, resolved."""
    revoked: tuple[int, ...] = ()
    """Keys of the tool permissions that are revoked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """A field with an invalid value."""

    field: str
    """Its name in `SettingsForm`."""
    kind: Literal["missing", "web", "live", "tokens", "share", "weights"]
    """It is needed; must start with http:// or https://; with ws:// or wss://; is no such number or number from 0 to 1;
    are no weights."""


def problems(form: SettingsForm, *, before: SettingsForm | None = None) -> tuple[Problem, ...]:
    """Validate `form`; return its problems in the order of the pages.

    With `before`, an endpoint that was chosen since needs a model; an older choice without one is left alone.
    """
    found = []
    if form.place == "server" and not form.server_address:
        found.append(Problem(field="server_address", kind="missing"))
    for field, schemes, kind in (
        ("server_address", WEB, "web"),
        ("livekit_address", LIVE, "live"),
        ("model_address", WEB, "web"),
        ("local_livekit_address", LIVE, "live"),
    ):
        value: str = getattr(form, field)
        if value and not _is_address(value, schemes):
            found.append(Problem(field=field, kind="web" if kind == "web" else "live"))
    is_chosen = before is not None and form.model_address not in {"", before.model_address}
    if is_chosen and not form.model_name:
        found.append(Problem(field="model_name", kind="missing"))
    pair = ("local_livekit_key", "local_livekit_secret") if form.local_livekit_address else ()
    found += [Problem(field=field, kind="missing") for field in pair if not getattr(form, field)]
    tokens = form.memory_tokens
    if tokens and not (tokens.isascii() and tokens.isdecimal() and int(tokens) <= MAX_MEMORY_TOKENS):
        found.append(Problem(field="memory_tokens", kind="tokens"))
    if not re.fullmatch(r"(0|1)?(\.[0-9]{1,4})?", form.memory_threshold) or float(form.memory_threshold or 0) > 1:
        found.append(Problem(field="memory_threshold", kind="share"))
    if not re.fullmatch(WEIGHTS_PATTERN, " ".join(form.memory_weights.split())):
        found.append(Problem(field="memory_weights", kind="weights"))
    return tuple(found)


def _is_address(value: str, schemes: frozenset[str]) -> bool:
    try:
        parts = urlsplit(value)
        return parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
