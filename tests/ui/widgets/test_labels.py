"""Words that get too little room."""

from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.widgets.labels import PartsLabel

TIMING = "First word after 0.63 s · calculator 24 ms"


def test_parts_go_as_a_whole_and_no_number_is_cut(qtbot, theme):
    room = QWidget()
    qtbot.addWidget(room)
    label = PartsLabel(TIMING, theme=theme, parent=room)
    room.show()
    shown = []
    for width in range(label.sizeHint().width(), -1, -1):
        label.resize(width, 20)
        if label.text() not in shown:
            shown.append(label.text())
    assert shown == [TIMING, "First word after 0.63 s", ""]
    assert label.toolTip() == label.accessibleName() == TIMING


def test_where_something_is_to_stay_it_is_the_first_part(qtbot, theme):
    room = QWidget()
    qtbot.addWidget(room)
    label = PartsLabel("Synced 18:05 · fetching 2 of 9", theme=theme, keeps_first=True, parent=room)
    room.show()
    whole = label.fontMetrics().horizontalAdvance("Synced 18:05")
    label.resize(whole + 4, 20)
    assert label.text() == "Synced 18:05"
    label.resize(whole - 4, 20)
    assert label.text().startswith("Sync")
    assert label.text().endswith("…")
