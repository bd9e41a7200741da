"""`python -m tests.support.accessibility.shown_window`: the main window with the rows of the design's pictures.

Says "ready" once it is shown. A line on stdin lets the answer grow by a sentence, or shows an error.
"""

import sys
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.ui.application import create_application
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import SentenceSpan
from tests.ui import samples

EARLIER: Final = 60
"""Messages above those of the pictures, most of which are out of sight."""


class Memories(QWidget):
    """A window of the program that is no dialog."""


def main() -> None:
    app = create_application()
    theme = Theme(choice="light", reduced_motion=True)
    theme.install(app)
    window = MainWindow(theme=theme, clock=JumpingClock())
    window.resize(1280, 800)
    window.set_conversations(samples.conversations())
    window.set_current("ac_0")
    window.set_header("Emma’s recital on Friday")
    window.set_status(samples.STATUS)
    window.set_voice(samples.SPEAKING)
    rows = samples.messages()
    for number in range(EARLIER):
        rows.insert(number, samples.question(number + 100, f"Question {number + 1}"))
    window.set_messages(rows)
    window.show()
    another = Memories()
    another.setWindowTitle("Memories – Alicia")
    another.show()
    window.activateWindow()

    def act() -> None:
        order = sys.stdin.readline().strip()
        if order == "sentence":
            row = rows.get("am_4")
            assert row is not None
            grown = row.text + ". This is the next sentence."
            spans = (*row.sentences, SentenceSpan(sequence=4, start=len(row.text), end=len(grown)))
            rows.put(replace(row, text=grown, sentences=spans, revision=row.revision + 1))
        elif order == "error":
            window.show_toast("The message could not be sent", kind="error")
        else:
            app.quit()

    heard = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    heard.activated.connect(act)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    app.exec()


if __name__ == "__main__":
    main()
