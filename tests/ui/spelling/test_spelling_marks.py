"""Marks of wrong words in real fields; a list of right words stands for the dictionary."""

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCharFormat
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QTextEdit

from alicia_desktop.ui.conversation.composer import Composer
from alicia_desktop.ui.spelling.spelling_marks import SpellChecking, SpellingMarks
from alicia_desktop.ui.spelling.verdicts import SpellingVerdicts
from alicia_desktop.ui.theme import SPELLED
from alicia_desktop.ui.widgets.fields import EditField

RIGHT = {"When", "is", "the", "recital", "and", "receive", "Hello"}
MARKED_SECONDS = 0.05
"""Of the processor, that marking may hold up the window."""


@pytest.fixture
def verdicts():
    made = SpellingVerdicts()
    made.words_wanted.connect(lambda words: made.set_verdicts({word: word not in RIGHT for word in words}))
    made.suggestions_wanted.connect(lambda word: made.set_suggestions(word, ["receive", "re&live"]))
    made.use(enabled=True)
    return made


@pytest.fixture
def checking(qapp, verdicts, theme):
    made = SpellChecking(verdicts, theme=theme)
    yield made
    made.close()


@pytest.fixture
def composer(qtbot, theme, checking):
    made = Composer(theme=theme)
    qtbot.addWidget(made)
    made.resize(600, 48)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.field.setFocus()
    return made


def marked(field):
    waves = QTextCharFormat.UnderlineStyle.WaveUnderline
    return [mark.cursor.selectedText() for mark in field.extraSelections() if mark.format.underlineStyle() is waves]


def ask_menu(qtbot, field, position):
    cursor = field.textCursor()
    cursor.setPosition(position)
    place = field.cursorRect(cursor).center() + QPoint(1, 0)
    viewport = field.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu, text):
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


def test_wrong_words_of_the_composer_get_a_wavy_underline(qtbot, composer):
    composer.set_text("When is the reciptal and `mkdri`? ")
    qtbot.waitUntil(lambda: marked(composer.field) == ["reciptal"])


def test_the_word_that_is_written_is_marked_when_it_is_left(qtbot, composer, verdicts):
    with qtbot.waitSignal(verdicts.words_wanted):
        qtbot.keyClicks(composer.field, "Hello ther")
    qtbot.keyClicks(composer.field, "e")
    qtbot.waitUntil(lambda: verdicts.is_wrong("there"))
    assert marked(composer.field) == []
    qtbot.keyClick(composer.field, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: marked(composer.field) == ["there"])


def test_a_suggestion_takes_the_place_of_the_word_and_can_be_undone(qtbot, composer):
    composer.set_text("recieve the recital ")
    qtbot.waitUntil(lambda: marked(composer.field) == ["recieve"])
    menu = ask_menu(qtbot, composer.field, 3)
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts[:4] == ["receive", "re&&live", "Add to dictionary", "Ignore"]
    assert any(text.startswith("&Paste") or "Paste" in text for text in texts)
    choose(menu, "receive")
    assert composer.text == "receive the recital "
    composer.field.undo()
    assert composer.text == "recieve the recital "


def test_the_menu_opens_without_suggestions_that_do_not_come(qtbot, composer, verdicts):
    verdicts.suggestions_wanted.disconnect()
    composer.set_text("recieve ")
    qtbot.waitUntil(lambda: marked(composer.field) == ["recieve"])
    menu = ask_menu(qtbot, composer.field, 3)
    assert (menu.actions()[0].text(), menu.actions()[0].isEnabled()) == ("No suggestions", False)
    menu.close()


def test_a_right_word_has_the_usual_menu(qtbot, composer):
    composer.set_text("receive the recieve ")
    qtbot.waitUntil(lambda: marked(composer.field) == ["recieve"])
    field = composer.field
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, QPoint(20, 15), field.viewport().mapToGlobal(QPoint(20, 15))
    )
    QApplication.sendEvent(field.viewport(), event)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Ignore" not in [action.text() for action in menu.actions()]
    menu.close()


@pytest.mark.parametrize("choice", ["Add to dictionary", "Ignore"])
def test_a_word_that_is_added_or_ignored_is_marked_no_more(qtbot, composer, verdicts, choice):
    added: list[str] = []
    verdicts.add_requested.connect(added.append)
    composer.set_text("Reciptal and Reciptal ")
    qtbot.waitUntil(lambda: marked(composer.field) == ["Reciptal", "Reciptal"])
    choose(ask_menu(qtbot, composer.field, 3), choice)
    qtbot.waitUntil(lambda: marked(composer.field) == [])
    assert added == (["Reciptal"] if choice == "Add to dictionary" else [])


def test_a_memory_is_checked_and_code_is_not(qtbot, theme, checking):
    for spelled in (True, False):
        field = EditField(theme=theme, spelled=spelled)
        qtbot.addWidget(field)
        with qtbot.waitActive(field):
            field.show()
            field.activateWindow()
        field.setFocus()
        field.set_text("the reciptal ")
        if spelled:
            qtbot.waitUntil(lambda field=field: marked(field) == ["reciptal"])
        else:
            assert field.findChildren(SpellingMarks) == []


def test_nothing_is_marked_once_it_is_switched_off(qtbot, composer, verdicts):
    composer.set_text("the reciptal ")
    qtbot.waitUntil(lambda: marked(composer.field) == ["reciptal"])
    verdicts.use(enabled=False)
    qtbot.waitUntil(lambda: marked(composer.field) == [])


@pytest.mark.parametrize(
    ("kind", "line"),
    [(QTextEdit, "wrogn " * 12), (QPlainTextEdit, "wrogn " * 12), (QPlainTextEdit, "wrogn " * 60_000)],
    ids=["rich", "plain", "plain, three paragraphs"],
)
def test_a_megabyte_is_looked_at_no_further_than_it_can_be_seen(qtbot, theme, verdicts, kind, line):
    asked: list[str] = []
    verdicts.words_wanted.connect(asked.extend)
    field = kind()
    qtbot.addWidget(field)
    field.setProperty(SPELLED, True)
    field.resize(600, 200)
    field.show()
    count = (1 << 20) // len(line)
    field.setPlainText("\n".join([f"`code` {line}"] * count) if count > 2 else line * 3)
    marks = SpellingMarks(field, verdicts=verdicts, theme=theme)
    marks.mark()
    began = time.process_time()
    marks.mark()
    assert time.process_time() - began < MARKED_SECONDS
    assert 0 < len(marks.wrong_words) <= 500
    assert set(asked) == {"wrogn"}
