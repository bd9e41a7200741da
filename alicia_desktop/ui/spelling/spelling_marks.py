"""Underline wrong words in one field, and offer what may be meant in its context menu.

    field.setProperty(SPELLED, True)     # a field in which people write
    checking = SpellChecking(verdicts, theme=theme)   # marks each such field once it has the keyboard

Only what can be seen of a text is looked at, after each pause of typing, so a text may be as long as it likes. The word
that is being written is not marked before the cursor leaves it.
"""

from typing import Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QTextEdit, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.spelling.checked_words import CheckedWord, checked_words, ends_in_code, is_fence
from alicia_desktop.ui.spelling.verdicts import SpellingVerdicts
from alicia_desktop.ui.theme import SPELLED, Theme
from alicia_desktop.ui.untrusted.plain_text import button_text

PAUSE_MS: Final = 60
MENU_WAIT_MS: Final = 250
"""How long a menu waits for suggestions; they take a dictionary up to half a second."""
AROUND: Final = 300
"""Characters that are looked at before and behind what can be seen."""
MAX_MARKS: Final = 500
MAX_SUGGESTIONS: Final = 5

TextField = QTextEdit | QPlainTextEdit


class SpellChecking(QObject):
    """Mark the words of every field that asks for it, from when it first has the keyboard."""

    def __init__(self, verdicts: SpellingVerdicts, *, theme: Theme) -> None:
        super().__init__()
        self._verdicts, self._theme = verdicts, theme
        self._marks: list[SpellingMarks] = []
        app = QApplication.instance()
        self._app = app if isinstance(app, QApplication) else None
        if self._app is not None:
            self._app.focusChanged.connect(self._on_focus_changed)
            self._on_focus_changed(None, self._app.focusWidget())

    def close(self) -> None:
        """Take all marks away and look at no field any more."""
        if self._app is not None:
            self._app.focusChanged.disconnect(self._on_focus_changed)
        for marks in self._marks:
            if shiboken6.isValid(marks):
                marks.close()
        self._marks.clear()

    def _on_focus_changed(self, _: QWidget | None, field: QWidget | None) -> None:
        self._marks = [marks for marks in self._marks if shiboken6.isValid(marks)]
        if not isinstance(field, QTextEdit | QPlainTextEdit) or not field.property(SPELLED):
            return
        if not any(marks.parent() is field for marks in self._marks):
            self._marks.append(SpellingMarks(field, verdicts=self._verdicts, theme=self._theme))


class SpellingMarks(QObject):
    """The marks of one field, which owns them."""

    def __init__(self, field: TextField, *, verdicts: SpellingVerdicts, theme: Theme) -> None:
        super().__init__(field)
        self._field, self._verdicts, self._theme = field, verdicts, theme
        self._shown: list[CheckedWord] = []
        self._revision = field.document().revision()
        self._seen = -1
        """The revision of the text when the cursor last moved."""
        self._typing = False
        self._menu: SpellingMenu | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.mark)
        field.document().contentsChange.connect(self._on_contents_changed)
        field.cursorPositionChanged.connect(self._on_cursor_moved)
        field.verticalScrollBar().valueChanged.connect(self._timer.start)
        verdicts.changed.connect(self._timer.start)
        theme.changed.connect(self._on_theme_changed)
        field.installEventFilter(self)
        field.viewport().installEventFilter(self)
        self._timer.start()

    @property
    def wrong_words(self) -> list[str]:
        """The words that are marked."""
        return [word.text for word in self._shown]

    def close(self) -> None:
        """Take the marks away, for good."""
        self._field.removeEventFilter(self)
        self._field.viewport().removeEventFilter(self)
        self._show([])
        self.deleteLater()

    def mark(self) -> None:
        """Mark the wrong words of what can be seen, and ask about those that are not known."""
        if not self._verdicts.enabled or self._field.isReadOnly():
            self._show([])
            return
        visible = self._visible_words()
        self._verdicts.want(word.text for word in visible)
        written = self._field.textCursor().position() if self._typing else -1
        wrong = [word for word in visible if self._verdicts.is_wrong(word.text) and word.end != written]
        self._show(wrong[:MAX_MARKS])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what comes into view, and put suggestions into the context menu of a wrong word."""
        if event.type() is QEvent.Type.Resize:
            self._timer.start()
        elif event.type() is QEvent.Type.FocusOut and watched is self._field:
            self._typing = False
            self._timer.start()
        elif isinstance(event, QContextMenuEvent):
            return self._open_menu(event)
        return False

    def _open_menu(self, event: QContextMenuEvent) -> bool:
        field = self._field
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            cursor = field.textCursor()
            place = field.viewport().mapToGlobal(field.cursorRect(cursor).bottomLeft())
        else:
            place = event.globalPos()
            cursor = field.cursorForPosition(field.viewport().mapFromGlobal(place))
        word = next((one for one in self._shown if one.start <= cursor.position() <= one.end), None)
        if word is None:
            return False
        if self._menu is not None and shiboken6.isValid(self._menu):
            self._menu.cancel()
        self._menu = SpellingMenu(field, word, verdicts=self._verdicts, place=place)
        return True

    def _visible_words(self) -> list[CheckedWord]:
        """Return the words that are checked of what can be seen, and of some lines around it."""
        view = self._field.viewport().rect()
        margin = round(self._field.document().documentMargin()) + 1  # in the margin Qt finds any place of the text
        first = self._field.cursorForPosition(view.topLeft() + QPoint(margin, margin))
        last = self._field.cursorForPosition(view.bottomRight())
        block, end = first.block(), last.position() + AROUND
        start = first.position() - AROUND
        in_code = ends_in_code(_text_before(block))
        words: list[CheckedWord] = []
        while block.isValid() and block.position() < end:
            text = block.text()
            if is_fence(text):
                in_code = not in_code
            elif not in_code:
                words += _words_of(block, text, start, end)
            block = block.next()
        return words

    def _show(self, wrong: list[CheckedWord]) -> None:
        if wrong == self._shown and self._revision == self._field.document().revision():
            return
        self._shown, self._revision = wrong, self._field.document().revision()
        underline = QTextCharFormat()
        underline.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        underline.setUnderlineColor(self._theme.colour("error"))
        marks = []
        for word in wrong:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = _cursor_over(self._field, word)
            mark.format = underline
            marks.append(mark)
        self._field.setExtraSelections(marks)

    def _on_contents_changed(self, _: int, removed: int, added: int) -> None:
        self._typing = added != 0 or removed != 0
        self._timer.start()

    def _on_cursor_moved(self) -> None:
        """Typing moves the cursor, too, and is no leaving of the word."""
        revision = self._field.document().revision()
        if revision == self._seen:
            self._typing = False
            self._timer.start()
        self._seen = revision

    def _on_theme_changed(self) -> None:
        self._shown, shown = [], self._shown
        self._show(shown)


class SpellingMenu(QObject):
    """The field's own menu with suggestions for a word above; it opens once they are known, or at last without."""

    def __init__(self, field: TextField, word: CheckedWord, *, verdicts: SpellingVerdicts, place: QPoint) -> None:
        super().__init__(field)
        self._field, self._word, self._verdicts, self._place = field, word, verdicts, place
        self._opened = False
        verdicts.suggested.connect(self._on_suggested)
        if verdicts.suggestions(word.text) is None:
            QTimer.singleShot(MENU_WAIT_MS, self, self._open)
        else:
            self._open()

    def _on_suggested(self, word: str) -> None:
        if word == self._word.text:
            self._open()

    def cancel(self) -> None:
        """Open no more: another menu was asked for."""
        self._opened = True

    def _open(self) -> None:
        if self._opened:
            return
        self._opened = True
        menu = self._field.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setParent(menu)
        menu.insertActions(menu.actions()[0], self._actions(menu))
        menu.popup(self._place)

    def _actions(self, menu: QMenu) -> list[QAction]:
        text, verdicts = self._word.text, self._verdicts
        actions = []
        for suggestion in (verdicts.suggestions(text) or ())[:MAX_SUGGESTIONS]:
            action = QAction(button_text(suggestion), menu)
            action.triggered.connect(lambda _=False, text=suggestion: self._replace(text))
            actions.append(action)
        if not actions:
            actions.append(QAction(translate("No suggestions"), menu))
            actions[0].setEnabled(False)
        add = QAction(translate("Add to dictionary"), menu)
        add.triggered.connect(lambda: verdicts.add(text))
        ignore = QAction(translate("Ignore"), menu)
        ignore.triggered.connect(lambda: verdicts.ignore(text))
        return [*actions, _separator(menu), add, ignore, _separator(menu)]

    def _replace(self, text: str) -> None:
        cursor = _cursor_over(self._field, self._word)
        if cursor.selectedText() == self._word.text:  # else somebody has changed it meanwhile
            cursor.insertText(text)


def _separator(menu: QMenu) -> QAction:
    line = QAction(menu)
    line.setSeparator(True)
    return line


def _words_of(block: QTextBlock, text: str, start: int, end: int) -> list[CheckedWord]:
    """Return the checked words of a paragraph between two positions of the document."""
    offset = block.position()
    found = checked_words(text, start=max(0, start - offset), end=end - offset)
    return [CheckedWord(word.start + offset, word.text) for word in found]


def _text_before(block: QTextBlock) -> str:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.Start, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\N{PARAGRAPH SEPARATOR}", "\n")


def _cursor_over(field: TextField, word: CheckedWord) -> QTextCursor:
    cursor = field.textCursor()
    cursor.setPosition(word.start)
    cursor.setPosition(word.end, QTextCursor.MoveMode.KeepAnchor)
    return cursor
