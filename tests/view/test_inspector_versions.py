"""The Turn tab shows the versions that the conversation shows, and counts their turns."""

import pytest

from alicia_desktop.protocol.messages import AssistantMessage, ControlVariation, UserMessage
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.inspector import InspectorView
from tests.view.conftest import Story


@pytest.fixture
async def rows(story: Story):
    """Two turns, the first of which was answered again; the conversation as it is shown."""
    await story.sent(UserMessage(id="am_q1", content="One?"))
    await story.came(AssistantMessage(id="am_a1", previous_id="am_q1", content="One."))
    await story.sent(UserMessage(id="am_q2", previous_id="am_a1", content="Two?"))
    await story.came(AssistantMessage(id="am_a2", previous_id="am_q2", content="Two."))
    await story.sent(ControlVariation(target_id="am_a1", mode="regenerate"))
    await story.came(AssistantMessage(id="am_b1", previous_id="am_q1", content="Another."))
    made = ConversationView(database=story.database, clock=story.clock, scope=story.scope)
    await made.show("ac_1")
    yield made
    made.close()


@pytest.fixture
async def view(story: Story, rows: ConversationView):
    made = InspectorView(database=story.database, clock=story.clock, scope=story.scope)
    rows.versions_changed.connect(made.show_versions)
    await made.show("ac_1")
    yield made
    made.close()


def shown(view: InspectorView) -> tuple[str, str | None]:
    assert view.turn is not None
    return view.turn.title, view.turn.answer_id


async def test_only_turns_that_are_shown_are_counted(rows, view) -> None:
    assert [row.id for row in rows.rows] == ["am_q1", "am_b1"]
    assert shown(view) == ("Turn 1 of 1", "am_b1")


async def test_it_follows_to_the_version_that_is_looked_at(story, rows, view) -> None:
    await view.show_turn("am_b1")
    await rows.reveal("am_a1")
    await story.until(lambda: shown(view) == ("Turn 1 of 2", "am_a1"))
    await rows.show_newest_branch()
    await story.until(lambda: shown(view) == ("Turn 1 of 1", "am_b1"))


async def test_the_last_turn_is_the_last_that_is_shown(story, rows, view) -> None:
    await rows.reveal("am_q2")
    await story.until(lambda: shown(view) == ("Turn 2 of 2", "am_a2"))
    await rows.show_newest_branch()
    await story.until(lambda: shown(view) == ("Turn 1 of 1", "am_b1"))


async def test_what_is_asked_for_by_name_is_shown_in_its_own_version(story, rows, view) -> None:
    await view.show_turn("am_a2")
    assert shown(view) == ("Turn 2 of 2", "am_a2")
    await story.pass_time()
    assert shown(view) == ("Turn 2 of 2", "am_a2")
