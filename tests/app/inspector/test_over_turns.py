"""Phases over turns in the whole window: from the Turn tab to many turns, and back to the one that stands out."""

from PySide6.QtCore import Qt

from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.turn.over_turns import OverTurns
from alicia_desktop.ui.inspector.turn.phase_plot import PhasePlot, load_plots
from alicia_desktop.view.turn_statistics import TOTAL
from tests.app.stage import on_stage


@on_stage
async def test_the_turns_of_a_conversation_are_compared_and_one_of_them_opens(stage) -> None:
    load_plots()  # here, where the program's way, a thread, may not collect garbage as it may in a test
    await stage.online()
    for _ in range(2):
        stage.model.say("Of course. I will.")
        await stage.ask("Could you help me to move house?")
    await stage.open_inspector()
    view = stage.presenter.launcher.inspector.view
    await stage.until(lambda: view.turn is not None and view.turn.total)
    assert stage.window.findChild(OverTurns) is None, "it is made for who asks"
    await stage.click("Over turns")
    await stage.until(lambda: stage.window.findChild(OverTurns) is not None)
    page = stage.window.findChild(OverTurns)
    phases, turns = (next(one for one in page.findChildren(Table) if one.accessibleName() == name) for name in _TABLES)
    await stage.until(lambda: phases.model().rowCount() > 5 and page.isVisible())
    assert phases.model().index(0, 0).data() == TOTAL
    assert phases.model().index(0, 4).data() == "2"
    await stage.until(lambda: page.findChild(PhasePlot).plot is not None)
    await stage.focus(turns)
    stage.press(Qt.Key.Key_Down)
    stage.press(Qt.Key.Key_Down)
    opened = turns.currentIndex().row()
    wanted = sorted(page.turns, key=lambda point: -point.ms)[opened].id
    stage.press(Qt.Key.Key_Return)
    await stage.until(lambda: not page.isVisible() and view.turn.answer_id == wanted)


_TABLES = ("Phases", "Turns")
