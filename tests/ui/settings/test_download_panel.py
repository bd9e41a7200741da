"""The panel *Download a model*: what is asked for, what is shown, and where the keyboard leads."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressBar

from alicia_desktop.ui.settings.download_panel import DownloadPanel
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.model_page import ModelPage
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import DownloadRow, HubFileRow, ModelQuery, RepositoryRow, SuggestionRow

REPOSITORY = "ggml-org/Qwen3-1.7B-GGUF"
FILES = (
    HubFileRow(name="q2.gguf", title="q2.gguf, 0.8 GB, fits", details="0.8 GB, fits", fits=True),
    HubFileRow(name="Q4_K_M.gguf", title="Q4_K_M.gguf, 1.3 GB, fits", details="1.3 GB, fits", fits=True),
    HubFileRow(name="f16.gguf", title="f16.gguf, 4.1 GB, too large for the free memory", details="4.1 GB", fits=False),
    HubFileRow(
        name="q8.gguf", title="q8.gguf, 2.2 GB, downloaded", details="2.2 GB, downloaded", fits=True, is_here=True
    ),
)
FOUND = RepositoryRow(
    repository=REPOSITORY,
    licence="Licence: apache-2.0, as huggingface.co tells",
    files=FILES,
)
SUGGESTIONS = (
    SuggestionRow(title="Qwen3 1.7B", licence="apache-2.0", repository=REPOSITORY),
    SuggestionRow(title="Other", licence="mit", repository="a/b"),
)


def row(path="/m/a.gguf", phase="running", **more):
    given = {"title": path.rsplit("/", 1)[-1], "source": REPOSITORY, "status": "1 MB of 2 MB", "size": "1 MB"}
    return DownloadRow(path=path, phase=phase, fraction=0.5, **(given | more))


PAUSED = row(phase="paused", problem="The disk is full.")


@pytest.fixture
def panel(qtbot, theme):
    made = DownloadPanel(theme=theme)
    qtbot.addWidget(made)
    made.resize(420, 600)
    made.show()
    return made


@pytest.fixture
def asked(panel):
    said: list[tuple[str, str]] = []
    for name, signal in {
        "files": panel.files_requested,
        "download": panel.download_requested,
        "pause": panel.downloads.pause_requested,
        "resume": panel.downloads.resume_requested,
        "use": panel.downloads.use_requested,
        "delete": panel.downloads.delete_requested,
    }.items():
        signal.connect(lambda given, name=name: said.append((name, given)))
    return said


def words(panel):
    QCoreApplication.sendPostedEvents()
    return [label.text() for label in panel.findChildren(Label) if label.isVisible() and label.text()]


def button(panel, name):
    QCoreApplication.sendPostedEvents()  # what was added to a layout appears with the next round of the loop
    return next(one for one in panel.findChildren(Button) if one.accessibleName() == name and one.isVisible())


def press(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_a_suggestion_is_one_press_and_its_files_come_with_sizes_and_licence(panel, asked):
    panel.set_suggestions(SUGGESTIONS)
    assert "Suggested, under apache-2.0, mit" in words(panel)
    press(button(panel, f"Qwen3 1.7B, apache-2.0: {REPOSITORY}"))
    assert asked == [("files", REPOSITORY)]
    assert "Looking for files…" in words(panel)
    panel.set_repository(REPOSITORY, FOUND)
    assert [panel.files.itemText(at) for at in range(panel.files.count())] == [file.title for file in FILES]
    assert panel.files.currentText() == "Q4_K_M.gguf, 1.3 GB, fits"
    assert {"1.3 GB, fits", "Licence: apache-2.0, as huggingface.co tells"} <= set(words(panel))
    press(panel.download)
    assert asked[-1] == ("download", "Q4_K_M.gguf")
    panel.files.setCurrentIndex(3)
    assert "2.2 GB, downloaded" in words(panel)
    assert not panel.download.isEnabled()


def test_any_repository_can_be_entered_and_what_is_wrong_is_told(panel, asked):
    assert not panel.show_files.isEnabled()
    QTest.keyClicks(panel.repository.line, "someone/thing")
    assert panel.show_files.isEnabled()
    QTest.keyClick(panel.repository.line, Qt.Key.Key_Return)
    assert asked == [("files", "someone/thing")]
    assert not panel.show_files.isEnabled()
    panel.set_failed("another/one", "Too late.")
    assert "Too late." not in words(panel)
    panel.set_failed("someone/thing", "There is no repository someone/thing.")
    assert "There is no repository someone/thing." in words(panel)
    assert panel.show_files.isEnabled()
    assert not panel.files.isVisible()


def test_a_download_that_does_not_begin_says_why_until_it_is_tried_again(panel):
    panel.take(REPOSITORY)
    panel.set_repository(REPOSITORY, FOUND)
    panel.set_not_begun("There is not enough space.")
    panel.set_repository(REPOSITORY, FOUND)
    assert "There is not enough space." in words(panel)
    press(panel.download)
    assert "There is not enough space." not in words(panel)


def test_files_of_what_is_no_longer_asked_for_do_not_come(panel):
    panel.take("a/b")
    QTest.keyClicks(panel.repository.line, "c")
    panel.set_repository("a/b", FOUND)
    assert not panel.files.isVisible()
    assert not panel.download.isEnabled()


def test_a_choice_stays_when_the_files_are_shown_anew(panel):
    panel.take(REPOSITORY)
    panel.set_repository(REPOSITORY, FOUND)
    panel.files.setCurrentIndex(2)
    panel.set_repository(REPOSITORY, FOUND)
    assert panel.files.currentData().name == "f16.gguf"


def test_each_phase_has_its_buttons(panel, asked):
    assert "None yet" in words(panel)
    panel.downloads.show_rows([row()])
    assert "None yet" not in words(panel)
    press(button(panel, "Pause: a.gguf"))
    press(button(panel, "Cancel: a.gguf, 1 MB"))
    panel.downloads.show_rows([PAUSED])
    assert "The disk is full." in words(panel)
    press(button(panel, "Resume: a.gguf"))
    panel.downloads.show_rows([row(phase="checking", status="Checking…")])
    assert not button(panel, "Pause: a.gguf").isEnabled()
    panel.downloads.show_rows([row(phase="whole", size="2 MB")])
    press(button(panel, "Use: a.gguf"))
    press(button(panel, "Delete: a.gguf, 2 MB"))
    path = "/m/a.gguf"
    wanted = ("pause", "delete", "resume", "use", "delete")
    assert asked == [(name, path) for name in wanted]
    panel.downloads.show_rows([row(phase="whole", in_use=True)])
    assert not button(panel, "In use: a.gguf").isEnabled()
    assert not button(panel, "Delete: a.gguf, 1 MB").isEnabled()


def test_progress_is_told_to_who_cannot_see_it_and_a_button_keeps_the_focus(panel):
    panel.downloads.show_rows([row()])
    bar = panel.findChild(QProgressBar)
    assert (bar.value(), bar.maximum()) == (500, 1000)
    assert bar.accessibleName() == "a.gguf: 1 MB of 2 MB"
    pause = button(panel, "Pause: a.gguf")
    pause.setFocus()
    panel.downloads.show_rows([row(status="2 MB of 2 MB"), row("/m/b.gguf")])
    assert button(panel, "Pause: a.gguf") is pause
    panel.downloads.show_rows([row("/m/b.gguf")])
    assert [label for label in words(panel) if label.endswith(".gguf")] == ["b.gguf"]


def test_tab_leads_from_above_to_below(panel):
    panel.set_suggestions(SUGGESTIONS)
    panel.take(REPOSITORY)
    panel.set_repository(REPOSITORY, FOUND)
    panel.downloads.show_rows([row(), row("/m/b.gguf", phase="paused")])
    QCoreApplication.sendPostedEvents()
    names, at = [], panel.repository.line
    for _ in range(40):
        at = at.nextInFocusChain()
        if at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.isVisible() and at.isEnabled():
            names.append(at.accessibleName() or at.text())
    assert names[: names.index("Cancel: b.gguf, 1 MB") + 1] == [
        *(f"Qwen3 1.7B, apache-2.0: {REPOSITORY}", "Other, mit: a/b", "File", "Download"),
        *("Pause: a.gguf", "Cancel: a.gguf, 1 MB", "Resume: b.gguf", "Cancel: b.gguf, 1 MB"),
    ]


def test_a_downloaded_model_is_used_as_any_other_file(qtbot, theme):
    page = ModelPage(SettingsForm(), theme=theme)
    qtbot.addWidget(page)
    page.show()
    used: list[ModelQuery] = []
    page.use_requested.connect(used.append)
    page.choose("download")
    assert page.query == ModelQuery(place="download")
    assert page.downloads.isVisible()
    assert not page.use.isVisible()
    assert page.fill(SettingsForm(model_name="kept")) == SettingsForm(model_name="kept")
    page.downloads.downloads.show_rows([row(phase="whole")])
    press(button(page, "Use: a.gguf"))
    assert used == [ModelQuery(place="file", file="/m/a.gguf")]
    assert page.query == used[0]
    assert "Loading… A large file takes a while." in words(page)
    page.set_used(used[0])
    assert "Alicia answers with a.gguf from now on" in words(page)
