"""The files of a message, and those that wait in the composer to be sent: each with picture or icon, name and size.

A file of a message is pressed to see it whole. Small pictures come from the disk when their message is shown
(`MessageRequests.picture_wanted`), and are the same size before and after they have come. A waiting file has a button
to remove it; beneath stands what is to be said about them: why a file was not attached, or what becomes of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.ui.conversation.message_controls import MessageRequests
from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.chip import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label
from alicia_desktop.view.rows import FileRow

PICTURE_SIZE: Final = QSize(200, 150)
LINE_SIZE: Final = QSize(260, 44)
MAX_SHOWN: Final = 20
ICONS: Final = {"image": "image", "text": "file-text", "other": "file"}
GAP: Final = 6
WAITING_WIDTH: Final = 310
WAITING_PICTURE_SIDE: Final = 36
"""Of a small picture."""
Tone = Literal["muted", "error"]


class FileTile(QAbstractButton):
    """A file of a message as a button: the picture, or icon, name and size."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = FileRow(position=0, name="", kind="other", size="")
        self._image: Picture | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    @property
    def row(self) -> FileRow:
        """The file that is shown."""
        return self._row

    @property
    def has_picture(self) -> bool:
        """Whether the small picture is there."""
        return self._image is not None

    def set_row(self, row: FileRow, image: Picture | None) -> None:
        """Show a file; `image` is its small picture, if that has come."""
        self._row, self._image = row, image
        self.setProperty(FIXED_SIZE, True)
        self.setFixedSize(PICTURE_SIZE if row.kind == "image" else LINE_SIZE)
        action = self.tr("Save as a file") if row.kind == "other" else self.tr("Show")
        set_accessible_name(self, f"{action}: {row.name}, {row.size}")
        set_tool_tip(self, f"{row.name} · {row.size}")
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter as with Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole picture, or icon, name and size, on a ground."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        rect, radius = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self._theme.radius("card")
        path = QPainterPath()
        path.addRoundedRect(rect, radius, radius)
        painter.fillPath(path, self._theme.colour("surface-raised"))
        if self._image is not None:
            painter.save()
            painter.setClipPath(path)
            painter.drawImage(_fitted(self._image, rect), self._image)
            painter.restore()
        else:
            self._paint_words(painter)
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.drawPath(path)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        height, row = self.height(), self._row
        icon = self._theme.icon(ICONS[row.kind], "text-muted")
        icon.paint(painter, 12, (height - 20) // 2, 20, 20)
        room = self.width() - 56
        lines = ((row.name, "text", -1), (row.size, "text-muted", 1))
        for words, colour, side in lines:
            painter.setFont(self._theme.font("small", weight=500 if side < 0 else 400))
            painter.setPen(self._theme.colour(colour))
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(clip_line(words, room), Qt.TextElideMode.ElideMiddle, room)
            middle = height / 2 + side * metrics.height() / 2
            area = QRectF(44, middle - metrics.height() / 2, room, metrics.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, shown)


def _fitted(image: Picture, room: QRectF) -> QRectF:
    """Return where the whole image stands in the middle of `room`, as large as it can."""
    size = QSizeF(image.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
    centre = room.center()
    return QRectF(centre.x() - size.width() / 2, centre.y() - size.height() / 2, size.width(), size.height())


def _widest_line(widths: list[int], room: int) -> int:
    """Return how much of `room` tiles of these widths take, line by line."""
    widest = line = 0
    for width in widths:
        line = line + GAP + width if line and line + GAP + width <= room else width
        widest = max(widest, line)
    return min(widest, room)


class AttachedFiles(QWidget):
    """The files of one message, side by side; pooled with its message."""

    def __init__(self, *, theme: Theme, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._requests = theme, requests
        self._message_id = ""
        self._tiles: list[FileTile] = []
        self._flow = FlowLayout(self, gap=GAP, at_end=True)
        requests.picture_loaded.connect(self._on_picture)
        self.hide()

    def show_files(self, message_id: str, files: tuple[FileRow, ...], width: int) -> None:
        """Show the files of a message in lines of at most `width` pixels; hidden without any."""
        self._message_id = message_id
        shown = files[:MAX_SHOWN]
        for number in range(len(self._tiles), len(shown)):
            self._add_tile(number)
        for tile, row in zip(self._tiles, shown, strict=False):
            image = self._requests.pictures.get((message_id, row.position))
            tile.set_row(row, image)
            if row.kind == "image" and image is None:
                self._requests.picture_wanted.emit(message_id, row.position)
        for number, tile in enumerate(self._tiles):
            tile.setVisible(number < len(shown))
        used = _widest_line([tile.width() for tile in self._tiles[: len(shown)]], width)
        self.setVisible(bool(shown))
        if shown:
            self.setFixedSize(QSize(used, self._flow.heightForWidth(used)))

    def _add_tile(self, number: int) -> None:
        tile = FileTile(theme=self._theme)
        tile.clicked.connect(lambda: self._on_clicked(self._tiles[number].row))
        self._tiles.append(tile)
        self._flow.addWidget(tile)

    def _on_clicked(self, row: FileRow) -> None:
        requests = self._requests
        wanted = requests.save_file_requested if row.kind == "other" else requests.file_requested
        wanted.emit(self._message_id, row.position)

    def _on_picture(self, message_id: str, position: int, image: Picture) -> None:
        for tile in self._tiles if message_id == self._message_id else ():
            if tile.row.position == position and not tile.isHidden():
                tile.set_row(tile.row, image)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class PendingFile:
    """A file that is attached and not sent yet."""

    attachment: Attachment
    thumbnail: Picture | None = None
    note: str = ""
    """`1,024 × 768 · 212 KB · scaled down`."""


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
            self.set_notice("")

    def take(self) -> tuple[PendingFile, ...]:
        """Remove and return all files, which are to be sent now."""
        taken, self._files = tuple(self._files), []
        self.set_notice("")
        return taken

    def remove(self, file: PendingFile) -> None:
        """Remove one file; the keyboard goes on to what stands in its place."""
        place = self._files.index(file)
        self._files.remove(file)
        self.set_notice("")
        if self._files:
            lines = self._list.findChildren(FileLine)
            lines[min(place, len(lines) - 1)].remove.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_notice(self, sentence: str, tone: Tone = "muted") -> None:
        """Say something about the files, or nothing more."""
        self._notice.set_tone(tone)
        self._notice.setText(sentence)
        set_accessible_name(self._notice, sentence)
        self._show()

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
