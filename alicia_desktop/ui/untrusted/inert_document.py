"""Formatted untrusted text without anything that layout, tool tip or click would open by itself.

A `QTextDocument` whose `loadResource` has no answer opens the name of a picture as a file of its own accord, be it a
device, a pipe or a share of another computer. So a picture is taken out before anything is laid out, and what stays is
its description, a link where its address is one. As a second wall the document has an answer for every resource.
"""

from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QByteArray, QUrl
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
)

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.untrusted.links import describe_link, encode_address, misleading_target, parse_link
from alicia_desktop.ui.untrusted.plain_text import tool_tip

_OF_LINKS: Final = (
    QTextFormat.Property.IsAnchor,
    QTextFormat.Property.AnchorHref,
    QTextFormat.Property.AnchorName,
    QTextFormat.Property.ForegroundBrush,
    QTextFormat.Property.TextToolTip,
)
"""What Qt gives the text of a link."""


class InertDocument(QTextDocument):
    """A text document that never loads a resource."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return an empty resource."""
        return empty_resource(kind)


def empty_resource(kind: int) -> QImage | QByteArray:
    """Return a resource without contents; for a picture one pixel, because Qt opens a name that gives it none."""
    if kind != QTextDocument.ResourceType.ImageResource.value:
        return QByteArray()
    pixel = QImage(1, 1, QImage.Format.Format_ARGB32)
    pixel.fill(0)
    return pixel


def sanitize(document: QTextDocument) -> None:
    """Replace pictures by their descriptions, make text of links that cannot be opened, and show where others lead."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for runs in reversed(_parts(document)):
        if runs[0].format.isImageFormat():
            _replace_picture(cursor, runs)
        else:
            _restrict_link(cursor, runs)
    cursor.endEditBlock()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Run:
    """Text of one format that is a picture or a link."""

    start: int
    end: int
    text: str
    format: QTextCharFormat
    address: str


def _parts(document: QTextDocument) -> list[list[_Run]]:
    """Return the pictures and links, each with its runs: emphasis in a link or a description divides it."""
    parts: list[list[_Run]] = []
    if not any(_is_part(style.toCharFormat()) for style in document.allFormats()):
        return parts
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            style = fragments.fragment().charFormat()
            if _is_part(style):
                _add(parts, _run(fragments.fragment(), style))
            fragments += 1
        block = block.next()
    return parts


def _is_part(style: QTextCharFormat) -> bool:
    return style.isAnchor() or style.isImageFormat()


def _run(fragment: QTextFragment, style: QTextCharFormat) -> _Run:
    address = style.toImageFormat().name() if style.isImageFormat() else style.anchorHref()
    start, end = fragment.position(), fragment.position() + fragment.length()
    return _Run(start=start, end=end, text=fragment.text(), format=style, address=address)


def _add(parts: list[list[_Run]], run: _Run) -> None:
    """Add a run to the part before it where it goes on with that one, else as a part of its own."""
    last = parts[-1][-1] if parts else run
    kinds = (last.format.isImageFormat(), run.format.isImageFormat())
    if last.end == run.start and last.address == run.address and kinds[0] is kinds[1]:
        parts[-1].append(run)
    else:
        parts.append([run])


def _replace_picture(cursor: QTextCursor, runs: list[_Run]) -> None:
    described = (run.format.property(QTextFormat.Property.ImageAltText) for run in runs)
    text = "".join(words for words in described if words).strip()
    url = parse_link(runs[0].address)
    style = QTextCharFormat() if url is None else _link_format(QTextCharFormat(), url)
    _select(cursor, runs)
    cursor.insertText(text or translate("Image"), style)
    _insert_target(cursor, text, url)


def _restrict_link(cursor: QTextCursor, runs: list[_Run]) -> None:
    url = parse_link(runs[0].address)
    cursor.setPosition(runs[-1].end)
    _insert_target(cursor, "".join(run.text for run in runs), url)
    for run in runs:
        style = QTextCharFormat(run.format)
        for name in _OF_LINKS:
            style.clearProperty(name)
        _select(cursor, [run])
        cursor.setCharFormat(style if url is None else _link_format(style, url))


def _insert_target(cursor: QTextCursor, text: str, url: QUrl | None) -> None:
    """Write where a link leads behind its text, where that names another address."""
    where = misleading_target(text, url) if url is not None else ""
    if where:
        cursor.insertText(f" ({where})", QTextCharFormat())


def _link_format(style: QTextCharFormat, url: QUrl) -> QTextCharFormat:
    style.setAnchor(True)
    style.setAnchorHref(encode_address(url))
    style.setToolTip(tool_tip(describe_link(url)))
    style.setForeground(QGuiApplication.palette().link())
    return style


def _select(cursor: QTextCursor, runs: list[_Run]) -> None:
    cursor.setPosition(runs[0].start)
    cursor.setPosition(runs[-1].end, QTextCursor.MoveMode.KeepAnchor)
