import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from alicia_desktop.ui.inspector.memory.memory_form import MemoryForm
from tests.ui.inspector import memory_samples
from tests.ui.reach import button, shown_texts


@pytest.fixture
def form(qtbot, theme):
    made = MemoryForm(memory_samples.page(), theme=theme)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_nothing_changed_is_nothing_told(form, qtbot):
    assert form.changes() == {}
    with qtbot.assertNotEmitted(form.saved), qtbot.waitSignal(form.left):
        button(form, "Save").click()


def test_only_what_is_other_is_told(form, qtbot):
    form.content.setPlainText("  Emma is allergic to walnuts and hazelnuts ")
    form.tags.setText("Emma, allergy,, Emma , nuts")
    form.importance.setValue(75)
    form.category.setCurrentIndex(form.category.findData("relationships_social"))
    with qtbot.waitSignal(form.saved) as told:
        qtbot.keyClick(form.content, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told.args == [
        {
            "content": "Emma is allergic to walnuts and hazelnuts",
            "category": "relationships_social",
            "tags": ["Emma", "allergy", "nuts"],
            "importance": 0.75,
        }
    ]


def test_a_memory_without_words_cannot_be_saved(form):
    form.content.setPlainText("   ")
    assert not button(form, "Save").isEnabled()


def test_escape_leaves_it_and_is_not_the_windows(form, qtbot):
    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    form.tags.setFocus()
    elsewhere: list[bool] = []
    QShortcut(QKeySequence("Esc"), form.window()).activated.connect(lambda: elsewhere.append(True))
    with qtbot.waitSignal(form.left):
        qtbot.keyClick(form.tags, Qt.Key.Key_Escape)
    assert not elsewhere


def test_importance_is_shown_as_it_is_stored(form):
    assert "0.90" in shown_texts(form)
    form.importance.setValue(5)
    assert "0.05" in shown_texts(form)


def test_a_category_that_is_not_ours_stays(qtbot, theme):
    made = MemoryForm(memory_samples.page(category_id="pets"), theme=theme)
    qtbot.addWidget(made)
    assert made.category.currentText() == "pets"
    assert made.changes() == {}


def test_every_field_has_a_name(form):
    for field in (form.content, form.category, form.tags, form.importance):
        assert field.accessibleName()
