"""Colours for code: Pygments' tokens mapped to the theme's nine syntax colours, as ranges of a text document.

Code is highlighted in batches: the first at once if its language was used before, the rest in the next turns of the
event loop. Only languages whose lexers are known to run in linear time are highlighted: whoever sends code names its
language too, and some lexers take minutes for a page that was made for them.
"""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from shiboken6 import isValid

from alicia_desktop.ui.theme import Theme

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

BATCH_CHARACTERS: Final = 1_500
"""Number of characters highlighted in one turn of the event loop."""
_NAMES: Final = """
bash sh shell zsh c c++ cpp console css dart diff docker dockerfile elixir go golang haskell hs html java
javascript js json jsx kotlin lua markdown md nix perl php powershell ps1 py python python3 r rb ruby rs
rust sql swift toml ts tsx typescript xml yaml yml zig
"""
LANGUAGES: Final = frozenset(_NAMES.split())
"""As fences name them."""


class HighlightQueue(QObject):
    """Highlight code documents in batches, on the event loop."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lexers: dict[str, Lexer | None] = {}
        self._queue: deque[_Code] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_turn)

    def add(self, document: QTextDocument, language: str) -> None:
        """Highlight `document` as `language`, the name on the fence; code in an unknown language is left plain."""
        name = language.lower()
        if name not in LANGUAGES:
            return
        code = _Code(document, name)
        if name not in self._lexers or not self._colour(code):
            self._queue.append(code)
            self._timer.start()

    def _on_turn(self) -> None:
        code = self._queue[0]
        if code.language not in self._lexers:
            self._lexers[code.language] = _lexer(code.language)
        elif self._colour(code):
            self._queue.popleft()
        if not self._queue:
            self._timer.stop()

    def _colour(self, code: "_Code") -> bool:
        """Highlight the next batch; return whether the document is finished."""
        lexer = self._lexers[code.language]
        if lexer is None or not isValid(code.document):  # nobody shows it any more
            return True
        cursor = QTextCursor(code.document)
        cursor.beginEditBlock()
        for place, length, name in code.next_tokens(lexer):
            _paint(cursor, place, length, name, self._theme)
        cursor.endEditBlock()
        return code.ended


class _Code:
    """A code document with its lexer's progress."""

    def __init__(self, document: QTextDocument, language: str) -> None:
        self.document = document
        self.language = language
        self.ended = False
        self._tokens: Iterator[tuple[int, _TokenType, str]] | None = None
        self._until = 0

    def next_tokens(self, lexer: "Lexer") -> Iterator[tuple[int, int, str]]:
        """Yield start, length and colour name of each token of the next batch."""
        if self._tokens is None:
            self._tokens = lexer.get_tokens_unprocessed(self.document.toPlainText())
        self._until += BATCH_CHARACTERS
        for place, token, text in self._tokens:
            name = _colour(token)
            if name:
                yield place, len(text), name
            if place + len(text) >= self._until:
                return
        self.ended = True


def _paint(cursor: QTextCursor, place: int, length: int, name: str, theme: Theme) -> None:
    style = QTextCharFormat()
    style.setForeground(theme.colour(name))
    cursor.setPosition(place)
    cursor.setPosition(place + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(style)


def _lexer(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415 - loaded with the first code block
    from pygments.util import ClassNotFound  # noqa: PLC0415 - as above

    inner = {"handlecodeblocks": False} if language in {"markdown", "md"} else {}  # those name their languages too
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False, **inner)
    except ClassNotFound:
        return None


def _colour(token: "_TokenType") -> str:
    from pygments.token import Comment, Keyword, Name, Number, Operator, String  # noqa: PLC0415 - as above

    table = (
        (Comment, "syn-comment"),
        (Keyword.Type, "syn-type"),
        (Keyword, "syn-keyword"),
        (Operator.Word, "syn-keyword"),
        (Name.Tag, "syn-key"),
        (Name.Attribute, "syn-key"),
        (Name.Function, "syn-function"),
        (Name.Class, "syn-type"),
        (Name.Builtin, "syn-type"),
        (Name.Decorator, "syn-function"),
        (Number, "syn-number"),
        (String, "syn-string"),
    )
    return next((name for kind, name in table if _is_token_kind(token, kind)), "")


def _is_token_kind(token: "_TokenType", kind: "_TokenType") -> bool:
    return kind in token.split()
