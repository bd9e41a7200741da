"""`talk`: the same client without a window; questions from arguments, standard input or sound files."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
from alicia_desktop.cli.talk_plan import TalkPlan, own_settings, read_questions

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.paths import Paths


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
    _check(transport, server=server, tools=allow or (), old_and_new=new and bool(conversation))
    questions = read_questions(text or (), wav or (), attach or ())
    from alicia_desktop.cli import talk_run  # noqa: PLC0415 - brings the client

    plan = TalkPlan(
        paths=(paths := _open_data_folder(verbose=verbose)),
        settings=_settings(paths, server=server, user=user, allow_unencrypted=allow_unencrypted),
        transport=transport.value,
        conversation_id=conversation,
        questions=questions,
        wav_out=out,
        as_json=as_json,
        allowed=frozenset(allow or ()),
        own=own_settings(model=own_model, persona_file=persona_file, temperature=temperature),
    )
    raise typer.Exit(asyncio.run(talk_run.talk(plan)))


def _open_data_folder(*, verbose: bool) -> "Paths":
    """Open the data folder, a new one where it is missing, and start the log there."""
    from alicia_desktop.base.logs import configure_logs  # noqa: PLC0415 - a third of a second

    paths = created_paths()
    configure_logs(folder=paths.logs, process="talk", verbose=verbose)
    return paths


def _settings(paths: "Paths", *, server: str, user: str, allow_unencrypted: bool) -> "Settings":
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above

    return chosen_settings(load_settings(paths.settings), server=server, user=user, allow_unencrypted=allow_unencrypted)


def _check(transport: TransportOption, *, server: str, tools: Sequence[str], old_and_new: bool) -> None:
    if old_and_new:
        raise output.stop("Give either --conversation or --new.", 2)
    if transport is TransportOption.MEMORY and server:
        raise output.stop("With --transport memory the server is in this process: leave --server out.", 2)
    from alicia_desktop.protocol.client_tools import TOOLS, server_of  # noqa: PLC0415 - nothing that `talk` does not need

    if unknown := [name for name in tools if name not in TOOLS and server_of(name) is None]:
        names = ", ".join(TOOLS)
        more = "and those of MCP servers, such as files__read"
        raise output.stop(f"There is no tool called {unknown[0]}. There are: {names}, {more}.", 2)
