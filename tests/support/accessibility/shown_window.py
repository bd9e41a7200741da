"""`python -m tests.support.accessibility.shown_window`: the main window with the rows of the design's pictures.

Says "ready" once it is shown. A line on stdin lets the answer grow by a sentence, shows an error, or shows fields:
pages of the settings and the filters of the memories, after which it says "ready" again. So it does when it shows
dialogs or what a filter offers; "fail pairing" and the like let something go wrong in one of them.
"""

import sys
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.ui.application import create_application
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.memories.filters import FilterBar
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import SentenceSpan, SettingsPage
from tests.support.accessibility.shown_dialogs import Dialogs
from tests.ui import samples

PAGES: Final[tuple[SettingsPage, ...]] = ("general", "sound", "model")
EARLIER: Final = 60
"""Messages above those of the pictures, most of which are out of sight."""


class Memories(QWidget):
    """A window of the program that is no dialog."""


def show_fields(theme: Theme) -> list[QWidget]:
    """Show a window for each page of the settings with a choice in it, and one with the filters of the memories."""
    form = SettingsForm(model_address="http://127.0.0.1:8080/v1", model_name="qwen3:4b")
    windows: list[QWidget] = [
        SettingsDialog(form, theme=theme, inputs=["Headset"], outputs=["Speakers"], page=page) for page in PAGES
    ]
    windows.append(FilterBar(theme=theme, clock=JumpingClock()))
    for window in windows:
        window.show()
    return windows


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

    fields: list[QWidget] = []
    dialogs: list[Dialogs] = []

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
        elif order == "fields":
            fields.extend(show_fields(theme))
            say_ready()
        elif order == "dialogs":
            dialogs.append(Dialogs(theme))
            dialogs[0].show()
            say_ready()
        elif order == "offer":
            dialogs[0].offer()
            say_ready()
        elif order.startswith("fail "):
            dialogs[0].fail(order.removeprefix("fail "))
        else:
            app.quit()

    heard = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    heard.activated.connect(act)
    say_ready()
    app.exec()


def say_ready() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
