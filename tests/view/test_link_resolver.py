"""Where things of a conversation are shown, over what is really stored; what is not kept any more is said."""

from contextlib import suppress

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    Configuration,
    MemoryTrace,
    ReasoningStep,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import conversations
from alicia_desktop.view import link_resolver as resolver
from alicia_desktop.view.references import Location, Reference, sentence_reference
from tests.view.conftest import Story

CONFIGURATION, QUESTION, TRACE, START, STEP, REQUEST, RESULT, FIRST, SECOND = range(1, 10)


def stanza(number: int) -> Reference:
    return Reference(kind="stanza", id=str(number))


def thing(kind: str, name: str) -> Reference:
    return Reference(kind=kind, id=name)  # type: ignore[arg-type]  # the kinds of the tests below


@pytest.fixture
async def told(story: Story) -> Story:
    """One turn, in the order of the numbers above."""
    await story.sent(Configuration(conversation_id="ac_1"), UserMessage(id="am_q", content="When is it?"))
    await story.clock.advance(0.1)
    await story.came(
        MemoryTrace(id="amu_1", previous_id="am_q", memory_id="amem_1", action="retrieved", content="On Friday"),
        StartAnswer(id="am_a", previous_id="am_q"),
        ReasoningStep(id="ar_1", previous_id="am_a", content="Look.", step_index=1),
        ToolUseRequest(id="atu_1", message_id="am_q", tool_name="calendar"),
        ToolUseResult(id="atr_1", request_id="atu_1", success=True, result=1),
        AssistantSentence(previous_id="am_a", sequence=1, text="On Friday."),
        AssistantSentence(previous_id="am_a", sequence=2, text="At six.", is_final=True),
    )
    return story


async def locate(story: Story, reference: Reference, place: str) -> Location:
    found: Location = await story.database.read(resolver.locate, "ac_1", reference, place)  # type: ignore[arg-type]  # as above
    return found


LINKS = {
    "message of a question": (thing("message", "am_q"), QUESTION),
    "message of an answer": (thing("message", "am_a"), START),
    "memory trace": (thing("trace", "amu_1"), TRACE),
    "tool card": (thing("tool", "atu_1"), REQUEST),
    "reasoning step": (thing("step", "ar_1"), STEP),
    "sentence": (sentence_reference("am_a", 2), SECOND),
    "phase": (Reference(kind="phase", id="retrieval", message_id="am_a"), TRACE),
}


@pytest.mark.parametrize("name", LINKS)
async def test_everything_leads_to_the_stanza_that_carried_it(told, name):
    reference, number = LINKS[name]
    assert (await locate(told, reference, "stanzas")).what == stanza(number)


@pytest.mark.parametrize(
    ("number", "place", "what", "message"),
    [
        (QUESTION, "chat", thing("message", "am_q"), "am_q"),
        (START, "turn", thing("message", "am_a"), "am_a"),
        (TRACE, "memory", thing("trace", "amu_1"), "am_a"),
        (TRACE, "chat", thing("trace", "amu_1"), "am_a"),
        (REQUEST, "tools", thing("tool", "atu_1"), "am_q"),
        (RESULT, "tools", thing("tool", "atu_1"), "am_q"),
        (RESULT, "chat", thing("tool", "atu_1"), "am_a"),
        (STEP, "turn", thing("step", "ar_1"), "am_a"),
        (SECOND, "chat", sentence_reference("am_a", 2), "am_a"),
    ],
)
async def test_a_stanza_leads_to_its_message_trace_tool_use_and_step(told, number, place, what, message):
    assert await locate(told, stanza(number), place) == Location(place=place, what=what, message_id=message)


@pytest.mark.parametrize(
    ("number", "place", "sentence"),
    [
        (CONFIGURATION, "chat", resolver.NO_MESSAGE),
        (QUESTION, "memory", resolver.NO_TRACE),
        (QUESTION, "tools", resolver.NO_TOOL),
        (99, "chat", resolver.STANZA_GONE),
        (99, "stanzas", resolver.STANZA_GONE),
    ],
)
async def test_where_there_is_nothing_to_show_a_sentence_says_so(told, number, place, sentence):
    with pytest.raises(WorldError) as refused:
        await locate(told, stanza(number), place)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize(
    ("reference", "place", "sentence"),
    [
        (thing("message", "am_x"), "chat", resolver.MESSAGE_GONE),
        (thing("trace", "amu_x"), "memory", resolver.TRACE_GONE),
        (thing("tool", "atu_x"), "tools", resolver.TOOL_GONE),
        (thing("step", "ar_x"), "stanzas", resolver.NO_STANZA),
    ],
)
async def test_what_is_not_kept_any_more_says_so(told, reference, place, sentence):
    with pytest.raises(WorldError) as refused:
        await locate(told, reference, place)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize("name", LINKS)
async def test_once_the_journal_is_trimmed_a_link_says_that_its_stanza_is_not_kept(told, name):
    await told.sent(*(Acknowledgement() for _ in range(3)))
    await told.clock.advance(10)
    await told.came(StartAnswer(id="am_later"))
    await told.database.write(journal.prune, told.clock.now())
    with pytest.raises(WorldError) as refused:
        await locate(told, LINKS[name][0], "stanzas")
    assert refused.value.sentence in {resolver.NO_STANZA, resolver.STANZA_GONE}


async def test_the_next_and_previous_of_the_same_turn_skip_other_turns(told):
    await told.sent(UserMessage(id="am_q2", content="And where?"))
    await told.came(AssistantSentence(previous_id="am_a", sequence=3, text="In the hall."))

    async def step(number: int, *, forward: bool) -> Location:
        found: Location = await told.database.read(resolver.neighbour, "ac_1", number, forward=forward)
        return found

    assert (await step(SECOND, forward=True)).what == stanza(SECOND + 2)
    assert (await step(SECOND + 2, forward=False)).what == stanza(SECOND)
    for number, forward, sentence in (
        (SECOND + 2, True, resolver.LAST_OF_TURN),
        (QUESTION, False, resolver.FIRST_OF_TURN),
        (CONFIGURATION, True, resolver.NO_TURN),
    ):
        with pytest.raises(WorldError) as refused:
            await step(number, forward=forward)
        assert refused.value.sentence == sentence


async def test_the_number_of_the_turn_is_that_of_the_filters(told):
    for reference in (stanza(TRACE), thing("tool", "atu_1"), sentence_reference("am_a", 1)):
        assert await told.database.read(resolver.turn_number, "ac_1", reference) == 1
    with pytest.raises(WorldError):
        await told.database.read(resolver.turn_number, "ac_1", stanza(CONFIGURATION))


async def test_of_a_deleted_conversation_no_link_leads_anywhere_and_none_breaks(told):
    await told.database.write(conversations.delete, "ac_1", told.clock.now())
    for reference, _ in LINKS.values():
        for place in ("chat", "turn", "memory", "tools", "stanzas"):
            with suppress(WorldError):
                await locate(told, reference, place)


async def test_a_stanza_of_another_conversation_is_not_shown_here(told):
    await told.begin("ac_2")
    await told.sent(UserMessage(id="am_other", content="Elsewhere"), to="ac_2")
    with pytest.raises(WorldError):
        await locate(told, stanza(SECOND + 1), "stanzas")
    with pytest.raises(WorldError):
        await locate(told, thing("message", "am_other"), "chat")
