"""The runs of a formatted text, and their formats."""

from collections.abc import Iterator

from PySide6.QtGui import QTextCharFormat, QTextDocument, QTextFragment


def fragments(document: QTextDocument) -> Iterator[QTextFragment]:
    """Return every run of one format."""
    block = document.begin()
    while block.isValid():
        runs = block.begin()
        while not runs.atEnd():
            yield runs.fragment()
            runs += 1
        block = block.next()


def formats(document: QTextDocument) -> Iterator[QTextCharFormat]:
    """Return the format of every run."""
    return (fragment.charFormat() for fragment in fragments(document))
