"""Counts, bytes and rates of what a filter found."""

from alicia_desktop.protocol.messages import AssistantSentence, UserMessage
from alicia_desktop.view.journal import JournalView
from tests.view.conftest import Story
from tests.view.test_journal import read


async def test_stanzas_are_counted_by_type_and_direction(story: Story) -> None:
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await story.sent(UserMessage(id="am_1", content="Walnuts?"))
    await story.clock.advance(2)
    await story.came(*(AssistantSentence(previous_id="am_2", sequence=n, text=f"s{n}") for n in range(1, 4)))
    await view.show("ac_1")
    every = await view.statistics()
    said = [(row.type, row.direction, row.count) for row in every.rows]
    assert said == [
        ("", "", "4"),
        ("", "in", "3"),
        ("", "out", "1"),
        ("AssistantSentence", "in", "3"),
        ("UserMessage", "out", "1"),
    ]
    sizes = [int(row.size.replace(",", "")) for row in every.rows]
    assert sizes[0] == sizes[1] + sizes[2] == sizes[3] + sizes[4]
    assert sum(int(row.size.replace(",", "")) for row in view.rows) == sizes[0]
    assert (every.is_filtered, every.by_type) == (False, {"AssistantSentence": 3, "UserMessage": 1})
    assert every.seconds >= 2
    assert float(every.rows[0].rate) <= 2
    await view.filter(read("type:UserMessage"))
    found = await view.statistics()
    assert [(row.type, row.count, row.rate) for row in found.rows] == [
        ("", "1", "–"),
        ("", "1", "–"),
        ("UserMessage", "1", "–"),
    ]
    assert found.is_filtered
    await view.filter(read("nowhere"))
    assert [row.count for row in (await view.statistics()).rows] == ["0"]
    view.close()
