"""The commands, declared with typer."""

from pathlib import Path
from typing import Annotated

import typer

from alicia_desktop import __version__
from alicia_desktop.cli import backup, conversation, doctor, journal, memory, serve, talk
from alicia_desktop.cli.output import print_text
from alicia_desktop.cli.window import DATA_DIR, WindowStart, move_data, open_window
from alicia_desktop.paths import find_paths

app = typer.Typer(
    name="alicia-desktop",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # what is echoed of the arguments is no markup, and standard error takes no colours
    context_settings={"max_content_width": 100},
)
app.command()(talk.talk)
app.add_typer(serve.commands, name="serve", short_help="Run the local Alicia server alone.")
app.command(short_help="Check what the program needs on this computer.")(doctor.doctor)
app.command(short_help="Print the journal of this computer's client.")(journal.journal)
app.command(short_help="Print envelopes given as hex as JSON.")(journal.decode)
app.command(short_help="Export a conversation as Markdown or JSON.")(conversation.export)
app.command(name="import", short_help="Import a conversation that was exported as JSON.")(conversation.import_)
app.add_typer(memory.commands, name="memory")
app.command(short_help="Save everything that is kept on this computer in one file.")(backup.backup)
app.command(short_help="Put a backup in the place of what is kept on this computer.")(backup.restore)


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
        typer.Option(DATA_DIR, help="Where everything is kept, before or after the command; also ALICIA_DATA_DIR."),
    ] = None,
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say on standard error what happens.")] = False,
    version: Annotated[  # noqa: ARG001 - its callback ends the program
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Talk with Alicia, typed or spoken, and see why she answered so; without a command the window opens."""
    move_data(data_dir)
    if context.invoked_subcommand is None:
        raise typer.Exit(open_window(WindowStart(verbose=verbose)))
    paths = find_paths()
    if paths.erasing.exists():
        from alicia_desktop.compose.erasure import erase  # noqa: PLC0415 - for nearly no start
        from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - as above

        erase(paths, Credentials(folder=paths.folder))
    if paths.restoring.exists():
        from alicia_desktop.compose.restore import finish_restore  # noqa: PLC0415 - for nearly no start

        finish_restore(paths)


@app.command(hidden=True)
def gallery() -> None:
    """Show every component in every state."""
    from alicia_desktop.app import run_gallery  # noqa: PLC0415 - only the window loads Qt

    raise typer.Exit(run_gallery())
