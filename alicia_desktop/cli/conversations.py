"""`conversations` lists the conversations of this computer, `export` writes one to a file, `import` reads it back.

`undelete` restores one that was deleted within the last 30 days; `conversations --deleted` lists those.

A pipe mostly ends in a program or a file, which need the text as it is, so only a terminal is spared its controls.
Exporting only reads, which also goes while the window is open; importing writes, and needs it closed.
"""

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.base.errors import system_reason
from alicia_desktop.base.files import write_private
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, existing_paths

if TYPE_CHECKING:
    from alicia_desktop.store.conversations.conversation_file import ImportedConversation, ParsedConversation
    from alicia_desktop.store.database import Connection
    from alicia_desktop.store.records import ConversationRecord


class ExportFormat(StrEnum):
    """The formats of an exported conversation."""

    MARKDOWN = "markdown"
    JSON = "json"


def list_all(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")] = False,
    deleted: Annotated[
        bool, typer.Option("--deleted", help="List those that were deleted and can be restored, with the days left.")
    ] = False,
) -> None:
    """List the conversations of this computer: id, last change and title, the latest first."""
    paths = existing_paths()
    path = paths.client_database
    if deleted:
        _list_deleted(path, as_json=as_json)
        return
    offset = 0
    while path.exists() and (page := _page(path, offset)):
        for record in page:
            changed = record.updated_at
            if as_json:
                output.print_json(
                    {
                        "id": record.id,
                        "title": record.title,
                        "server": record.server,
                        "updated_at": changed.isoformat(),
                    }
                )
            else:
                output.print_line(f"{record.id:32}  {changed.astimezone():%Y-%m-%d %H:%M}  {record.title}")
        offset += len(page)
    if not offset:
        output.print_error(f"There are no conversations yet in {paths.folder}.")


def _list_deleted(path: Path, *, as_json: bool) -> None:
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the database layer
    from alicia_desktop.store.conversations import conversations  # noqa: PLC0415 - it takes half a second
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above
    from alicia_desktop.view.recently_deleted import time_left  # noqa: PLC0415 - as above

    now, found = SystemClock().now(), []
    if path.exists():
        with reading(path) as conn:
            found = conversations.deleted_since(conn, account=None, since=now - conversations.RESTORABLE)
    for record in found:
        deleted_at = record.deleted_at or now
        if as_json:
            until = (deleted_at + conversations.RESTORABLE).isoformat()
            named = {"id": record.id, "title": record.title, "server": record.server}
            output.print_json(named | {"deleted_at": deleted_at.isoformat(), "restorable_until": until})
        else:
            output.print_line(f"{record.id:32}  {time_left(deleted_at, now):>12}  {record.title}")
    if not found:
        output.print_error("There are no recently deleted conversations.")


def undelete(
    conversation: Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id: `conversations --deleted`.")],
) -> None:
    """Restore a conversation that was deleted within the last 30 days. Close the window first."""
    title = asyncio.run(_undelete(conversation))
    output.print_text(f"Restored {conversation}: {title}")


async def _undelete(conversation_id: str) -> str:
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the database layer
    from alicia_desktop.store.conversations.recently_deleted import restore  # noqa: PLC0415 - as above
    from alicia_desktop.store.database import Database  # noqa: PLC0415 - as above

    clock, paths = SystemClock(), existing_paths()
    if not paths.client_database.exists():
        raise output.stop(f"There are no conversations yet in {paths.folder}.")
    database = await Database.open(paths.client_database, clock=clock)
    try:
        return (await database.write(restore, conversation_id, clock.now())).title
    finally:
        await database.close()


def export(
    conversation: Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id, or its exact title.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="File to write; - is standard output.")] = "-",
    *,
    form: Annotated[
        ExportFormat, typer.Option("--format", metavar="FORMAT", help="markdown to read it, json to import it again.")
    ] = ExportFormat.MARKDOWN,
) -> None:
    """Export a conversation as Markdown, or as JSON with stanzas, tools, memories and timings.

    A file or a pipe gets the text as it is. On a terminal, control characters are escaped.
    """
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    with reading(existing_paths().client_database) as conn:
        content = _render(conn, find_conversation(conn, conversation), form)
    if file == "-":
        (output.write_json if form is ExportFormat.JSON else output.write_text)(content.decode())
        return
    try:
        write_private(Path(file), content)
    except OSError as error:
        raise output.stop(f"{file} cannot be written: {system_reason(error)}.") from error
    output.print_text(f"Exported to {file}.")


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file written by `export --format json`.")],
) -> None:
    """Import a conversation exported as JSON; existing data is never overwritten. Close the window first."""
    from alicia_desktop.store.conversations.conversation_file import parse_conversation  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.view.conversation_markdown import import_summary  # noqa: PLC0415 - as above

    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise output.stop(f"{file} cannot be read: {system_reason(error)}.") from error
    done = asyncio.run(_store(parse_conversation(content)))
    output.print_text(f"Imported {done.conversation_id}: {import_summary(done)}")


async def _store(parsed: "ParsedConversation") -> "ImportedConversation":
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - with the database layer
    from alicia_desktop.store.conversations.conversation_file import import_conversation  # noqa: PLC0415 - as above
    from alicia_desktop.store.database import Database  # noqa: PLC0415 - as above

    database = await Database.open(created_paths().client_database, clock=SystemClock())
    try:
        return await database.write(import_conversation, parsed)
    finally:
        await database.close()


def _page(path: Path, offset: int) -> "list[ConversationRecord]":
    from alicia_desktop.store.conversations import conversations  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    with reading(path) as conn:
        return conversations.listed(conn, offset=offset)


def _render(conn: "Connection", conversation_id: str, form: ExportFormat) -> bytes:
    from alicia_desktop.store.conversations import conversation_file  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.view.conversation_markdown import export_markdown  # noqa: PLC0415 - as above

    if form is ExportFormat.JSON:
        return conversation_file.export_conversation(conn, conversation_id)
    return export_markdown(conn, conversation_id).encode("utf-8", "replace")


def find_conversation(conn: "Connection", name: str) -> str:
    """Return the id of the conversation with this id or, if it is the only one, this title."""
    from alicia_desktop.store.conversations import conversations  # noqa: PLC0415 - the database layer takes half a second

    if conversations.get(conn, name) is not None:
        return name
    titled = conversations.titled(conn, name)
    if len(titled) > 1:
        raise output.stop(f'Several conversations are called "{name}": {", ".join(titled)}. Give one of these ids.')
    return titled[0] if titled else name
