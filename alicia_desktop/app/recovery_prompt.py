"""What a person is asked when the database is damaged: to save what can be read, or to leave everything as it is."""

import asyncio

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.paths import Paths
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.theme import Theme


async def ask_salvage(sentence: str, *, is_running: bool, theme: Theme, window: QWidget) -> bool:
    """Ask whether what can be read of the database is to be saved; `sentence` says what is wrong with it.

    Where the window is running already, the person may go on and decide later.
    """
    told = QCoreApplication.translate(
        "salvage",
        "What can still be read is saved into a new database, and you are told what could not be. "
        "The damaged file is kept beside it. Until you choose, nothing is changed.",
    )
    question = dialogs.QuestionDialog(_title(), f"{sentence}\n\n{told}", theme=theme, parent=window)
    later = QCoreApplication.translate("salvage", "Later")
    close = QCoreApplication.translate("salvage", "Close")
    save = question.add_buttons(
        QCoreApplication.translate("salvage", "Save what can be read"), reject=later if is_running else close
    )
    if is_running:  # somebody may be writing
        save.setDefault(False)
        save.setAutoDefault(False)
    return await dialogs.answer(question, modal=not is_running)


async def save_readable(*, paths: Paths, theme: Theme, window: QWidget) -> bool:
    """Save what is left of the damaged database and tell what could not be; whether it can be opened again."""
    from alicia_desktop.store.salvage import salvage  # noqa: PLC0415 - for nearly no start

    try:
        salvaged = await asyncio.to_thread(salvage, paths.client_database, now=SystemClock().now())
    except WorldError as refused:
        await dialogs.answer(dialogs.error(_title(), refused.sentence, theme=theme, parent=window))
        return False
    done = QCoreApplication.translate("salvage", "What could be read is saved")
    dialog = dialogs.QuestionDialog(done, salvaged.sentence, theme=theme, parent=window)
    dialog.add_buttons(QCoreApplication.translate("salvage", "Continue"))
    await dialogs.answer(dialog)
    return True


def _title() -> str:
    return QCoreApplication.translate("salvage", "The database is damaged")
