from alicia_desktop.filtering.columns import StanzaSums
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StatisticsDialog
from alicia_desktop.view.stanza_statistics import statistics_of
from tests.ui.reach import button, shown_texts

SUMS = (
    StanzaSums(name="MemoryTrace", inwards=True, count=1_200, size=400_000),
    StanzaSums(name="UserMessage", inwards=False, count=3, size=900),
)


def test_the_table_says_counts_bytes_and_rates(qtbot, theme):
    dialog = StatisticsDialog(statistics_of(SUMS, 60_000_000, is_filtered=True), theme=theme, parent=None)
    qtbot.addWidget(dialog)
    dialog.show()
    model = dialog.table.model()
    said = [[model.index(row, column).data() for column in range(6)] for row in range(model.rowCount())]
    assert said == [
        ["All types", "both", "1,203", "400,900", "20.05", "6,682"],
        ["All types", "in", "1,200", "400,000", "20.00", "6,667"],
        ["All types", "out", "3", "900", "0.05", "15.00"],
        ["MemoryTrace", "in", "1,200", "400,000", "20.00", "6,667"],
        ["UserMessage", "out", "3", "900", "0.05", "15.00"],
    ]
    assert any(text.startswith("Of the stanzas that fit the filter; 1 min 0 s") for text in shown_texts(dialog))
    assert dialog.table.accessibleName() == "Stanza statistics"
    button(dialog, "Close").click()
    assert not dialog.isVisible()
