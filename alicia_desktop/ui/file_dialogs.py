"""Which file: the system's own dialogs, opened and awaited, never run in a loop of their own."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from alicia_desktop.ui import dialogs

KINDS: Final = {"md": "Markdown (*.md)", "json": "JSON (*.json)", "zip": "Backup (*.zip)"}


def documents() -> Path:
    """Return where a person keeps files, which is where asking begins; the program may run anywhere."""
    kept = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return kept if kept.is_dir() else Path.home()


def saving(name: str, suffix: str, *, parent: QWidget, title: str = "") -> QFileDialog:
    """Return a dialog that asks where to write, a conversation if no `title` says what; `name` is suggested."""
    title = title or QCoreApplication.translate("FileDialog", "Export this conversation")
    dialog = QFileDialog(parent, title, str(documents() / name), KINDS[suffix])
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    return dialog


def opening(suffix: str, *, parent: QWidget, title: str = "") -> QFileDialog:
    """Return a dialog that asks which file to read, a conversation if no `title` says what."""
    title = title or QCoreApplication.translate("FileDialog", "Import a conversation")
    dialog = QFileDialog(parent, title, str(documents()), KINDS[suffix])
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return dialog


async def chosen(dialog: QFileDialog) -> Path | None:
    """Wait for the person; None when they thought better of it."""
    try:
        agreed = await dialogs.answer(dialog)
        return Path(dialog.selectedFiles()[0]) if agreed else None
    finally:
        if isValid(dialog):
            dialog.deleteLater()
