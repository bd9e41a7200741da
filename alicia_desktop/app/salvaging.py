"""What a person is asked when the database is damaged: to save what can be read, or to leave everything as it is."""

import asyncio

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.paths import Paths
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.theme import Theme


async def offer_salvage(*, paths: Paths, theme: Theme, window: QWidget) -> bool:
    """Whether the person wanted what is left of the damaged database saved, and it was; then it can be opened again.

    What could not be saved is told before that, and the damaged file is kept (`store.salvage`).
    """
    title = QCoreApplication.translate("salvage", "The database is damaged")
    told = QCoreApplication.translate(
        "salvage",
        "What can still be read of {path} is saved into a new database, and you are told what could not be. "
        "The damaged file is kept beside it. Until you choose, nothing is changed.",
    ).format(path=paths.client_database)
    question = dialogs.Question(title, told, theme=theme, parent=window)
    question.add_buttons(
        QCoreApplication.translate("salvage", "Save what can be read"),
        reject=QCoreApplication.translate("salvage", "Close"),
    )
    if not await dialogs.answer(question):
        return False
    from alicia_desktop.store.salvage import salvage  # noqa: PLC0415 - for nearly no start

    try:
        salvaged = await asyncio.to_thread(salvage, paths.client_database, now=SystemClock().now())
    except WorldError as refused:
        await dialogs.answer(dialogs.error(title, refused.sentence, theme=theme, parent=window))
        return False
    done = QCoreApplication.translate("salvage", "What could be read is saved")
    dialog = dialogs.Question(done, salvaged.sentence, theme=theme, parent=window)
    dialog.add_buttons(QCoreApplication.translate("salvage", "Continue"))
    await dialogs.answer(dialog)
    return True
