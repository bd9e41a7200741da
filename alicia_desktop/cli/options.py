"""Options that several commands share, and help pages.

Options: which server a command talks to, as whom and over what; and filters. Help pages show each argument by its
name alone, and below the options examples, environment variables and the docs:

    add_command(app, "export", export, "Export a conversation", ("alicia-desktop export ac_1 talk.md", "Write it"))

typer writes types such as `<list[str]>` beside every name, and runs the lines of an epilog together. Here an argument
has its name alone, and an epilog is printed as it is written.
"""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

import alicia_desktop
from alicia_desktop.base.frozen import is_frozen, program_folder
from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.config import Settings
    from alicia_desktop.filtering.expression import Expression


AllowUnencrypted = Annotated[
    bool, typer.Option("--allow-unencrypted", help="Send tokens and keys to other computers without encryption.")
]
ServerAddress = Annotated[
    str, typer.Option(metavar="URL", help="An Alicia server elsewhere, instead of the one on this computer.")
]
User = Annotated[str, typer.Option(metavar="NAME", help="Your name on that server.")]

FILTER_MISTAKE_STATUS: Final = 2
"""As for any other argument that cannot be understood."""

VARIABLES: Final = (
    ("ALICIA_DATA_DIR", "Data folder, as --data-dir"),
    ("ALICIA_PROFILE", "Profile, as --profile"),
    ("ALICIA_SERVER", "Address of an Alicia server, instead of the one on this computer"),
    ("ALICIA_USER", "Your name on that server"),
    ("ALICIA_TOKEN", "Your token for that server"),
    ("ALICIA_MODEL_URL", "Base URL of an OpenAI-compatible model, instead of the built-in one"),
    ("ALICIA_MODEL_NAME", "Name of that model"),
    ("ALICIA_MODEL_KEY", "Key for that model"),
    ("ALICIA_MODEL_FILE", "GGUF file of a language model, instead of the built-in one"),
    ("ALICIA_EMBEDDING_URL", "Base URL of OpenAI-compatible embeddings; also …_NAME and …_KEY"),
    ("ALICIA_LIVEKIT_URL", "LiveKit server for rooms; also …_API_KEY and …_API_SECRET"),
    ("ALICIA_VOICE", "Names of her voices, one a language"),
    ("ALICIA_VOICE_SPEED", "How fast she speaks, 0.5 to 2"),
    ("ALICIA_VOICE_BRIDGES", '0: she does not say "One moment."'),
    ("ALICIA_SPEECH_MODEL", "Folder of a Whisper model for CTranslate2 that recognises what you say"),
    ("ALICIA_SPEECH_LANGUAGE", "Language that you speak, such as de; recognised if not set"),
    ("ALICIA_MEMORY_TOKENS", "Tokens of memories that an answer reads, at most"),
    ("ALICIA_MEMORY_THRESHOLD", "Relevance that a memory needs for an answer, 0 to 1"),
    ("ALICIA_MEMORY_WEIGHTS", "Weights of the parts of a memory's score, such as words=0.6 meaning=0.35"),
    ("ALICIA_CONTEXT_TOKENS", "Tokens that a large model reads for an answer, at most"),
    ("ALICIA_PATIENCE", "quick, natural or patient: how long a pause is waited in for you to go on"),
    ("ALICIA_MODEL_MEMORIES", "1 or 0: whether a large model reads new memories out of what you say, too"),
)
"""Environment variables that a person sets, and what each one is."""


class TransportOption(StrEnum):
    """The transports of `talk`; `auto` leaves the choice to the server."""

    AUTO = "auto"
    WEBSOCKET = "websocket"
    LIVEKIT = "livekit"
    MEMORY = "memory"


def allow_unencrypted_hosts(settings: "Settings") -> "Settings":
    """Return the settings with leave to send tokens to any computer without encryption."""
    from msgspec.structs import replace  # noqa: PLC0415 - only to lay the options over the file

    from alicia_desktop.base.unencrypted_hosts import ANY  # noqa: PLC0415 - as above

    return replace(settings, privacy=replace(settings.privacy, unencrypted=[ANY]))


Transport = Annotated[
    TransportOption,
    typer.Option(
        metavar="NAME",
        show_default=False,
        help="auto (as the server says), websocket, livekit, or memory (a server in this process).",
    ),
]


def chosen_settings(settings: "Settings", *, server: str, user: str, allow_unencrypted: bool) -> "Settings":
    """Lay the options over the settings file."""
    from msgspec.structs import replace  # noqa: PLC0415 - only to lay the options over the file

    chosen = settings.server
    if server:
        pin = chosen.certificate if server == chosen.address else ""  # of the server that it was made for
        chosen = replace(chosen, place="remote", address=server, certificate=pin)
    if user:
        chosen = replace(chosen, user=user)
    settings = replace(settings, server=chosen)
    return allow_unencrypted_hosts(settings) if allow_unencrypted else settings


def read_filter(text: str) -> "Expression":
    """Return what a filter says; a mistake is marked on standard error and ends the command."""
    from alicia_desktop.filtering.expression import Mistake  # noqa: PLC0415 - not for `decode`
    from alicia_desktop.filtering.parser import parse  # noqa: PLC0415 - as above
    from alicia_desktop.filtering.vocabulary import STANZAS  # noqa: PLC0415 - as above

    text = " ".join(text.splitlines())
    found = parse(text, STANZAS)
    if not isinstance(found, Mistake):
        return found
    mark = " " * found.start + "^" * max(1, found.end - found.start)
    output.print_notice(f"{text}\n{mark}")
    suggestion = f" Did you mean: {found.mended(text)}" if found.suggestion else ""
    raise output.stop(f"{found.sentence}{suggestion}", FILTER_MISTAKE_STATUS)


def examples(*lines: tuple[str, str]) -> str:
    """Return the epilog that shows commands, each with what it does."""
    return "\n".join(["Examples:", *(f"  {command}\n      {meaning}" for command, meaning in lines)])


def add_command(parent: typer.Typer, name: str, command: object, short_help: str, *uses: tuple[str, str]) -> None:
    """Add a command under a name; `uses` are the examples of its help page."""
    epilog = examples(*uses) if uses else None
    parent.command(name, cls=HelpCommand, short_help=short_help, epilog=epilog)(command)  # type: ignore[type-var]  # what typer calls


def variables() -> str:
    """Return the environment variables as a paragraph of an epilog."""
    return "\n".join(["Environment variables:", *(f"  {name:24}{meaning}" for name, meaning in VARIABLES)])


def documentation() -> str:
    """Return where the documentation is: in the source or the package that the program runs from, else by its name."""
    source = Path(alicia_desktop.__file__).parents[1]
    package = program_folder().parent.parent / "share" / "doc" / "alicia-desktop"
    page = (package if is_frozen() else source) / "docs" / "README.md"
    where = str(page) if page.is_file() else "docs/README.md in the source of Alicia Desktop"
    return f"Documentation:\n  {where}"


def _usage(pieces: list[str]) -> list[str]:
    """Return the pieces of a usage line without the braces that typer puts around an argument that is needed."""
    return [piece[1:-1] if piece.startswith("{") and piece.endswith("}") else piece for piece in pieces]


def _write_parameters(command: Any, context: Any, formatter: Any) -> None:
    """Write arguments and options, an argument under its name without its type."""
    parts: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        if parameter.param_type_name == "argument":
            parts["Arguments"].append((parameter.display_name_raw, record[1].replace("  [required]", "")))
        else:
            parts["Options"].append(record)
    for title, records in parts.items():
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


def _write_epilog(command: Any, formatter: Any) -> None:
    """Write the epilog line by line, as it is."""
    if command.epilog:
        formatter.write(f"\n{command.epilog}\n")


class HelpCommand(TyperCommand):
    """A command with a help page of ours."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; what is said of a wrong one is a sentence without the library's word before it."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the pieces of the usage line."""
        return _usage(super().collect_usage_pieces(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        _write_parameters(self, ctx, formatter)

    def format_epilog(self, _ctx: Any, formatter: Any) -> None:
        """Write the epilog."""
        _write_epilog(self, formatter)


class HelpGroup(TyperGroup):
    """A command with commands below it, with a help page of ours."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, options and commands."""
        _write_parameters(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_epilog(self, _ctx: Any, formatter: Any) -> None:
        """Write the epilog."""
        _write_epilog(self, formatter)
