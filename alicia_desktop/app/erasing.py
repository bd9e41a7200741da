"""Deleting everything on this computer, from the person's word to the sentence at the end (`compose.erasing`)."""

import asyncio
import sys

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import close_log_file
from alicia_desktop.base.terminal_text import escape_controls
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.erasing import begin_erasing, erase
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.store import outbox, sync_state
from alicia_desktop.store.accounts import Account, waiting_for_others
from alicia_desktop.store.database import Connection
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.erase_dialog import EraseDialog
from alicia_desktop.ui.theme import Theme


async def offer_erasing(*, client: Client, theme: Theme, window: QWidget) -> None:
    """Tell what goes, and where the person means it, close the window; `finish_erasing` does it when all is closed.

    Raises:
        WorldError: it cannot even begin; nothing is changed then.
    """
    undelivered = await client.database.read(_undelivered, client.account)
    if await dialogs.answer(EraseDialog(undelivered, theme=theme, parent=window)):
        await asyncio.to_thread(begin_erasing, client.paths)
        window.close()


async def finish_erasing(paths: Paths, *, theme: Theme) -> bool:
    """Delete everything, when nothing is open any more, and say how it ended; false where not all is gone."""
    close_log_file()
    try:
        await asyncio.to_thread(erase, paths, Credentials(folder=paths.folder))
    except WorldError as error:
        await dialogs.answer(dialogs.error(_title(), error.sentence, theme=theme, parent=None))
        return False
    done = QCoreApplication.translate("erasing", "Everything on this computer is deleted")
    said = QCoreApplication.translate("erasing", "The next start of Alicia is like the first.")
    dialog = dialogs.QuestionDialog(done, said, theme=theme, parent=None)
    dialog.add_buttons(QCoreApplication.translate("erasing", "Close"))
    await dialogs.answer(dialog)
    return True


def go_on_erasing(paths: Paths, *, theme: Theme) -> bool:
    """Delete, before anything else is started, what an earlier run was to delete; whether the start may go on."""
    try:
        erase(paths, Credentials(folder=paths.folder))
    except WorldError as error:
        sys.stderr.write(f"alicia-desktop: {escape_controls(error.sentence, keep='')}\n")
        dialogs.error(_title(), error.sentence, theme=theme, parent=None).exec()
    return not paths.erasing.exists()


def _title() -> str:
    return QCoreApplication.translate("erasing", "Not everything is deleted")


def _undelivered(conn: Connection, account: Account) -> int:
    """Return how much waits to be delivered, for whomever."""
    own = sum(outbox.conversations_waiting(conn, account).values()) + len(sync_state.unsent(conn, account))
    others = sum(one.messages for one in waiting_for_others(conn, account))
    return own + outbox.count_failed(conn, account) + others
