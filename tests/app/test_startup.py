"""The way to the first paint, in a process of its own: what it loads, and that a whole start and end goes by it."""

import os
import subprocess
import sys

import pytest

from alicia_desktop.compose.erasure import begin_erasing
from alicia_desktop.paths import Paths
from alicia_desktop.store.files.database_file import FileLock
from tests.support.patience import PATIENCE

HEAVY = (
    "asyncio",
    "msgspec",
    "platformdirs",
    "PySide6.QtNetwork",
    "qasync",
    "structlog",
    "keyring",
    "tomlkit",
    "typer",
    "sqlalchemy",
    "aiohttp",
    "numpy",
    "pyqtgraph",
)
LOADED = f"""
import sys
import alicia_desktop.cli, alicia_desktop.app.startup
print(*(name for name in ({", ".join(map(repr, HEAVY))}, "alicia_desktop.ui.panels") if name in sys.modules))
"""
WHOLE = """
from PySide6.QtCore import QEvent, QObject, QTimer
from alicia_desktop.app import startup
from alicia_desktop.ui import application

made, seen = application.create_window, []

class Painted(QObject):
    def eventFilter(self, window, event):
        if event.type() is QEvent.Type.Paint and not seen:
            seen.append(hasattr(window, "conversation"))
        return False

def create_window(app, paths):
    opened = made(app, paths)
    window = opened.window
    window.installEventFilter(Painted(window))
    def look():
        if paths.open_window.exists() and window.conversation.dock.composer.field.isVisible():
            timer.stop()
            window.close()
    timer = QTimer(window, interval=1)
    timer.timeout.connect(look)
    timer.start()
    return opened

application.create_window = create_window
status = startup.run(verbose=False)
print(*seen, status)
"""
CLOSED = """
from alicia_desktop.app import startup
from alicia_desktop.ui import application

made = application.create_window

def create_window(app, paths):
    opened = made(app, paths)
    startup.call_after_paint(opened.window, opened.window.close)
    return opened

application.create_window = create_window
print(startup.run(verbose=False))
"""
BROKEN = """
from alicia_desktop.app import startup
from alicia_desktop.ui import application
from alicia_desktop.ui.main_window import MainWindow

def create_parts(window):
    raise RuntimeError("no furniture")

MainWindow.create_parts = create_parts
print(startup.run(verbose=False))
"""


ERASING = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
from alicia_desktop.app import startup
from alicia_desktop.ui import application
from alicia_desktop.base.errors import WorldError
from alicia_desktop.credentials import Credentials
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.widgets.buttons import Button

def forget(credentials):
    if "keyring" in sys.argv:
        raise WorldError(sentence="The keyring is locked.", code="secrets_kept")

def look():
    for shown in QApplication.topLevelWidgets():
        if isinstance(shown, QuestionDialog) and shown.isVisible():
            seen.append(shown.windowTitle())
            if "words" in sys.argv:
                seen.extend(label.text() for label in shown.findChildren(QLabel))
            shown.findChild(Button).click()
        elif isinstance(shown, MainWindow) and shown.isVisible():
            seen.append("Window")
            shown.close()
    QTimer.singleShot(10, look)

seen = []
Credentials.forget = forget
create_application = application.create_application

def watched(language):
    app = create_application(language)
    QTimer.singleShot(10, look)
    return app

application.create_application = watched
status = startup.run(verbose=False)
print(*seen, status, sep="\\n")
"""


SAID_EARLY = """
import sys
from pathlib import Path
from alicia_desktop.base import translation

said, translate, translate_count = [], translation.translate, translation.translate_count
translation.translate = lambda *texts: said.append(texts) or translate(*texts)
translation.translate_count = lambda *texts, **values: said.append(texts) or translate_count(*texts, **values)

from alicia_desktop.app import startup
from alicia_desktop.ui import application

install_language = application.install_language

def install(app, choice):
    print(choice, *said)
    install_language(app, choice)

application.install_language = install
startup.run_capture(Path(sys.argv[1])) if sys.argv[1:] else startup.run(verbose=False, main_loop=lambda: 0)
print(translate("Undo"))
"""


def output_of(script, *arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout.split()


@pytest.mark.e2e
def test_nothing_is_loaded_that_an_empty_window_does_without():
    assert output_of(LOADED) == []


@pytest.mark.e2e
def test_the_frame_is_painted_before_anything_stands_in_it_and_the_end_leaves_the_folder_tidy(tmp_path):
    assert output_of(WHOLE, ALICIA_DATA_DIR=str(tmp_path)) == ["False", "0"]
    assert (tmp_path / "window.ini").exists()
    assert not (tmp_path / "window.open").exists()


@pytest.mark.e2e
def test_a_window_that_is_closed_at_once_ends_the_program(tmp_path):
    assert output_of(CLOSED, ALICIA_DATA_DIR=str(tmp_path)) == ["0"]


@pytest.mark.e2e
def test_a_start_that_breaks_off_ends_with_status_1(tmp_path):
    assert output_of(BROKEN, ALICIA_DATA_DIR=str(tmp_path)) == ["1"]


@pytest.mark.e2e
def test_an_erasure_that_cannot_be_completed_is_reported_and_ends_the_program(tmp_path):
    paths = Paths(folder=tmp_path)
    begin_erasing(paths)
    lock = FileLock(paths.server_database)
    lock.acquire()
    told = output_of(ERASING, ALICIA_DATA_DIR=str(tmp_path))
    lock.release()
    assert " ".join(told) == "Not all data was deleted – Alicia 1"
    assert paths.erasing.exists()


@pytest.mark.e2e
def test_an_erasure_that_leaves_only_the_keyring_is_reported_before_the_window_opens(tmp_path):
    begin_erasing(Paths(folder=tmp_path))
    told = output_of(ERASING, "keyring", ALICIA_DATA_DIR=str(tmp_path))
    assert " ".join(told) == "Not all data was deleted – Alicia Window 0"
    assert not Paths(folder=tmp_path).erasing.exists()


@pytest.mark.e2e
@pytest.mark.parametrize(("folder", "profile"), [("a file/data", ""), ("data", "Nobody")])
def test_a_start_without_a_data_folder_says_so_where_nobody_sees_a_terminal(tmp_path, folder, profile):
    (tmp_path / "a file").write_text("")
    told = output_of(ERASING, ALICIA_DATA_DIR=str(tmp_path / folder), ALICIA_PROFILE=profile)
    assert " ".join(told) == "Alicia cannot start – Alicia 1"


@pytest.mark.e2e
def test_why_there_can_be_no_window_is_said_in_the_language_of_the_desktop(tmp_path):
    told = output_of(ERASING, "words", ALICIA_DATA_DIR=str(tmp_path), ALICIA_PROFILE="Nobody", LANGUAGE="de")
    assert 'Es gibt kein Profil "Nobody"' in " ".join(told)


@pytest.mark.e2e
@pytest.mark.parametrize("arguments", [(), ("no.alicia-capture",)], ids=["window", "capture"])
def test_nothing_is_said_before_the_language_is_chosen(tmp_path, arguments):
    (tmp_path / "settings.toml").write_text('[look]\nlanguage = "de"\n')
    assert output_of(SAID_EARLY, *arguments, ALICIA_DATA_DIR=str(tmp_path)) == ["de", "Rückgängig"]
