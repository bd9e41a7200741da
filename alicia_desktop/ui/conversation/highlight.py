"""Colours for code: Pygments' tokens mapped to the theme's nine syntax colours, as ranges of a text document."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument

from alicia_desktop.ui.theme import Theme

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

LARGEST = 50_000
"""Longer code stays in one colour: highlighting it would be felt."""


def highlight(document: QTextDocument, language: str, theme: Theme) -> None:
    """Colour `document`, code in `language` as the fence named it; an unknown language stays in one colour."""
    code = document.toPlainText()
    lexer = _lexer(language) if len(code) <= LARGEST else None
    if lexer is None:
        return
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for place, token, text in lexer.get_tokens_unprocessed(code):
        name = _colour(token)
        if name:
            _paint(cursor, place, len(text), name, theme)
    cursor.endEditBlock()


def _paint(cursor: QTextCursor, place: int, length: int, name: str, theme: Theme) -> None:
    style = QTextCharFormat()
    style.setForeground(theme.colour(name))
    cursor.setPosition(place)
    cursor.setPosition(place + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(style)


def _lexer(language: str) -> "Lexer | None":
    if not language:
        return None
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415 - loaded with the first code block
    from pygments.util import ClassNotFound  # noqa: PLC0415 - as above

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
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
    return next((name for kind, name in table if _within(token, kind)), "")


def _within(token: "_TokenType", kind: "_TokenType") -> bool:
    return kind in token.split()
