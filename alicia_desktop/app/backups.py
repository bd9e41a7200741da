"""Backup and restore from the settings (`compose.backup`, `compose.restore`): which file, what is said around it.

A restore is decided while the window is up and done when nothing is open any more: `Root` takes everything behind the
window down, calls `finish_offered_restore`, and begins anew with what was restored.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.backup import create_backup
from alicia_desktop.compose.restore import cancel_restore, finish_restore, prepare_restore, read_manifest
from alicia_desktop.paths import Paths
from alicia_desktop.ui import dialogs, file_dialogs
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
    """Ask for a file, say what it replaces, check it, and begin anew; `finish_offered_restore` does it then.

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


async def finish_offered_restore(*, paths: Paths, theme: Theme, window: MainWindow) -> bool:
    """Do what was decided, and say how it ended; false where it has begun and cannot be finished now."""
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
