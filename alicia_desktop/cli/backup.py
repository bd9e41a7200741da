"""`backup` saves all data of this computer in one file, also while Alicia runs; `restore` puts it back."""

from pathlib import Path
from typing import Annotated, Final

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, existing_paths

SECRETS_LEFT_OUT: Final = "Tokens and keys are not in a backup: enter them again where they are missing."


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, such as alicia.zip.")],
    *,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite FILE if it exists.")] = False,
) -> None:
    """Back up conversations, memories, sounds and settings to one file, without tokens and keys.

    Alicia may be running. Keep the file where only you can read it.
    """
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.compose.backup import create_backup  # noqa: PLC0415 - as above

    manifest = create_backup(existing_paths(), file, now=SystemClock().now(), replace=replace)
    names = ", ".join(f"{entry.name} ({entry.size / 1e6:,.1f} MB)" for entry in manifest.files)
    output.print_text(f"Saved in {file}: {names}. {SECRETS_LEFT_OUT}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `backup`.")],
) -> None:
    """Restore a backup. Your present data is moved to a folder, whose name is printed.

    Close Alicia first.
    """
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.compose.backup import restore_backup  # noqa: PLC0415 - as above

    paths = created_paths()
    restored = restore_backup(paths, file, now=SystemClock().now())
    if restored is not None:
        when = f"{restored.created_at.astimezone():%Y-%m-%d %H:%M}"
        kept = f" What was here before is now in {restored.aside}." if restored.aside is not None else ""
        output.print_text(f"Restored the backup of {when}.{kept} {SECRETS_LEFT_OUT}")
