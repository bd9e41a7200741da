"""The inspector with the contents of the design's pictures, shown 568 wide."""

import pytest

from alicia_desktop.ui.inspector.panel import InspectorPanel
from tests.ui.inspector import samples


@pytest.fixture
def panel(qtbot, theme):
    made = InspectorPanel(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 900)
    made.set_turn(samples.turn())
    made.memory.set_traces(samples.traces())
    made.set_tools(samples.tools())
    made.set_stanzas(samples.stanzas())
    with qtbot.waitExposed(made):
        made.show()
    return made
