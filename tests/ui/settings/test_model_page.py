"""The Model page: what is asked for, what is shown, and which answers come too late."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRadioButton

from alicia_desktop.app.settings.model_controller import MODEL_PLACES
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.model_page import ModelPage
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import FoundModelsRow, ModelFigures, ModelFileRow, ModelQuery, file_row

OLLAMA = "http://127.0.0.1:11434/v1"
FIGURES = ModelFigures(first_token="0.4 s", speed="31.2", tools=True, thinks=False, context="4,096")


def found(place="ollama", address=OLLAMA, names=("qwen3:4b", "gemma3")):
    return FoundModelsRow(place=place, title="Ollama", address=address, names=names)


@pytest.fixture
def page(qtbot, theme):
    made = ModelPage(SettingsForm(), theme=theme, places=MODEL_PLACES)
    qtbot.addWidget(made)
    made.resize(560, 640)
    made.show()
    return made


@pytest.fixture
def asked(page):
    """What was asked for lists of models."""
    queries: list[ModelQuery] = []
    page.models_requested.connect(queries.append)
    return queries


def words(page):
    return [label.text() for label in page.findChildren(Label) if label.isVisible() and label.text()]


def test_the_places_are_those_that_people_have(page):
    assert [radio.text() for radio in page.findChildren(QRadioButton)] == [
        *(
            "On this computer (small)",
            "Ollama",
            "LM Studio",
            "llama.cpp",
            "OpenAI",
            "OpenRouter",
            "Another endpoint",
            "A GGUF file",
            "Download a model",
        )
    ]
    assert page.query == ModelQuery(place="built-in")
    assert not page.use.isEnabled()
    assert page.use.text() == "In use"


def test_servers_that_run_are_marked_and_another_one_fills_the_address(page):
    page.set_found([found(), found(place="other", address="http://127.0.0.1:8000/v1", names=("m",))])
    assert "runs here, 2 models" in words(page)
    page.choose("other")
    assert page.query.address == "http://127.0.0.1:8000/v1"


def test_a_place_that_is_chosen_is_asked_for_its_models_which_are_offered(page, asked):
    page.choose("ollama")
    assert asked == [ModelQuery(place="ollama", address=OLLAMA)]
    assert "Looking for models…" in words(page)
    page.set_models(asked[0], found())
    assert [page.names.itemText(at) for at in range(page.names.count())] == ["qwen3:4b", "gemma3"]
    assert page.query == ModelQuery(place="ollama", address=OLLAMA, name="qwen3:4b")
    assert page.test.isEnabled()
    assert page.use.isEnabled()


def test_a_service_is_asked_only_with_a_key_and_its_address_is_not_edited(page, asked):
    page.choose("openai")
    assert asked == []
    assert not page.fields["model_address"].isVisible()
    page.fields["model_key"].line.setText("sk-1")
    page.fields["model_key"].line.editingFinished.emit()
    assert asked == [ModelQuery(place="openai", address="https://api.openai.com/v1", key="sk-1")]


def test_where_it_answers_takes_the_place_of_what_was_typed(page, asked):
    page.choose("other")
    page.fields["model_address"].line.setText("localhost:9000")
    page.fields["model_address"].line.editingFinished.emit()
    page.set_models(asked[-1], found(place="other", address="http://localhost:9000/v1"))
    assert page.query.address == "http://localhost:9000/v1"
    assert "It answers at http://localhost:9000/v1" in words(page)
    page.fields["model_address"].line.editingFinished.emit()
    assert len(asked) == 1


def test_an_endpoint_without_a_list_takes_a_name_that_is_typed(page, asked):
    page.choose("ollama")
    page.set_models(asked[0], found(names=()))
    assert "It answers, but doesn’t list its models. Enter a name." in words(page)
    assert not page.test.isEnabled()
    page.names.setEditText(" mine ")
    assert page.query.name == "mine"
    assert page.test.isEnabled()


def test_a_test_shows_its_figures(page, asked, qtbot):
    page.choose("ollama")
    page.set_models(asked[0], found())
    with qtbot.waitSignal(page.test_requested) as tested:
        page.test.click()
    assert not page.test.isEnabled()
    page.set_figures(tested.args[0], FIGURES)
    assert page.figures.texts == ("0.4 s", "31.2", "Yes", "No", "4,096 tokens")
    assert page.test.isEnabled()
    assert "qwen3:4b answers" in words(page)
    page.set_figures(tested.args[0], ModelFigures(first_token="1 s", speed="", tools=False, thinks=True, context=""))
    assert page.figures.texts == ("1 s", "Too short to measure", "No", "Yes", "Not stated")


def test_a_failure_is_told_in_its_words_and_takes_the_figures_away(page, asked):
    page.choose("ollama")
    page.set_models(asked[0], found())
    page.set_figures(page.query, FIGURES)
    page.set_failed(page.query, "127.0.0.1 does not accept the key. It says: no")
    assert "127.0.0.1 does not accept the key. It says: no" in words(page)
    assert not page.figures.isVisible()


def test_what_comes_too_late_is_not_shown(page, asked):
    page.choose("ollama")
    late = asked[0]
    page.choose("lmstudio")
    page.set_models(late, found())
    page.set_failed(late, "Late.")
    assert page.names.count() == 0
    assert "Late." not in words(page)


def test_use_holds_at_once_and_each_place_keeps_what_was_typed(page, asked, qtbot):
    page.choose("ollama")
    page.set_models(asked[0], found())
    with qtbot.waitSignal(page.use_requested) as wanted:
        page.use.click()
    page.set_used(wanted.args[0])
    assert "Alicia answers with qwen3:4b from now on" in words(page)
    assert (page.use.text(), page.use.isEnabled()) == ("In use", False)
    page.choose("built-in")
    assert page.use.isEnabled()
    page.choose("ollama")
    assert page.query == wanted.args[0]
    form = page.fill(SettingsForm())
    assert (form.model_address, form.model_name, form.model_key) == (OLLAMA, "qwen3:4b", "")


def test_enter_in_a_field_asks_again_and_saves_nothing(qtbot, theme):
    dialog = SettingsDialog(SettingsForm(), theme=theme, model_places=MODEL_PLACES, page="model")
    qtbot.addWidget(dialog)
    dialog.show()
    queries: list[ModelQuery] = []
    dialog.model.models_requested.connect(queries.append)
    dialog.model.choose("ollama")
    dialog.model.set_failed(queries[0], "Nobody answers.")
    line = dialog.model.fields["model_address"].line
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(line, key)
    assert queries == [ModelQuery(place="ollama", address=OLLAMA)] * 3
    assert dialog.isVisible()


def test_another_address_does_not_keep_the_model_that_the_former_offered(page, asked):
    page.choose("ollama")
    page.set_models(asked[0], found())
    line = page.fields["model_address"].line
    QTest.keyClicks(line, "x")
    assert page.query.name == ""
    page.names.setEditText("mine")
    QTest.keyClicks(line, "y")
    assert page.query.name == "mine"


def test_a_model_that_is_not_there_any_more_is_told(page, asked):
    page.choose("ollama")
    page.names.setEditText("gone:7b")
    page.set_models(asked[0], found())
    assert "It doesn’t list gone:7b. Choose another one." in words(page)
    assert page.query.name == "gone:7b"


def test_a_long_name_shows_its_beginning(page, asked):
    page.choose("ollama")
    page.set_models(asked[0], found(names=("m" * 200, "n")))
    assert page.names.lineEdit().cursorPosition() == 0
    assert page.query.name == "m" * 200


def test_who_uses_a_server_elsewhere_is_told_that_it_has_its_own_model(qtbot, theme):
    made = ModelPage(SettingsForm(place="server"), theme=theme, places=MODEL_PLACES)
    qtbot.addWidget(made)
    made.show()
    assert "Alicia runs on a server, which has a model of its own. This is for this computer." in words(made)


def test_an_endpoint_without_a_model_is_not_saved(qtbot, theme):
    dialog = SettingsDialog(SettingsForm(), theme=theme, model_places=MODEL_PLACES)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.model.choose("ollama")
    dialog.accept()
    assert dialog.isVisible()
    assert dialog.model.isVisible()
    assert "Choose a model" in words(dialog.model)
    dialog.model.names.setEditText("qwen3:4b")
    dialog.accept()
    assert not dialog.isVisible()


FILE_ROW = ModelFileRow(
    architecture="qwen3, 4.0 billion parameters",
    memory="3.2 GB needed, 9.1 GB free",
    context="16,384 of 40,960",
    threads="7",
    has_chat_template=True,
)


def test_a_file_is_looked_at_before_it_can_be_used(page, asked, qtbot):
    page.choose("file")
    assert asked == []
    assert not page.fields["model_address"].isVisible()
    page.file.take("/models/q.gguf")
    assert asked == [ModelQuery(place="file", file="/models/q.gguf")]
    assert "Reading the file…" in words(page)
    assert not page.use.isEnabled()
    page.set_file(asked[0], FILE_ROW)
    assert page.facts.texts == (
        *("qwen3, 4.0 billion parameters", "3.2 GB needed, 9.1 GB free", "16,384 of 40,960 tokens", "7", "Its own"),
    )
    with qtbot.waitSignal(page.use_requested) as wanted:
        page.use.click()
    page.set_used(wanted.args[0])
    assert "Alicia answers with q.gguf from now on" in words(page)
    assert page.use.text() == "In use"
    form = page.fill(SettingsForm(model_address="http://a/v1", model_name="n"))
    assert (form.model_address, form.model_name, form.model_file) == ("", "", "/models/q.gguf")


def test_a_file_that_cannot_be_used_is_told_and_another_path_takes_its_facts_away(page, asked):
    page.choose("file")
    page.file.take("/models/q.gguf")
    page.set_failed(asked[0], "q.gguf is cut short.")
    assert "q.gguf is cut short." in words(page)
    assert not page.test.isEnabled()
    page.file.take("/models/r.gguf")
    page.set_file(asked[1], FILE_ROW)
    assert page.test.isEnabled()
    QTest.keyClicks(page.file.field.line, "x")
    assert not page.facts.isVisible()
    assert not page.use.isEnabled()
    QTest.keyClick(page.file.field.line, Qt.Key.Key_Return)
    assert asked[2].file == "/models/r.ggufx"


def test_a_place_for_a_file_without_one_changes_nothing(page):
    page.choose("file")
    form = SettingsForm(model_address="http://a/v1", model_name="n")
    assert page.fill(form) == form


def test_the_file_in_use_is_shown_when_the_page_opens(qtbot, theme):
    made = ModelPage(SettingsForm(model_file="/models/q.gguf"), theme=theme, places=MODEL_PLACES)
    qtbot.addWidget(made)
    queries: list[ModelQuery] = []
    made.models_requested.connect(queries.append)
    made.show()
    assert queries == [ModelQuery(place="file", file="/models/q.gguf")]
    assert made.use.text() == "In use"


def test_a_file_says_how_much_it_needs_and_reads():
    row = file_row(
        architecture="llama",
        parameters=134_515_008,
        needed_bytes=823_977_024,
        free_bytes=0,
        context_tokens=8192,
        trained_tokens=8192,
        threads=1,
        has_chat_template=False,
    )
    assert (row.architecture, row.memory, row.context) == ("llama, 135 million parameters", "0.8 GB needed", "8,192")
