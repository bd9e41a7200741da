"""`export` writes a conversation of this computer's client to a file; `import` brings one in that was exported as JSON.

A pipe mostly ends in a program or a file, which need the text as it is, so only a terminal is spared its controls.
Exporting only reads, which also goes while the window is open; importing writes, and needs it closed.
"""

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.base.files import write_private
from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.store.conversations.conversation_import import ImportedConversation, Parsed
    from alicia_desktop.store.database import Connection


class ExportFormat(StrEnum):
    """What is written."""

    MARKDOWN = "markdown"
    JSON = "json"


def export(
    conversation: Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id, or its whole title.")],
    file: Annotated[str, typer.Argument(metavar="[FILE|-]", help="Where to write; - is standard output.")] = "-",
    *,
    form: Annotated[
        ExportFormat, typer.Option("--format", help="For people, or whole, to be imported.")
    ] = ExportFormat.MARKDOWN,
) -> None:
    """Export a conversation: as Markdown to read, or as JSON with stanzas, tools, memories and timings.

    A file or a pipe gets the text as it is. On a terminal, characters that would control it are shown as their escapes.
    """
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    with reading(find_paths().client_database) as conn:
        content = _content(conn, _named(conn, conversation), form)
    if file == "-":
        (output.write_json if form is ExportFormat.JSON else output.write_text)(content.decode())
        return
    try:
        write_private(Path(file), content)
    except OSError as error:
        raise output.stop(f"{file} cannot be written: {error.strerror}.") from error
    output.print_text(f"Exported to {file}.")


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE.json", help="What `export --format json` wrote.")],
) -> None:
    """Import a conversation; what is here already is never overwritten."""
    from alicia_desktop.store.conversations.conversation_import import parse  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.view.conversation_markdown import import_summary  # noqa: PLC0415 - as above

    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise output.stop(f"{file} cannot be read: {error.strerror}.") from error
    done = asyncio.run(_bring_in(parse(content)))
    output.print_text(f"Imported {done.conversation_id}: {import_summary(done)}")


async def _bring_in(parsed: "Parsed") -> "ImportedConversation":
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the database layer
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above
    from alicia_desktop.store.conversations.conversation_import import bring_in  # noqa: PLC0415 - as above
    from alicia_desktop.store.database import Database  # noqa: PLC0415 - as above

    paths = find_paths()
    paths.create()
    database = await Database.open(paths.client_database, clock=SystemClock())
    try:
        return await database.write(bring_in, parsed)
    finally:
        await database.close()


def _content(conn: "Connection", conversation_id: str, form: ExportFormat) -> bytes:
    from alicia_desktop.store.conversations import conversation_export  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.view.conversation_markdown import export_markdown  # noqa: PLC0415 - as above

    if form is ExportFormat.JSON:
        return conversation_export.export(conn, conversation_id)
    return export_markdown(conn, conversation_id).encode("utf-8", "replace")


def _named(conn: "Connection", wanted: str) -> str:
    """Return the id of the conversation that has this id or, alone, this title."""
    from alicia_desktop.store.conversations import conversations  # noqa: PLC0415 - the database layer takes half a second

    if conversations.get(conn, wanted) is not None:
        return wanted
    titled = conversations.titled(conn, wanted)
    if len(titled) > 1:
        raise output.stop(f'Several conversations are called "{wanted}": {", ".join(titled)}. Give one of these ids.')
    return titled[0] if titled else wanted
