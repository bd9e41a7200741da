"""Backup, restore, salvage and erasure of the data folder, with the dialogs around them.

`compose` and `store` do the work; here is which file is meant, what the user is asked before and told afterwards. A
restore or an erasure is decided while the window is up and done when nothing is open any more: `Root` takes
everything behind the window down first. What was interrupted is resumed by the next start.
"""

import asyncio
import sys
from collections.abc import Callable
from datetime import datetime

from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import close_log_file
from alicia_desktop.base.translation import translate
from alicia_desktop.base.visible_text import escape_controls
from alicia_desktop.compose.backup import cancel_restore, create_backup, finish_restore, prepare_restore, read_manifest
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.erasure import begin_erasing, erase
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account, waiting_for_others
from alicia_desktop.store.database import Connection
from alicia_desktop.store.sync import sync_state
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.dialogs import EraseDialog
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme

BACKUP_SUFFIX = "zip"


async def offer_backup(*, paths: Paths, window: MainWindow) -> None:
    """Ask for a file name and write a backup; a file that it replaces stays whole until the new one is.

    Raises:
        WorldError: as `create_backup`.
    """
    now = SystemClock().now()
    title = translate("Back up")
    name = f"alicia-{now.astimezone():%Y-%m-%d}.{BACKUP_SUFFIX}"
    file = await dialogs.choose_file(dialogs.create_save_dialog(name, BACKUP_SUFFIX, title=title, parent=window))
    if file is None:
        return
    await asyncio.to_thread(create_backup, paths, file, now=now, replace=True)  # the dialog has asked
    done = translate("Backed up to {name} (without tokens and keys)")
    window.show_toast(done.format(name=file.name))


async def offer_restore(*, paths: Paths, theme: Theme, window: MainWindow, restart: Callable[[], None]) -> None:
    """Ask for a backup, say what it replaces, check it, and restart; `complete_restore` does it then.

    Raises:
        WorldError: as `prepare_restore`; nothing is changed then.
    """
    title = translate("Restore a backup")
    file = await dialogs.choose_file(dialogs.create_open_dialog(BACKUP_SUFFIX, title=title, parent=window))
    if file is None:
        return
    manifest = await asyncio.to_thread(read_manifest, file)
    text = translate(
        "Made on {time}. It replaces the conversations, memories and settings on this computer; the current ones are "
        "saved in {folder}. Tokens and keys aren’t part of a backup and stay as they are.",
    ).format(time=_moment(manifest.created_at), folder=paths.backups)
    question = dialogs.confirm(
        translate("Restore this backup?"),
        text,
        action=translate("Restore"),
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
        title = translate("Backup not restored")
        await dialogs.answer(dialogs.error(title, error.sentence, theme=theme, parent=window))
        return not paths.restoring.exists()
    if restored is not None:
        text = translate("Made on {time}.").format(time=_moment(restored.created_at))
        if restored.aside is not None:
            kept = translate("The previous data is saved in {folder}.")
            text = f"{text} {kept.format(folder=restored.aside)}"
        title = translate("Backup restored")
        dialog = dialogs.QuestionDialog(title, text, theme=theme, parent=window)
        dialog.add_buttons(translate("Continue"))
        await dialogs.answer(dialog)
    return True


def _moment(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


async def offer_erase(*, client: Client, theme: Theme, window: MainWindow) -> None:
    """Ask before everything is deleted, then close the window; `complete_erase` deletes when nothing is open.

    Raises:
        WorldError: it cannot even begin; nothing is changed then.
    """
    undelivered = await client.database.read(_count_undelivered, client.account)
    if await dialogs.answer(EraseDialog(undelivered, theme=theme, parent=window)):
        await asyncio.to_thread(begin_erasing, client.paths)
        window.quit()


async def complete_erase(paths: Paths, *, theme: Theme) -> bool:
    """Delete everything, when nothing is open any more, and report the result; False if something is left."""
    close_log_file()
    try:
        await asyncio.to_thread(erase, paths, Credentials(folder=paths.folder))
    except WorldError as error:
        await dialogs.answer(erase_error_dialog(error, theme=theme))
        return False
    done = translate("All data on this computer was deleted")
    text = translate("Alicia will start as if new.")
    dialog = dialogs.QuestionDialog(done, text, theme=theme, parent=None)
    dialog.add_buttons(translate("Close"))
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
    title = translate("Not all data was deleted")
    return dialogs.error(title, error.sentence, theme=theme, parent=None)


def _count_undelivered(conn: Connection, account: Account) -> int:
    """Return the number of items not delivered yet, of all accounts."""
    own = sum(outbox.conversations_waiting(conn, account).values()) + len(sync_state.unsent(conn, account))
    others = sum(one.messages for one in waiting_for_others(conn, account))
    return own + outbox.count_failed(conn, account) + others


async def ask_salvage(sentence: str, *, is_running: bool, theme: Theme, window: QWidget) -> bool:
    """Ask whether to salvage the damaged database; `sentence` says what is wrong with it.

    If the window is running already, the user may go on and decide later.
    """
    text = translate(
        "Readable data is copied into a new database, and you’ll see what couldn’t be recovered. "
        "The damaged file is kept beside it. Nothing changes until you decide.",
    )
    question = dialogs.QuestionDialog(_salvage_title(), f"{sentence}\n\n{text}", theme=theme, parent=window)
    later = translate("Later")
    close = translate("Close")
    save = question.add_buttons(translate("Recover data"), reject=later if is_running else close)
    if is_running:  # Enter may be meant for the composer
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
    done = translate("Data recovered")
    dialog = dialogs.QuestionDialog(done, salvaged.sentence, theme=theme, parent=window)
    dialog.add_buttons(translate("Continue"))
    await dialogs.answer(dialog)
    return True


def _salvage_title() -> str:
    return translate("The database is damaged")
