"""The traps catch what Qt does where nothing keeps it from it; else a test with them would say nothing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QLabel

from tests.support.opened import Traps

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.qt_log_ignore("QFile::at: Cannot set file position"),  # Qt seeks in the pipe
]


@pytest.fixture
def traps():
    with Traps() as made:
        yield made


def test_nothing_is_opened_by_doing_nothing(traps):
    assert traps.opened() == []


def test_a_file_a_pipe_and_a_device_are_noticed_and_hold_nobody_up(traps, qapp):
    paths = [str(traps.picture), str(traps.pipe), traps.device]
    for number, path in enumerate(paths, 1):
        QImage(path)
        assert set(traps.opened()) == set(paths[:number])


def test_qt_guesses_html_in_a_label_and_opens_what_it_names(traps, qtbot):
    label = QLabel(traps.markup)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.AutoText
    label.grab()
    assert {str(traps.picture), str(traps.pipe), traps.device} <= set(traps.opened())


def test_a_document_that_answers_nothing_opens_pictures_by_itself(traps, qapp):
    class Refusing(QTextDocument):
        def loadResource(self, kind, name):  # noqa: N802 - Qt's name
            return None

    document = Refusing()
    document.setMarkdown(traps.markup, QTextDocument.MarkdownFeature.MarkdownNoHTML)
    document.size()
    assert {str(traps.picture), str(traps.pipe)} <= set(traps.opened())
