"""The tree of commands, declared with typer: names, short descriptions, examples, and the main page."""

from pathlib import Path
from typing import Annotated, Final

import typer

from alicia_desktop import __version__
from alicia_desktop.cli import backup, conversations, doctor, journal, pairing, serve, talk
from alicia_desktop.cli.command_groups import captures, mcp_servers, memory, models, profiles
from alicia_desktop.cli.options import HelpGroup, add_command, documentation, examples, variables
from alicia_desktop.cli.output import print_text
from alicia_desktop.cli.window import DATA_DIR, OPEN, PROFILE, WindowStart, move_data, open_gallery, open_window
from alicia_desktop.paths import find_paths

_OVERVIEW: Final = examples(
    ("alicia-desktop", "Open the window"),
    ('alicia-desktop talk --text "What time is it?"', "Ask a question and print the answer"),
    ("alicia-desktop conversations", "List your conversations with their ids"),
    ("alicia-desktop doctor", "Check that everything works on this computer"),
    ("alicia-desktop --data-dir ~/test talk", "Use another data folder"),
)
app = typer.Typer(
    name="alicia-desktop",
    cls=HelpGroup,
    epilog=f"{_OVERVIEW}\n\n{variables()}\n\n{documentation()}",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # what is echoed of the arguments is no markup, and standard error takes no colours
    context_settings={"max_content_width": 100, "help_option_names": ["-h", "--help"]},
)
add_command(
    app,
    "talk",
    talk.talk,
    "Talk with Alicia in the terminal",
    ('alicia-desktop talk --text "My car is red." --text "What is red?"', "Two turns of one conversation"),
    ("alicia-desktop talk", "Ask line by line; Ctrl-D ends it"),
    ("alicia-desktop talk --wav question.wav --out answer.wav", "Talk by voice, from a file to a file"),
    ('alicia-desktop talk --conversation ac_1 --text "And then?"', "Continue a conversation"),
    ('alicia-desktop talk --json --text "Hello" | jq .name', "What crosses the wire, for scripts"),
)
add_command(
    app,
    "conversations",
    conversations.list_all,
    "List conversations with their ids",
    ("alicia-desktop conversations", "Id, last change and title, the latest first"),
    ("alicia-desktop conversations --json", "One JSON object a line"),
    ("alicia-desktop conversations --deleted", "Those that can be restored, with the days left"),
)
add_command(
    app,
    "undelete",
    conversations.undelete,
    "Restore a deleted conversation",
    ("alicia-desktop undelete ac_1", "Close the window first"),
)
add_command(
    app,
    "export",
    conversations.export,
    "Export a conversation as Markdown or JSON",
    ("alicia-desktop export ac_1 talk.md", "Write it as Markdown"),
    ('alicia-desktop export "My garden" --format json garden.json', "Write all of it, to be imported"),
)
add_command(
    app,
    "import",
    conversations.import_,
    "Import a conversation exported as JSON",
    ("alicia-desktop import garden.json", "Close the window first"),
)
app.add_typer(captures, name="capture", short_help="Save, open, compare and check conversations")
app.add_typer(models, name="model", short_help="List, test, choose and download language models")
app.add_typer(mcp_servers, name="mcp", short_help="Add, list, test and remove MCP servers")
app.add_typer(memory, name="memory", short_help="Search, import and export memories")
app.add_typer(serve.commands, name="serve", short_help="Run the local server, manage its users")
app.add_typer(profiles, name="profile", short_help="List, add and remove profiles")
add_command(
    app,
    "pair",
    pairing.pair,
    "Use a server elsewhere, by a code",
    ("alicia-desktop pair alicia.home:8200", "Then enter the code that `alicia-desktop serve pair` shows there"),
)
add_command(
    serve.commands,
    "pair",
    pairing.show_code,
    "Show a code for another computer",
    ("alicia-desktop serve pair", "For another computer of yours"),
    ("alicia-desktop serve pair anna", "For a computer of Anna's"),
)
serve.commands.add_typer(pairing.devices, name="devices", short_help="Manage the paired computers")
add_command(
    app,
    "journal",
    journal.journal,
    "Print every message that crossed the wire",
    ("alicia-desktop journal | less", "All of it, oldest first"),
    ("alicia-desktop journal ac_1 --json", "One conversation, one JSON object a line"),
)
add_command(
    app,
    "decode",
    journal.decode,
    "Decode protocol messages given as hex",
    ("alicia-desktop decode packets.txt", "One line of hex is one message"),
    ("xclip -o | alicia-desktop decode", "What the inspector copied as hex"),
)
add_command(
    app,
    "doctor",
    doctor.doctor,
    "Check what Alicia needs on this computer",
    ("alicia-desktop doctor", "Each part, and what to do about it"),
    ("alicia-desktop doctor --salvage", "Save what can be read of a damaged database"),
)
add_command(
    app,
    "backup",
    backup.backup,
    "Back up conversations, memories and settings",
    ("alicia-desktop backup alicia.zip", "Alicia may be running"),
    ("alicia-desktop backup alicia.zip --replace", "Overwrite the last one"),
)
add_command(
    app,
    "restore",
    backup.restore,
    "Restore a backup",
    ("alicia-desktop restore alicia.zip", "Close Alicia first; your present data is moved aside"),
)


def print_version(value: bool) -> None:  # noqa: FBT001 - the signature of typer's callbacks
    """Print the program's version and end, where it is asked for."""
    if value:
        print_text(f"alicia-desktop {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    data_dir: Annotated[
        Path | None,
        typer.Option(DATA_DIR, metavar="FOLDER", help="Data folder; may also stand after the command."),
    ] = None,
    profile_name: Annotated[
        str | None,
        typer.Option(PROFILE, metavar="NAME", help="Profile: another person or another server; see `profile`."),
    ] = None,
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print the log on standard error.")] = False,
    version: Annotated[  # noqa: ARG001 - its callback ends the program
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Talk with Alicia, typed or spoken, and see why she answered as she did.

    Without a command, the window opens.
    """
    move_data(data_dir, profile_name)
    if context.invoked_subcommand is None:
        raise typer.Exit(open_window(WindowStart(verbose=verbose)))
    paths = find_paths()
    if paths.erasing.exists():
        from alicia_desktop.compose.erasure import erase  # noqa: PLC0415 - for nearly no start
        from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - as above

        erase(paths, Credentials(folder=paths.folder))
    if paths.restoring.exists():
        from alicia_desktop.compose.backup import finish_restore  # noqa: PLC0415 - for nearly no start

        finish_restore(paths)


def open_(
    target: Annotated[
        str,
        typer.Argument(metavar="[TARGET]", help="A capture, a conversation file, or a link that begins with alicia:"),
    ] = "",
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print the log on standard error.")] = False,
) -> None:
    """Open a link or a file in the window, in the one that is open if there is one.

    A link opens a conversation, or shows a question in the message field; it never sends one.
    """
    raise typer.Exit(open_window(WindowStart(verbose=verbose, target=target)))


add_command(
    app,
    OPEN,
    open_,
    "Open a link, a capture or a conversation file in the window",
    ("alicia-desktop open talk.alicia-capture", "A capture, in a window of its own"),
    ("alicia-desktop open garden.json", "Import a conversation and show it"),
    ("alicia-desktop open alicia:conversation/ac_1", "Show a conversation"),
    ("alicia-desktop open 'alicia:new?question=What%20time%20is%20it'", "A question in the message field"),
)


@app.command(hidden=True)
def gallery() -> None:
    """Show every component of the window in every state."""
    raise typer.Exit(open_gallery())
