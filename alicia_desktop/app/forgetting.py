"""Asking before a memory is forgotten for good, wherever that is done."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui import dialogs
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text


async def is_to_be_forgotten(content: str, *, theme: Theme, parent: QWidget) -> bool:
    """Ask whether a memory that says this is to be forgotten, over `parent`."""
    question = dialogs.confirm(
        _tr("Forget this memory?"),
        _tr(
            "“{content}” is removed with all that it said before, from traces, history, search and journal, "
            "here and on the server. This cannot be undone."
        ).format(content=text.one_line(content, 200)),
        action=_tr("Forget"),
        theme=theme,
        parent=parent,
        danger=True,
    )
    return await dialogs.answer(question)


def _tr(words: str) -> str:
    return QCoreApplication.translate("Forgetting", words)
