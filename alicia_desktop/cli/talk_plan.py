"""What one run of `talk` is to do, read from its options.

Light, so that `--help` and a wrong option are answered at once: the client is brought by `talk_run`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from alicia_desktop.base.errors import system_reason
from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.compose.server_settings import TransportChoice
    from alicia_desktop.config import Settings
    from alicia_desktop.paths import Paths
    from alicia_desktop.protocol.attachments import Attachment

DEFAULT: Final = "default"
"""Takes a conversation's own model or temperature back."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Questions:
    """What is asked in one run; with neither `texts` nor `wavs`, lines of standard input are."""

    texts: tuple[str, ...]
    wavs: tuple[Path, ...]
    attached: "tuple[Attachment, ...]" = ()
    """Files that go with the first question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TalkPlan:
    """The options of one run."""

    paths: "Paths"
    settings: "Settings"
    transport: "TransportChoice"
    conversation_id: str
    """Empty: a new one."""
    questions: Questions
    wav_out: Path | None
    as_json: bool
    allowed: frozenset[str] = frozenset()
    """Tools of this computer that may be used without asking."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """Settings that the conversation gets: `model`, `persona`, `temperature`."""


def own_settings(*, model: str, persona_file: str | None, temperature: str) -> "dict[str, Any]":
    """Return the settings of the conversation that the options change.

    Raises:
        WorldError: a model, file or number that is none.
    """
    from alicia_desktop.protocol.conversation_settings import check_temperature  # noqa: PLC0415 - brings msgspec

    chosen: dict[str, Any] = {}
    if persona_file is not None:
        chosen["persona"] = _read_persona(Path(persona_file)) if persona_file else ""
    if temperature:
        number = None if temperature == DEFAULT else _number(temperature)
        if number is not None:
            check_temperature(number)
        chosen["temperature"] = number
    if model:
        from alicia_desktop.cli.model_lookup import chosen_model  # noqa: PLC0415 - brings the HTTP client

        chosen["model"] = None if model == DEFAULT else chosen_model(model)
    return chosen


def read_questions(texts: Sequence[str], wavs: Sequence[Path], attach: Sequence[Path]) -> Questions:
    """Return what the options ask, files read.

    Raises:
        WorldError: a file cannot be attached.
        typer.Exit: options that do not go together.
    """
    if any(not words.strip() for words in texts):
        raise output.stop("There is nothing to say: --text is empty.", 2)
    if attach and wavs and not texts:
        raise output.stop("What is spoken carries no files: give --attach with --text.", 2)
    attached = _read_files(attach)
    return Questions(
        texts=tuple(map(_readable, texts)), wavs=tuple(path.absolute() for path in wavs), attached=attached
    )


def _read_files(paths: Sequence[Path]) -> "tuple[Attachment, ...]":
    """Read files as the window does, by the same code; Qt, which makes images smaller, is loaded for them alone.

    Raises:
        WorldError: one cannot be attached, and why.
    """
    if not paths:
        return ()
    try:
        from alicia_desktop.app.attachments.attachment_reader import check_room, read_file  # noqa: PLC0415 - brings Qt
    except ImportError as error:  # a computer without the libraries of a desktop
        raise output.stop(f"--attach needs the libraries of the window, which are not all here: {error}.") from error
    found: list[Attachment] = []
    for path in paths:
        file = read_file(path).attachment
        check_room(found, file)
        found.append(file)
    return tuple(found)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _read_persona(path: Path) -> str:
    """Read a persona; of a file that is too long no more than shows that it is."""
    from alicia_desktop.protocol.conversation_settings import MAX_PERSONA_CHARACTERS, check_persona  # noqa: PLC0415 - as above

    most = 4 * (MAX_PERSONA_CHARACTERS + 1)  # bytes of UTF-8
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
            size = path.stat().st_size
    except OSError as error:
        raise output.stop(f"{path} cannot be read: {system_reason(error)}.") from error
    if len(content) > most:
        raise output.stop(
            f"A persona may have {MAX_PERSONA_CHARACTERS:,} characters, and {path} has {size:,} bytes. Shorten it."
        )
    try:
        text = content.decode().strip()
    except UnicodeDecodeError as error:
        raise output.stop(f"{path} is not UTF-8 text.") from error
    check_persona(text)
    return text


def _readable(words: str) -> str:
    """Return what was typed; bytes of another encoding, which stand in arguments as half surrogates, are marked."""
    return words.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
