"""Asking for a file begins where a person keeps files, not where the program was started."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.dialogs import create_open_dialog, create_save_dialog


def test_asking_begins_in_the_documents_or_at_home(qtbot, monkeypatch, tmp_path):
    parent = QWidget()
    qtbot.addWidget(parent)
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    assert create_save_dialog("The recital.md", "md", parent=parent).selectedFiles() == [
        str(tmp_path / "The recital.md")
    ]
    assert create_open_dialog("json", parent=parent).directory().path() == str(tmp_path)
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path / "none"))
    assert create_save_dialog("The recital.md", "md", parent=parent).selectedFiles() == [
        str(Path.home() / "The recital.md")
    ]


def test_a_question_for_a_file_is_titled_like_every_window(qtbot, qapp):
    parent = QWidget()
    qtbot.addWidget(parent)
    before = qapp.applicationDisplayName()
    qapp.setApplicationDisplayName("Alicia Desktop")
    try:
        assert create_open_dialog("json", parent=parent).windowTitle() == "Import conversation – Alicia Desktop"
        assert create_save_dialog("a.md", "md", parent=parent).windowTitle() == "Export conversation – Alicia Desktop"
    finally:
        qapp.setApplicationDisplayName(before)
