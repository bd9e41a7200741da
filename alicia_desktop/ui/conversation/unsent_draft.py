"""What waits in the composer to be sent: text, a text too long to be edited, and files, each with its line.

A long text is one line with buttons to show and remove it. A waiting file has a small picture or icon, its name and
size, and a button to remove it; beneath stands what is to be said about them: why a file was not attached, or what
becomes of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.base.message_draft import MessageDraft
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.flow_layout import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label
from alicia_desktop.view import text as wording

GAP: Final = 6
WAITING_WIDTH: Final = 310
WAITING_PICTURE_SIDE: Final = 36
"""Of a small picture."""
Tone = Literal["muted", "error"]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class PendingFile:
    """A file that is attached and not sent yet."""

    attachment: Attachment
    thumbnail: Picture | None = None
    note: str = ""
    """`1,024 × 768 · 212 KB · scaled down`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnsentDraft(MessageDraft[PendingFile]):
    """What is written and not sent yet, with files as they are shown."""


class LongText(QWidget):
    """Show a long text as one line with buttons to show and remove it; hidden while there is none."""

    changed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._words = ElidedLabel("", theme=theme, font="small")
        self._show = ShowAllButton(title=self.tr("Long text"), theme=theme)
        self.remove = IconButton("x", self.tr("Remove long text"), theme=theme, small=True)
        self.remove.clicked.connect(self.clear)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(Icon("note", theme=theme, size=14))
        line.addWidget(self._words)
        line.addWidget(self._show)
        line.addWidget(self.remove)
        line.addStretch()
        self.hide()

    @property
    def text(self) -> str:
        """The long text, or ''."""
        return self._text

    def add(self, text: str) -> None:
        """Append to the long text."""
        self._set("\n\n".join(part for part in (self._text, text) if part))

    def clear(self) -> None:
        """Remove the long text."""
        self._set("")

    def _set(self, text: str) -> None:
        self._text = text
        size = wording.data_size(len(text.encode("utf-8", "surrogatepass")))
        self._words.set_text(self.tr("Long text · {size}").format(size=size))
        self._show.set_whole(text, cost=0)
        self._show.setText(self.tr("Show"))
        self.setVisible(bool(text))
        self.changed.emit()


class Thumbnail(QWidget):
    """A small picture with round corners, cut to fill its square."""

    def __init__(self, image: Picture, *, side: int, radius: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image, self._radius = image, radius
        self.setProperty(FIXED_SIZE, True)
        self.setFixedSize(QSize(side, side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the middle of the picture."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()), self._radius, self._radius)
        painter.setClipPath(path)
        side = min(self._image.width(), self._image.height())
        left, top = (self._image.width() - side) / 2, (self._image.height() - side) / 2
        painter.drawImage(QRectF(self.rect()), self._image, QRectF(left, top, side, side))
        painter.end()


class AttachmentBar(QWidget):
    """Show the files that wait, and a sentence about them; hidden while there is neither."""

    changed = Signal()
    notice_wanted = Signal()
    """Files are shown of which nothing is said yet: of another draft, or those that are left."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._files: list[PendingFile] = []
        self._notice = Label("", theme=theme, font="small", wrap=True)
        self._list = QWidget()
        self._flow = FlowLayout(self._list, gap=8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 6)
        layout.setSpacing(4)
        layout.addWidget(self._list)
        layout.addWidget(self._notice)
        self._show()

    @property
    def files(self) -> tuple[PendingFile, ...]:
        """The files, in the order in which they were attached."""
        return tuple(self._files)

    @property
    def notice(self) -> str:
        """What is said about them."""
        return self._notice.text()

    def add(self, files: Sequence[PendingFile]) -> None:
        """Add files at the end."""
        self._files += files
        self._show()

    def set_files(self, files: Sequence[PendingFile]) -> None:
        """Show other files, with nothing said about them."""
        if self._files or files or self.notice:
            self._files = list(files)
            self._forget_notice()

    def take(self) -> tuple[PendingFile, ...]:
        """Remove and return all files, which are to be sent now."""
        taken, self._files = tuple(self._files), []
        self.set_notice("")
        return taken

    def remove(self, file: PendingFile) -> None:
        """Remove one file; the keyboard goes on to what stands in its place."""
        place = self._files.index(file)
        self._files.remove(file)
        self._forget_notice()
        if self._files:
            lines = self._list.findChildren(FileLine)
            lines[min(place, len(lines) - 1)].remove.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_notice(self, sentence: str, tone: Tone = "muted") -> None:
        """Say something about the files, or nothing more."""
        self._notice.set_tone(tone)
        self._notice.setText(sentence)
        set_accessible_name(self._notice, sentence)
        self._show()

    def _forget_notice(self) -> None:
        self.set_notice("")
        if self._files:
            self.notice_wanted.emit()

    def height_in(self, width: int) -> int:
        """Return the height of everything in `width` pixels."""
        if self.isHidden():
            return 0
        height = 10 + (self._flow.heightForWidth(width) if self._files else 0)
        if self.notice:
            height += self._notice.heightForWidth(width) + (4 if self._files else 0)
        return height

    def _show(self) -> None:
        for line in self._list.findChildren(FileLine):
            self._flow.removeWidget(line)
            line.setParent(None)
            line.deleteLater()
        for file in self._files:
            line = FileLine(file, theme=self._theme)
            line.remove.clicked.connect(lambda _=False, file=file: self.remove(file))
            self._flow.addWidget(line)
            line.show()
        self._list.setVisible(bool(self._files))
        self._notice.setVisible(bool(self.notice))
        self.setVisible(bool(self._files or self.notice))
        self.changed.emit()


class FileLine(QWidget):
    """One file: picture or icon, name over size, and the button that removes it; Delete removes it, too."""

    def __init__(self, file: PendingFile, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        attachment = file.attachment
        self.setProperty(FIXED_SIZE, True)
        self.setFixedSize(QSize(WAITING_WIDTH, WAITING_PICTURE_SIDE + 12))
        self.setProperty("file", True)
        name = ElidedLabel(attachment.name, theme=theme, font="small", weight=500)
        note = ElidedLabel(file.note, theme=theme, font="small", tone="muted")
        self.remove = IconButton("x", self.tr("Remove {name}").format(name=attachment.name), theme=theme, small=True)
        self.remove.setShortcut("")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(name)
        words.addWidget(note)
        words.addStretch()
        line = QHBoxLayout(self)
        line.setContentsMargins(6, 6, 4, 6)
        line.setSpacing(8)
        if file.thumbnail is not None:
            line.addWidget(Thumbnail(file.thumbnail, side=WAITING_PICTURE_SIDE, radius=theme.radius("badge")))
        else:
            line.addWidget(Icon("file-text", theme=theme, size=20))
        line.addLayout(words, 1)
        line.addWidget(self.remove)
        set_accessible_name(self, f"{attachment.name}, {file.note}")
        set_tool_tip(self, f"{attachment.name} · {file.note}")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground and edge."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("border"))
        painter.setBrush(self._theme.colour("surface"))
        radius = self._theme.radius("control")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()
