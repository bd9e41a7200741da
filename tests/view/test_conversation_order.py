"""Answers under their questions in the open conversation, also where several were queued."""

from alicia_desktop.protocol.messages import AssistantSentence, StartAnswer, UserMessage
from alicia_desktop.store.conversations import transcripts
from alicia_desktop.store.conversations.conversation_file import export_conversation
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.conversation_markdown import export_markdown
from tests.view.conftest import Story

TURNS = ["am_q1", "am_a1", "am_q2", "am_a2"]


def order(view: ConversationView) -> list[str]:
    return [row.id for row in view.rows]


async def queued(story: Story) -> None:
    await story.sent(UserMessage(id="am_q1", content="When is the recital?"))
    await story.sent(UserMessage(id="am_q2", previous_id="am_q1", content="And where?"))


async def answered(story: Story, number: int, *words: str) -> None:
    await story.came(StartAnswer(id=f"am_a{number}", previous_id=f"am_q{number}"))
    for place, text in enumerate(words, 1):
        await story.came(
            AssistantSentence(previous_id=f"am_a{number}", sequence=place, text=text, is_final=place == len(words))
        )


async def test_an_answer_grows_under_its_question_while_the_next_one_waits(story, view) -> None:
    await queued(story)
    await story.until(lambda: len(view.rows) == 2)
    removed: list[str] = []
    view.rows.changed.connect(
        lambda change: removed.extend(row.id for row in change.before if row.id not in {one.id for one in change.after})
    )
    await story.came(StartAnswer(id="am_a1", previous_id="am_q1"))
    await story.until(lambda: len(view.rows) == 3)
    assert order(view) == ["am_q1", "am_a1", "am_q2"]
    await story.came(AssistantSentence(previous_id="am_a1", sequence=1, text="On Friday.", is_final=True))
    await answered(story, 2, "At school.")
    await story.until(lambda: len(view.rows) == 4 and not view.rows[3].streaming)
    assert order(view) == TURNS
    assert removed == [], "what waits below moves down, and is not taken out of the window and put back"


async def test_they_stand_so_after_a_restart_and_in_both_exports(story, view) -> None:
    await queued(story)
    await answered(story, 1, "On Friday.")
    await answered(story, 2, "At school.")
    later = ConversationView(database=story.database, clock=story.clock, scope=story.scope)
    await later.show("ac_1")
    assert order(later) == TURNS
    later.close()
    whole = await story.database.read(transcripts.whole, "ac_1")
    assert [bundle.message.id for bundle in whole] == TURNS
    said = ["When is the recital?", "On Friday.", "And where?", "At school."]
    text = await story.database.read(export_markdown, "ac_1")
    data = (await story.database.read(export_conversation, "ac_1")).decode()
    for exported in (text, data):
        places = [exported.index(words) for words in said]
        assert places == sorted(places)
