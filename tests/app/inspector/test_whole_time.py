"""A real turn of the local server in the whole window: its time is told from end to end, by one clock."""

import pytest

from tests.app.stage import on_stage


@on_stage
async def test_a_turn_of_the_local_server_adds_up_and_nothing_of_it_is_untold(stage) -> None:
    await stage.online()
    stage.model.say("Of course. I will.")
    await stage.ask("Could you help me to move house?")
    await stage.open_inspector()
    view = stage.presenter.launcher.inspector.view
    await stage.until(lambda: view.turn is not None and view.turn.total)
    rows = {row.label: row for row in view.turn.waterfall}
    told = ["Network, to the server", "Queue at the server", "Memory retrieval", "Reading the prompt", "Tokens"]
    assert [label for label in rows if label in told] == told
    assert rows["Memory retrieval"].end_ms <= rows["Reading the prompt"].at_ms <= rows["First sentence"].at_ms
    assert "Not told by this server" not in rows
    begin = min(0.0, *(row.at_ms for row in rows.values()))
    end = max(row.end_ms for row in rows.values())
    assert sum(row.path_ms for row in rows.values()) == pytest.approx(end - begin, abs=0.01)
    assert view.turn.clocks.startswith("server’s clock ± ")
