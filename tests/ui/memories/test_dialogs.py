from datetime import UTC, datetime

from PySide6.QtWidgets import QPushButton

from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.ui.memories.dialogs import CategoryDialog, MergeDialog, TagDialog

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def remembered(memory_id: str, content: str) -> MemoryRecord:
    return MemoryRecord(id=memory_id, content=content, created_at=NOW, updated_at=NOW, user_id="user")


def button(dialog, text):
    return next(one for one in dialog.findChildren(QPushButton) if one.text() == text)


def test_one_of_two_stays_and_its_text_can_be_written_anew(qtbot, theme):
    dialog = MergeDialog(remembered("a", "One."), remembered("b", "Two."), theme=theme, parent=None)
    qtbot.addWidget(dialog)
    assert (dialog.kept.id, dialog.gone.id, dialog.merged) == ("a", "b", "One.")
    button(dialog, "Keep the right one").click()
    assert (dialog.kept.id, dialog.gone.id, dialog.merged) == ("b", "a", "Two.")
    button(dialog, "Use both texts").click()
    assert dialog.merged == "Two.\nOne."
    dialog.content.setPlainText("  ")
    assert not button(dialog, "Merge").isEnabled()


def test_a_tag_is_some_words_without_a_break(qtbot, theme):
    dialog = TagDialog(3, known=["Emma"], theme=theme, parent=None)
    qtbot.addWidget(dialog)
    assert not button(dialog, "Add tag").isEnabled()
    dialog.field.setText("  summer   house ")
    assert dialog.tag == "summer house"
    assert button(dialog, "Add tag").isEnabled()


def test_a_category_is_one_of_the_eleven(qtbot, theme):
    dialog = CategoryDialog(1, theme=theme, parent=None)
    qtbot.addWidget(dialog)
    assert dialog.picker.count() == 11
    assert dialog.category == "relationships_social"
