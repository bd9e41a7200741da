"""`talk`: the same client without a window; questions from arguments, standard input or sound files."""

import asyncio
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.base.errors import system_reason
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths
from alicia_desktop.cli.options import (
    AllowUnencrypted,
    ServerAddress,
    Transport,
    TransportOption,
    User,
    chosen_settings,
)

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.paths import Paths
    from alicia_desktop.protocol.attachments import Attachment


DEFAULT: Final = "default"
"""Takes a conversation's own model or temperature back."""
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print the log on standard error.")]


Text = Annotated[list[str] | None, typer.Option(metavar="TEXT", help="What to say; repeat for more turns.")]
Wav = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="WAV, FLAC or Ogg to speak instead of a microphone; repeatable."),
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="WAV file for spoken answers, instead of a loudspeaker.")
]
Conversation = Annotated[
    str, typer.Option(metavar="ID", help="Continue this conversation; see `alicia-desktop conversations`.")
]
Allow = Annotated[
    list[str] | None, typer.Option(metavar="TOOL", help="Allow a tool of this computer without asking; repeatable.")
]
OwnModel = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="Model of this conversation alone: NAME, NAME@ADDRESS, a GGUF file, built-in, or default.",
        show_default=False,
    ),
]
PersonaFile = Annotated[
    str | None,
    typer.Option(metavar="FILE", help='Text file: who Alicia is in this one; "" for none.', show_default=False),
]
Temperature = Annotated[
    str,
    typer.Option(metavar="NUMBER", help="Temperature of this conversation, 0 to 2, or default.", show_default=False),
]
Attach = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="Image or text file that goes with the first question; repeatable."),
]
New = Annotated[bool, typer.Option("--new", help="Start a new conversation, which is the default.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object for each message on the wire.")]


def talk(  # noqa: PLR0917 - typer's way to declare options
    text: Text = None,
    wav: Wav = None,
    out: Out = None,
    transport: Transport = TransportOption.AUTO,
    server: ServerAddress = "",
    user: User = "",
    conversation: Conversation = "",
    allow: Allow = None,
    own_model: OwnModel = "",
    persona_file: PersonaFile = None,
    temperature: Temperature = "",
    attach: Attach = None,
    *,
    allow_unencrypted: AllowUnencrypted = False,
    new: New = False,
    as_json: AsJson = False,
    verbose: Verbose = False,
) -> None:
    """Talk with Alicia in the terminal.

    Without --text or --wav, questions are read from standard input, one a line. The conversation's id goes to standard
    error, answers to standard output. --model, --persona-file and --temperature stay with the conversation.
    """
    _check(text or (), transport, server=server, tools=allow or (), old_and_new=new and bool(conversation))
    if attach and wav and not text:
        raise output.stop("What is spoken carries no files: give --attach with --text.", 2)
    attached = _read_files(attach or ())
    from alicia_desktop.cli import talk_run  # noqa: PLC0415 - brings the client

    paths = _open_data_folder(verbose=verbose)
    plan = talk_run.TalkPlan(
        paths=paths,
        settings=_settings(paths, server=server, user=user, allow_unencrypted=allow_unencrypted),
        transport=transport.value,
        conversation_id=conversation,
        texts=tuple(map(_readable, text or ())),
        wavs=tuple(path.absolute() for path in wav or ()),
        wav_out=out,
        as_json=as_json,
        allowed=frozenset(allow or ()),
        attached=attached,
        own=own_settings(model=own_model, persona_file=persona_file, temperature=temperature),
    )
    raise typer.Exit(asyncio.run(talk_run.talk(plan)))


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


def _open_data_folder(*, verbose: bool) -> "Paths":
    """Open the data folder, a new one where it is missing, and start the log there."""
    from alicia_desktop.base.logs import configure_logs  # noqa: PLC0415 - a third of a second

    paths = created_paths()
    configure_logs(folder=paths.logs, process="talk", verbose=verbose)
    return paths


def _settings(paths: "Paths", *, server: str, user: str, allow_unencrypted: bool) -> "Settings":
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above

    return chosen_settings(load_settings(paths.settings), server=server, user=user, allow_unencrypted=allow_unencrypted)


def _check(
    texts: Sequence[str], transport: TransportOption, *, server: str, tools: Sequence[str], old_and_new: bool
) -> None:
    if old_and_new:
        raise output.stop("Give either --conversation or --new.", 2)
    if transport is TransportOption.MEMORY and server:
        raise output.stop("With --transport memory the server is in this process: leave --server out.", 2)
    from alicia_desktop.protocol.client_tools import TOOLS, server_of  # noqa: PLC0415 - nothing that `talk` does not need

    if unknown := [name for name in tools if name not in TOOLS and server_of(name) is None]:
        names = ", ".join(TOOLS)
        more = "and those of MCP servers, such as files__read"
        raise output.stop(f"There is no tool called {unknown[0]}. There are: {names}, {more}.", 2)
    if any(not words.strip() for words in texts):
        raise output.stop("There is nothing to say: --text is empty.", 2)
