"""Images and text files in a message, and in the message field before they are sent."""

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QLinearGradient, QPainter

from alicia_desktop.ui.conversation.attachments import FileTile
from tests.screenshots.stage import Stage

PROGRAMME = "Recital, Friday 18:00\n\n1. Clementi, Sonatina in C\n2. Schumann, Melody\n3. Bach, Minuet in G\n"


async def attached(stage: Stage, folder: Path) -> None:
    """Send two files, and attach others."""
    poster, garden = _poster(folder / "recital poster.png"), _garden(folder / "garden.jpg")
    programme = folder / "programme.txt"
    programme.write_text(PROGRAMME, encoding="utf-8")
    bar = stage.window.conversation.dock.composer.attachments
    await stage.new_conversation("the poster")
    stage.window.files_given.emit([poster, programme])
    await stage.until(lambda: len(bar.files) == 2, "two files are attached")
    await stage.ask("Emma made the poster for her recital.")
    await stage.entitle("Emma’s poster")
    await stage.until(lambda: any(tile.has_picture for tile in stage.window.findChildren(FileTile)), "the picture")
    stage.window.files_given.emit([garden])
    await stage.until(lambda: len(bar.files) == 1, "another file is attached")
    stage.window.set_draft("And this is where they play.")
    await stage.picture("attachments")
    bar.take()
    stage.window.set_draft("")


def _poster(path: Path) -> Path:
    image = QImage(900, 1200, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4efe6"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#17695c"))
    painter.drawRect(0, 760, 900, 440)
    for number in range(9):
        painter.setBrush(QColor("white"))
        painter.drawRect(QRectF(30 + number * 94, 790, 88, 380))
    for number in (0, 1, 3, 4, 5, 7):
        painter.setBrush(QColor("#20302c"))
        painter.drawRect(QRectF(94 + number * 94, 790, 54, 230))
    painter.setPen(QColor("#20302c"))
    for size, top, words in ((150, 160, "Piano"), (84, 360, "Emma plays"), (60, 520, "Friday, 18:00")):
        font = QFont("Inter")
        font.setPixelSize(size)
        painter.setFont(font)
        painter.drawText(QRectF(0, top, 900, size * 1.3), Qt.AlignmentFlag.AlignCenter, words)
    painter.end()
    assert image.save(str(path))
    return path


def _garden(path: Path) -> Path:
    image = QImage(2400, 1600, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sky = QLinearGradient(QPointF(0, 0), QPointF(0, 1100))
    sky.setColorAt(0, QColor("#6fa8c9"))
    sky.setColorAt(1, QColor("#f6dcb3"))
    painter.fillRect(0, 0, 2400, 1100, sky)
    painter.fillRect(0, 1000, 2400, 600, QColor("#4c7a4a"))
    painter.setPen(Qt.PenStyle.NoPen)
    for x, size in ((300, 420), (900, 300), (1700, 520), (2200, 260)):
        painter.setBrush(QColor("#2f5b3a"))
        painter.drawEllipse(QPointF(x, 900), size / 1.6, size)
    painter.end()
    assert image.save(str(path))
    return path
