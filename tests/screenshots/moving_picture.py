"""`python -m tests.screenshots.moving_picture` writes docs/images/moving.png, with which the README begins.

The real program, its own model, a question: the answer with its memory, a click, and the inspector shows that memory
and where the time went. What is shown is real; only waiting is cut short, so that it can be watched in some seconds.
"""

import asyncio
import gc
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import qasync
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar, QWidget

from alicia_desktop.config import LookSettings, Settings, save_settings
from alicia_desktop.paths import find_paths
from alicia_desktop.ui.application import create_application
from alicia_desktop.ui.widgets.chip import MemoryChip
from tests.screenshots.__main__ import PICTURES, settle
from tests.screenshots.animated_png import Frame, animated_png
from tests.screenshots.stage import Stage, staged
from tests.screenshots.story import told

NAME: Final = "moving.png"
SIZE: Final = (1200, 750)
QUESTION: Final = "When is Emma's recital?"
KEY_MS, ANSWER_MS, POINTER_MS, REST_MS, READ_MS = 60, 120, 40, 900, 3_200
MAX_WAIT_MS: Final = 600
"""A picture that stays the same while something is awaited is shown no longer."""
POINTER_STEPS: Final = 14
POINTER: Final = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))


class Recorder:
    """Take pictures of the window, with a pointer on them."""

    def __init__(self, window: QWidget) -> None:
        self.frames: list[Frame] = []
        self._window = window
        self._pointer: QPoint | None = None

    def take(self, milliseconds: int, *, most: int = READ_MS) -> None:
        """Take a picture; one that is as the last is that one, shown for longer, up to `most` milliseconds."""
        image = self._window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        if self._pointer is not None:
            _paint_pointer(image, self._pointer)
        if self.frames and self.frames[-1].image == image:
            shown = min(self.frames[-1].milliseconds + milliseconds, max(most, self.frames[-1].milliseconds))
            self.frames[-1] = Frame(image, shown)
        else:
            self.frames.append(Frame(image, milliseconds))

    async def until_still(self, stage: Stage) -> None:
        """Take the window once nothing moves in it any more."""
        await stage.still(self._window)
        self.take(REST_MS)

    async def point(self, widget: QWidget, part_of_it: QRect | None = None) -> None:
        """Move the pointer to a widget, or to a part of it, and press there."""
        place = (part_of_it or widget.rect()).center()
        end = widget.mapTo(self._window, place)
        start = self._pointer or QPoint(self._window.width() // 2, self._window.height() - 120)
        for step in range(1, POINTER_STEPS + 1):
            part = step / POINTER_STEPS
            self._pointer = start + (end - start) * (part * part * (3 - 2 * part))
            self.take(POINTER_MS)
            await asyncio.sleep(0)
        self.take(REST_MS // 3)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)


async def record(stage: Stage) -> list[Frame]:
    """Tell something, ask for it in another conversation, and look why the answer is what it is."""
    stage.resize(SIZE)
    await told(stage, pictured=False)
    await stage.new_conversation("asked")
    await stage.still(stage.window)
    recorder = Recorder(stage.window)
    recorder.take(REST_MS)
    field = stage.window.conversation.dock.composer.field
    field.setFocus()
    for letter in QUESTION:
        QTest.keyClicks(field, letter)
        recorder.take(KEY_MS)
    recorder.take(REST_MS // 2)
    QTest.keyClick(field, Qt.Key.Key_Return)
    answering = asyncio.gather(stage.answered(QUESTION))
    while not answering.done():
        recorder.take(ANSWER_MS, most=MAX_WAIT_MS)
        await asyncio.sleep(ANSWER_MS / 1_000)
    await answering
    await recorder.until_still(stage)
    await _look_why(stage, recorder)
    return recorder.frames


async def _look_why(stage: Stage, recorder: Recorder) -> None:
    window = stage.window
    chips = [chip for chip in window.findChildren(MemoryChip) if chip.isVisible() and chip.row.action == "retrieved"]
    await recorder.point(chips[0])
    await stage.open_inspector()
    await stage.until(lambda: stage.inspector.tab == "memory", "the tab Memory")
    await recorder.until_still(stage)
    recorder.take(READ_MS)
    tabs = next(iter(stage.inspector.findChildren(QTabBar)))
    await recorder.point(tabs, tabs.tabRect(0))
    await stage.until(lambda: stage.inspector.tab == "turn", "the tab Turn")
    await recorder.until_still(stage)
    recorder.take(READ_MS)


def _paint_pointer(image: QImage, place: QPoint) -> None:
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(QColor("black"))
    painter.drawPolygon(QPolygonF([QPointF(place.x() + x, place.y() + y) for x, y in POINTER]))
    painter.end()


def main() -> int:
    """Write the picture."""
    with ExitStack() as stack:
        settle(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-"))))
        find_paths().create()
        save_settings(find_paths().settings, Settings(look=LookSettings(theme="light"), first_run_done=True))
        app = create_application()
        app.setCursorFlashTime(0)
        loop = stack.enter_context(qasync.QEventLoop(app))
        asyncio.set_event_loop(loop)

        async def run() -> list[Frame]:
            async with staged(app, PICTURES) as stage:
                return await record(stage)

        frames = loop.run_until_complete(run())
        file = animated_png(frames)
        (PICTURES / NAME).write_bytes(file)
        seconds = sum(frame.milliseconds for frame in frames) / 1_000
        print(f"{NAME}  {len(frames)} frames, {seconds:.1f} s, {len(file) / 1e6:.2f} MB")  # noqa: T201 - the report
    gc.freeze()  # as in `app/root.join`
    return 0


if __name__ == "__main__":
    sys.exit(main())
