"""Backup, restore, salvage and erasure of the data folder, with the dialogs around them.

`compose` and `store` do the work; here is which file is meant, what the user is asked before and told afterwards. A
restore or an erasure is decided while the window is up and done when nothing is open any more: `Root` takes everything
behind the window down first. What was interrupted is resumed by the next start.
"""

import asyncio
import sys
from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import close_log_file
from alicia_desktop.base.visible_text import escape_controls
from alicia_desktop.compose.backup import create_backup
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.erasure import begin_erasing, erase
from alicia_desktop.compose.restore import cancel_restore, finish_restore, prepare_restore, read_manifest
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account, waiting_for_others
from alicia_desktop.store.database import Connection
from alicia_desktop.store.sync import sync_state
from alicia_desktop.ui import dialogs, file_dialogs
from alicia_desktop.ui.erase_dialog import EraseDialog
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme

SUFFIX = "zip"


async def offer_backup(*, paths: Paths, window: MainWindow) -> None:
    """Ask where to, and write a backup there; a file that was there stays whole until the new one is.

    Raises:
        WorldError: as `create_backup`.
    """
    now = SystemClock().now()
    title = QCoreApplication.translate("backups", "Back up")
    name = f"alicia-{now.astimezone():%Y-%m-%d}.{SUFFIX}"
    file = await file_dialogs.chosen(file_dialogs.saving(name, SUFFIX, title=title, parent=window))
    if file is None:
        return
    await asyncio.to_thread(create_backup, paths, file, now=now, replace=True)  # the dialog has asked
    done = QCoreApplication.translate("backups", "Backed up to {name}, without tokens and keys")
    window.show_toast(done.format(name=file.name))


async def offer_restore(*, paths: Paths, theme: Theme, window: MainWindow, restart: Callable[[], None]) -> None:
    """Ask for a backup, say what it replaces, check it, and restart; `complete_restore` does it then.

    Raises:
        WorldError: as `prepare_restore`; nothing is changed then.
    """
    title = QCoreApplication.translate("backups", "Restore a backup")
    file = await file_dialogs.chosen(file_dialogs.opening(SUFFIX, title=title, parent=window))
    if file is None:
        return
    manifest = await asyncio.to_thread(read_manifest, file)
    told = QCoreApplication.translate(
        "backups",
        "It was made on {time}. It replaces the conversations, memories and settings on this computer; what is here "
        "now is kept in {folder}. Tokens and keys are not in a backup and stay as they are.",
    ).format(time=_moment(manifest.created_at), folder=paths.backups)
    question = dialogs.confirm(
        QCoreApplication.translate("backups", "Restore this backup?"),
        told,
        action=QCoreApplication.translate("backups", "Restore"),
        theme=theme,
        parent=window,
    )
    if await dialogs.answer(question):
        await asyncio.to_thread(prepare_restore, paths, file, now=SystemClock().now())
        restart()


async def complete_restore(*, paths: Paths, theme: Theme, window: MainWindow) -> bool:
    """Restore what the user chose and report the result; False if it has begun and cannot be finished now."""
    try:
        restored = await asyncio.to_thread(finish_restore, paths)
    except WorldError as error:
        if error.code == "database_in_use":
            cancel_restore(paths)
        title = QCoreApplication.translate("backups", "The backup is not restored")
        await dialogs.answer(dialogs.error(title, error.sentence, theme=theme, parent=window))
        return not paths.restoring.exists()
    if restored is not None:
        text = QCoreApplication.translate("backups", "It was made on {time}.").format(time=_moment(restored.created_at))
        if restored.aside is not None:
            kept = QCoreApplication.translate("backups", "What was here before is kept in {folder}.")
            text = f"{text} {kept.format(folder=restored.aside)}"
        title = QCoreApplication.translate("backups", "The backup is restored")
        dialog = dialogs.QuestionDialog(title, text, theme=theme, parent=window)
        dialog.add_buttons(QCoreApplication.translate("backups", "Continue"))
        await dialogs.answer(dialog)
    return True


def _moment(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


async def offer_erase(*, client: Client, theme: Theme, window: QWidget) -> None:
    """Ask before everything is deleted, then close the window; `complete_erase` deletes when nothing is open.

    Raises:
        WorldError: it cannot even begin; nothing is changed then.
    """
    undelivered = await client.database.read(_undelivered, client.account)
    if await dialogs.answer(EraseDialog(undelivered, theme=theme, parent=window)):
        await asyncio.to_thread(begin_erasing, client.paths)
        window.close()


async def complete_erase(paths: Paths, *, theme: Theme) -> bool:
    """Delete everything, when nothing is open any more, and report the result; False if something is left."""
    close_log_file()
    try:
        await asyncio.to_thread(erase, paths, Credentials(folder=paths.folder))
    except WorldError as error:
        await dialogs.answer(erase_error_dialog(error, theme=theme))
        return False
    done = QCoreApplication.translate("erasing", "Everything on this computer is deleted")
    said = QCoreApplication.translate("erasing", "The next start of Alicia is like the first.")
    dialog = dialogs.QuestionDialog(done, said, theme=theme, parent=None)
    dialog.add_buttons(QCoreApplication.translate("erasing", "Close"))
    await dialogs.answer(dialog)
    return True


def resume_erase(paths: Paths) -> WorldError | None:
    """Delete what an earlier run was to delete, before anything else is started; return what went wrong."""
    try:
        erase(paths, Credentials(folder=paths.folder))
    except WorldError as error:
        sys.stderr.write(f"alicia-desktop: {escape_controls(error.sentence, keep='')}\n")
        return error
    return None


def erase_error_dialog(error: WorldError, *, theme: Theme) -> dialogs.QuestionDialog:
    """Return the dialog that reports an erasure which was not completed."""
    title = QCoreApplication.translate("erasing", "Not everything is deleted")
    return dialogs.error(title, error.sentence, theme=theme, parent=None)


def _undelivered(conn: Connection, account: Account) -> int:
    """Return how much waits to be delivered, for whomever."""
    own = sum(outbox.conversations_waiting(conn, account).values()) + len(sync_state.unsent(conn, account))
    others = sum(one.messages for one in waiting_for_others(conn, account))
    return own + outbox.count_failed(conn, account) + others


async def ask_salvage(sentence: str, *, is_running: bool, theme: Theme, window: QWidget) -> bool:
    """Ask whether what can be read of the database is to be saved; `sentence` says what is wrong with it.

    Where the window is running already, the person may go on and decide later.
    """
    told = QCoreApplication.translate(
        "salvage",
        "What can still be read is saved into a new database, and you are told what could not be. "
        "The damaged file is kept beside it. Until you choose, nothing is changed.",
    )
    question = dialogs.QuestionDialog(_salvage_title(), f"{sentence}\n\n{told}", theme=theme, parent=window)
    later = QCoreApplication.translate("salvage", "Later")
    close = QCoreApplication.translate("salvage", "Close")
    save = question.add_buttons(
        QCoreApplication.translate("salvage", "Save what can be read"), reject=later if is_running else close
    )
    if is_running:  # somebody may be writing
        save.setDefault(False)
        save.setAutoDefault(False)
    return await dialogs.answer(question, modal=not is_running)


async def salvage_database(*, paths: Paths, theme: Theme, window: QWidget) -> bool:
    """Copy what is readable of a damaged database into a new one and report it; False if that was refused."""
    from alicia_desktop.store.files.salvage import salvage  # noqa: PLC0415 - for nearly no start

    try:
        salvaged = await asyncio.to_thread(salvage, paths.client_database, now=SystemClock().now())
    except WorldError as refused:
        await dialogs.answer(dialogs.error(_salvage_title(), refused.sentence, theme=theme, parent=window))
        return False
    done = QCoreApplication.translate("salvage", "What could be read is saved")
    dialog = dialogs.QuestionDialog(done, salvaged.sentence, theme=theme, parent=window)
    dialog.add_buttons(QCoreApplication.translate("salvage", "Continue"))
    await dialogs.answer(dialog)
    return True


def _salvage_title() -> str:
    return QCoreApplication.translate("salvage", "The database is damaged")
