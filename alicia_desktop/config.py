"""The settings: one TOML file, checked key by key, with `ALICIA_*` variables over it.

A broken file never costs the person anything: the error names the line or the key, and the program goes on with what
it has until the file is mended. Secrets are not here (`credentials`).
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args

import msgspec

from alicia_desktop.base.decoding import decode_toml
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import write_private
from alicia_desktop.base.translation import translate

if TYPE_CHECKING:
    import tomlkit


MAX_MEMORY_TOKENS: Final = 100_000
"""More than any model reads at once."""
_PARTS: Final = (
    "words|meaning|overlap|named|own|stranger|linked|phrase|dated|category|facts|question|hollow|echo|needed|beside"
    "|importance|use|recency"
)
_WEIGHT: Final = rf"({_PARTS})=-?([01](\.[0-9]{{1,4}})?|2(\.0{{1,4}})?)"
WEIGHTS_PATTERN: Final = rf"^({_WEIGHT}( {_WEIGHT})*)?$"
"""Parts of a memory's score with weights from -2 to 2, with spaces between them."""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the settings file."""


Patience = Literal["quick", "natural", "patient"]


class ServerSettings(Section, frozen=True, kw_only=True):
    """Which Alicia answers."""

    place: Literal["local", "remote"] = "local"
    address: str = ""
    """`https://alicia.home`: where `/api/v1` is; only for `remote`."""
    user: str = "user"
    certificate: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$")] = ""
    """Fingerprint of a paired server's certificate (SHA-256, hexadecimal); empty: an authority vouches for it."""
    livekit_address: str = ""
    """Used where a server's token call sends no `url` (docs/protocol.md#http-api)."""


class LocalSettings(Section, frozen=True, kw_only=True):
    """The server on this computer."""

    model_url: str = ""
    """Base URL of an OpenAI-compatible endpoint; empty for the built-in model."""
    model_name: str = ""
    model_file: str = ""
    """Path of a GGUF file; used where `model_url` is empty."""
    model_memories: str = ""
    """The base URL of an endpoint elsewhere that may also read memories out of what the person says.

    They agreed to it when they connected it, for each message goes there once more. One on this computer does anyway.
    """
    livekit_url: str = ""
    """Rooms are on this LiveKit server when it is set, else on the loopback WebSocket."""
    livekit_key: str = ""
    livekit_here: bool = False
    """Whether a LiveKit server is run beside the local server for its rooms, where `livekit_url` is empty."""
    open_to_network: bool = False
    """Whether other computers that are paired reach the local server, over HTTPS on the port `NETWORK_PORT`."""
    memory_tokens: Annotated[int, msgspec.Meta(ge=0, le=MAX_MEMORY_TOKENS)] = 2_400
    """How much of what she remembers one answer reads, at most; 0 uses no memory.

    See docs/memory.md#the-way-of-a-query.
    """
    memory_threshold: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.34
    """The relevance that a memory used lately needs for an answer."""
    memory_weights: Annotated[str, msgspec.Meta(pattern=WEIGHTS_PATTERN)] = ""
    """Weights of score parts in place of the fitted ones, such as `words=0.6 meaning=0.35`."""
    speech_model: str = ""
    """Whisper model for CTranslate2 that recognises speech: its folder, or the repository that it was downloaded from.

    Empty for the bundled one (English).
    """
    speech_language: str = ""
    """Language that is spoken, such as `de`; empty to recognise it, where the model knows several."""

    @property
    def memories_agreed(self) -> bool:
        """Whether the endpoint in use is the one that they agreed to."""
        return bool(self.model_url) and self.model_memories == self.model_url


class VoiceSettings(Section, frozen=True, kw_only=True):
    """Microphone and loudspeaker."""

    mode: Literal["hands_free", "hold", "muted"] = "hands_free"
    input: str = ""
    """Device name; empty for the system's default."""
    output: str = ""
    threshold: Annotated[float, msgspec.Meta(ge=0.05, le=0.95)] = 0.25
    barge_in: bool = True
    patience: Patience = "natural"
    """How long the server on this computer waits in a pause for the person to go on."""
    voice: str = ""
    """Names of her voices with spaces between them, one a language; of others the first that is installed."""
    speed: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)] = 1.0
    """How fast she speaks."""
    volume: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 1.0
    """How loud she is on this computer."""
    global_key: str = ""
    """The key that is push-to-talk in every window, such as `Ctrl+F9`; empty for none."""
    bridges: bool = True
    """Whether she says "One moment." where an answer takes long."""
    keep_speech: bool = False
    """Whether the sound of what the person says is kept on this computer, for as long as hers is."""


class PrivacySettings(Section, frozen=True, kw_only=True):
    """Retention of data on this computer, and hosts that may get tokens unencrypted."""

    journal_days: Literal[0, 7, 30, 90] = 0
    """Days after which stanzas leave the journal; 0 keeps them always."""
    unencrypted: list[str] = []
    """Other computers to which tokens and keys may go without encryption, because the person agreed to it."""


class ChangedKey(Section, frozen=True, kw_only=True):
    """Other keys for a command of the window."""

    command: str
    """The keys that it has at first, such as `Ctrl+Shift+P`."""
    keys: str
    """The keys that it has now; empty for none."""


class LookSettings(Section, frozen=True, kw_only=True):
    """Language, theme, motion, text size, keys, the icon in the tray, and notifications."""

    language: Annotated[str, msgspec.Meta(pattern=r"^(system|[a-z]{2,3}(_[A-Za-z]+)*)$")] = "system"
    """Code of the window's language, such as `de`, from the next start; `system` is the first one of the desktop's."""
    theme: Literal["system", "light", "dark", "contrast"] = "system"
    reduced_motion: bool = False
    """Whether what only moves stands still; meters go on, they are data."""
    text_size: Annotated[int, msgspec.Meta(ge=80, le=200)] = 100
    """In percent of the system's."""
    tray: bool = False
    """Whether there is an icon in the system's tray."""
    keep_running: bool = False
    """Whether the program goes on when its window is closed; only with the icon."""
    notify: bool = False
    """Whether the desktop tells of an answer that comes while the user looks elsewhere."""
    keys: list[ChangedKey] = []
    """Keys of the main window that the user changed."""


class WritingSettings(Section, frozen=True, kw_only=True):
    """Spelling of what the person writes."""

    spelling: bool = True
    """Whether wrong words are underlined."""
    language: str = ""
    """Dictionary by its name, such as `en_GB`; empty for the system's language."""
    words: list[str] = []
    """Words that the person has added, which no dictionary has."""


class ToolSettings(Section, frozen=True, kw_only=True):
    """Folders that tools may read; the user's decision about each tool is in the database."""

    folders: list[str] = []
    """Folders whose text files may be listed, read and searched after asking; written in full."""


class McpServerSettings(Section, frozen=True, kw_only=True):
    """One MCP server: a program or an address; the values of its variables or headers are a secret."""

    name: str
    command: list[str] = []
    """The program and its arguments."""
    url: str = ""


class McpSettings(Section, frozen=True, kw_only=True):
    """The MCP servers that the user added."""

    servers: list[McpServerSettings] = []


InspectorTab = Literal["stanzas", "memory", "tools", "turn"]


class SavedFilter(Section, frozen=True, kw_only=True):
    """A filter that the user gave a name."""

    name: str
    filter: str
    tab: InspectorTab = "stanzas"
    """Of the inspector, whose keys it has."""


class RecentFilters(Section, frozen=True, kw_only=True):
    """Filters used last in each tab of the inspector, the last one last."""

    stanzas: list[str] = []
    memory: list[str] = []
    tools: list[str] = []
    turn: list[str] = []


class InspectorSettings(Section, frozen=True, kw_only=True):
    """What the inspector remembers."""

    filters: list[SavedFilter] = []
    recent: RecentFilters = RecentFilters()
    columns: list[str] = []
    """Of the list of stanzas, those that are shown; none: as many as there is room for."""
    time: Literal["clock", "start", "question", "delta"] = "clock"
    """What the time column says."""
    sort: str = ""
    """The column that stanzas are sorted by, behind a `-` from the largest down; none: in order of arrival."""


class Settings(Section, frozen=True, kw_only=True):
    """The whole settings file."""

    server: ServerSettings = ServerSettings()
    local: LocalSettings = LocalSettings()
    voice: VoiceSettings = VoiceSettings()
    privacy: PrivacySettings = PrivacySettings()
    look: LookSettings = LookSettings()
    writing: WritingSettings = WritingSettings()
    tools: ToolSettings = ToolSettings()
    mcp: McpSettings = McpSettings()
    inspector: InspectorSettings = InspectorSettings()
    first_run_done: bool = False


def load_settings(path: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings file, then lay the environment over it; a missing file is the defaults.

    Raises:
        WorldError: `settings_broken`, naming the line and column, or the key.
    """
    try:
        raw = decode_toml(path.read_text(encoding="utf-8")) if path.exists() else {}
        settings = msgspec.convert(raw, Settings)
    except tomllib.TOMLDecodeError as error:
        raise _broken(path, str(error)) from error
    except msgspec.ValidationError as error:
        raise _broken(path, _name_the_key(str(error), path)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise _broken(path, str(error)) from error
    return _overlay(settings, environment)


def _broken(path: Path, reason: str) -> WorldError:
    sentence = translate("The settings file {path} cannot be read: {reason}. Mend it or delete it.")
    return WorldError(sentence=sentence.format(path=path, reason=reason), code="settings_broken")


def _name_the_key(reason: str, path: Path) -> str:
    """Add the line of the offending key to msgspec's message, which only knows the key's path."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for word in re.findall(r"`([^`]+)`", reason):
        key = word.rsplit(".", maxsplit=1)[-1]
        for number, line in enumerate(lines, 1):
            if re.match(rf"\s*\[?{re.escape(key)}\b", line):
                return translate("line {line}: {reason}").format(line=number, reason=reason)
    return reason


def _overlay(settings: Settings, environment: Mapping[str, str]) -> Settings:
    server, local = settings.server, settings.local
    if address := environment.get("ALICIA_SERVER"):
        pin = server.certificate if address == server.address else ""  # of the server that it was made for
        server = msgspec.structs.replace(server, place="remote", address=address, certificate=pin)
    server = msgspec.structs.replace(server, user=environment.get("ALICIA_USER") or server.user)
    if livekit := environment.get("ALICIA_LIVEKIT_URL"):
        server = msgspec.structs.replace(server, livekit_address=livekit)
        local = msgspec.structs.replace(local, livekit_url=livekit)
    if key := environment.get("ALICIA_LIVEKIT_API_KEY"):
        local = msgspec.structs.replace(local, livekit_key=key)
    named = ("model_url", "model_name", "speech_model", "speech_language")
    texts = {name: given for name in named if (given := environment.get(f"ALICIA_{name.upper()}"))}
    local = msgspec.structs.replace(local, **texts)
    if file := environment.get("ALICIA_MODEL_FILE"):
        url = environment.get("ALICIA_MODEL_URL", "")  # a stored endpoint does not go before it
        local = msgspec.structs.replace(local, model_file=file, model_url=url)
    local, voice = overlay_memory(local, environment), _overlay_voice(settings.voice, environment)
    return msgspec.structs.replace(settings, server=server, local=local, voice=voice)


def overlay_memory(local: LocalSettings, environment: Mapping[str, str]) -> LocalSettings:
    """Lay `ALICIA_MEMORY_…` over the settings; what is no such value is ignored."""
    if (tokens := environment.get("ALICIA_MEMORY_TOKENS", "")).isdecimal():
        local = msgspec.structs.replace(local, memory_tokens=min(int(tokens), MAX_MEMORY_TOKENS))
    if re.fullmatch(r"[01](\.\d+)?", threshold := environment.get("ALICIA_MEMORY_THRESHOLD", "")):
        local = msgspec.structs.replace(local, memory_threshold=min(float(threshold), 1.0))
    if (weights := environment.get("ALICIA_MEMORY_WEIGHTS", "")) and re.fullmatch(WEIGHTS_PATTERN, weights):
        local = msgspec.structs.replace(local, memory_weights=weights)
    return local


def _overlay_voice(voice: VoiceSettings, environment: Mapping[str, str]) -> VoiceSettings:
    given = environment.get("ALICIA_PATIENCE")
    chosen = next((patience for patience in get_args(Patience) if patience == given), voice.patience)
    return msgspec.structs.replace(voice, patience=chosen)


def save_settings(
    path: Path,
    settings: Settings,
    environment: Mapping[str, str] = os.environ,
    *,
    before: Settings | None = None,
) -> None:
    """Write what differs from the defaults, keeping the user's own comments; a new file replaces the old one.

    What only the environment says is not written: it holds for this run alone.

    Args:
        before: The settings that were changed. What is as it was there stays as the file has it now, where a command
            may have changed it meanwhile.

    Raises:
        WorldError: `settings_unwritable`.
    """
    import tomlkit  # noqa: PLC0415 - only to write; reading is the standard library's

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    except (tomlkit.exceptions.ParseError, UnicodeDecodeError):
        document = tomlkit.document()
        _move_aside(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    defaults = msgspec.to_builtins(Settings())
    for name, value in _own(document.unwrap(), settings, environment, before).items():
        _put(document, name, value, defaults[name])
    try:
        write_private(path, tomlkit.dumps(document).encode())
    except OSError as error:
        raise _unwritable(path, error) from error


def _own(raw: object, settings: Settings, environment: Mapping[str, str], before: Settings | None) -> dict[str, Any]:
    """Return the values to write: where a setting is as file and environment gave it, what the file itself has."""
    try:
        kept = msgspec.convert(raw, Settings)
    except msgspec.ValidationError:
        kept = Settings()
    given = msgspec.to_builtins(before or _overlay(kept, environment))
    return _unlaid(msgspec.to_builtins(settings), given, msgspec.to_builtins(kept))


def _unlaid(values: dict[str, Any], given: dict[str, Any], kept: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _unlaid(value, given[name], kept[name])
        if isinstance(value, dict)
        else (kept[name] if value == given[name] else value)
        for name, value in values.items()
    }


def _move_aside(path: Path) -> None:
    """Keep a file that cannot be read beside the new one, so that nothing in it is lost.

    Raises:
        WorldError: `settings_unwritable`.
    """
    try:
        path.replace(path.with_suffix(".broken.toml"))
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> WorldError:
    sentence = translate("The settings could not be saved to {path}: {reason}.")
    return WorldError(sentence=sentence.format(path=path, reason=system_reason(error)), code="settings_unwritable")


def _put(container: "tomlkit.TOMLDocument | tomlkit.items.Table", name: str, value: object, default: object) -> None:
    """Put one value, or the values of one table, unless it is the default and was never written."""
    import tomlkit  # noqa: PLC0415 - as above

    if isinstance(value, dict) and isinstance(default, dict):
        table = container.get(name)
        kept = table if isinstance(table, tomlkit.items.Table) else tomlkit.table()
        for key, item in value.items():
            _put(kept, key, item, default[key])
        if len(kept) and table is None:
            container[name] = kept
    elif value != default or name in container:
        container[name] = value
