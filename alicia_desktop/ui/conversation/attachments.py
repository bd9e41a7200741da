"""Show the files of a message, each with picture or icon, name and size; one is pressed to see it whole.

Small pictures come from the disk when their message is shown (`MessageRequests.picture_wanted`), and are the same size
before and after they have come.
"""

from typing import Final

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from alicia_desktop.ui.conversation.message_controls import MessageRequests
from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.flow_layout import FlowLayout
from alicia_desktop.view.rows import FileRow

PICTURE_SIZE: Final = QSize(200, 150)
LINE_SIZE: Final = QSize(260, 44)
MAX_SHOWN: Final = 20
ICONS: Final = {"image": "image", "text": "file-text", "other": "file"}
GAP: Final = 6


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
