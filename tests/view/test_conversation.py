"""The open conversation as rows, over what is really stored."""

import pytest

from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ControlStop,
    ControlVariation,
    MemoryTrace,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.session.voice_state import Interim, VoiceState
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.conversations.transcripts import MAX_CHILDREN
from alicia_desktop.store.sync.history import adopt
from alicia_desktop.view.conversation import MORE_MESSAGES, ConversationView
from alicia_desktop.view.message_window import PAGE_MESSAGES
from tests.view.conftest import Story

Q1 = UserMessage(id="am_1", content="When is Emma's recital?")
A1 = StartAnswer(id="am_2", previous_id="am_1")


def sentence(number: int, text: str, *, final: bool = False) -> AssistantSentence:
    return AssistantSentence(previous_id="am_2", sequence=number, text=text, is_final=final)


def texts(view: ConversationView) -> list[str]:
    return [row.text for row in view.rows]


def hearing(text: str, *, named: str = "am_9") -> VoiceState:
    return VoiceState(interim=Interim(id=named, text=text))


async def test_a_conversation_is_shown_whole_when_it_is_opened(story, view) -> None:
    await story.sent(Q1)
    await story.came(A1, sentence(1, "On Friday.", final=True))
    later = ConversationView(database=story.database, clock=story.clock, scope=story.scope)
    await later.show("ac_1")
    assert texts(later) == ["When is Emma's recital?", "On Friday."]
    await later.show("")
    assert texts(later) == []
    later.close()


async def test_an_answer_grows_in_its_place_sentence_by_sentence(story, view) -> None:
    await story.sent(Q1)
    await story.until(lambda: len(view.rows) == 1)
    await story.came(A1, sentence(1, "On Friday."))
    await story.until(lambda: len(view.rows) == 2)
    first = view.rows[1]
    assert (first.text, first.streaming) == ("On Friday.", True)
    await story.came(sentence(2, "At six.", final=True))
    await story.until(lambda: not view.rows[1].streaming)
    assert view.rows[1].text == "On Friday. At six."
    assert view.rows[1].revision > first.revision
    assert [row.id for row in view.rows] == ["am_1", "am_2"]


async def test_of_an_answer_of_very_many_sentences_only_the_first_are_read_and_its_text_is_whole(story, view) -> None:
    await story.sent(Q1)
    await story.came(A1, *(sentence(number, f"Number {number}.") for number in range(1, MAX_CHILDREN + 50)))
    await story.came(sentence(MAX_CHILDREN + 50, "And the last."))
    await story.until(lambda: len(view.rows) == 2 and view.rows[1].text.endswith("And the last."))
    row = view.rows[1]
    assert len(row.sentences) == MAX_CHILDREN
    assert row.text.startswith("Number 1. Number 2.")
    assert row.text[row.sentences[-1].start : row.sentences[-1].end] == f"Number {MAX_CHILDREN}."


async def test_sentences_that_overtake_each_other_stand_in_their_order(story, view) -> None:
    await story.sent(Q1)
    await story.came(A1, sentence(2, "At six."), sentence(1, "On Friday."))
    await story.until(lambda: len(view.rows) == 2 and "six" in view.rows[1].text)
    assert view.rows[1].text == "On Friday. At six."


async def test_what_hangs_under_an_answer_comes_with_it(story, view) -> None:
    await story.sent(Q1)
    await story.came(
        MemoryTrace(id="amu_1", previous_id="am_1", memory_id="amem_1", content="Emma's recital is on Friday",
                    action="retrieved", confidence=0.91),
        A1,
        ToolUseRequest(id="atu_1", message_id="am_1", tool_name="clock", execution="server"),
        sentence(1, "On Friday."),
    )  # fmt: skip
    await story.until(lambda: len(view.rows) == 2 and view.rows[1].chips and view.rows[1].tools)
    answer = view.rows[1]
    assert [(chip.score, chip.meaning) for chip in answer.chips] == [("0.91", "confidence")]
    assert [card.state for card in answer.tools] == ["running"]
    await story.came(ToolUseResult(request_id="atu_1", success=True, result="18:02"))
    await story.until(lambda: view.rows[1].tools[0].state == "done")


async def test_an_interim_transcript_is_replaced_in_place_and_laid_out_anew(story, view) -> None:
    view.show_interim(hearing("When"))
    before = view.rows[0]
    view.show_interim(hearing("When is Emma's"))
    after = view.rows[0]
    assert (len(view.rows), after.text, after.interim) == (1, "When is Emma's", True)
    assert after.revision > before.revision


async def test_the_final_message_takes_the_place_of_what_was_being_heard(story, view) -> None:
    view.show_interim(hearing("When is Emma", named="am_1"))
    await story.came(Q1, source="microphone")
    view.show_interim(VoiceState())
    await story.until(lambda: len(view.rows) == 1 and not view.rows[0].interim)
    assert (view.rows[0].text, view.rows[0].spoken) == ("When is Emma's recital?", True)
    view.show_interim(hearing("late", named="am_1"))
    assert texts(view) == ["When is Emma's recital?"]


async def test_what_was_heard_and_came_to_nothing_goes_away(story, view) -> None:
    view.show_interim(hearing("hm"))
    view.show_interim(VoiceState())
    assert texts(view) == []


async def test_an_answer_that_comes_while_one_speaks_stands_before_what_is_being_heard(story, view) -> None:
    await story.sent(Q1)
    view.show_interim(hearing("and then"))
    await story.came(A1, sentence(1, "On Friday."))
    await story.until(lambda: len(view.rows) == 3)
    assert texts(view) == ["When is Emma's recital?", "On Friday.", "and then"]


async def test_a_question_of_another_device_that_comes_late_moves_what_follows(story, view) -> None:
    await story.sent(UserMessage(id="am_5", content="three"))
    await story.until(lambda: len(view.rows) == 1)
    await story.came(
        UserMessage(id="am_3", content="one"),
        UserMessage(id="am_4", previous_id="am_3", content="two"),
    )
    await story.until(lambda: len(view.rows) == 3)
    fresh = ConversationView(database=story.database, clock=story.clock, scope=story.scope)
    await fresh.show("ac_1")
    assert texts(view) == texts(fresh)
    fresh.close()


async def test_an_answer_asked_for_again_is_kept_as_superseded(story, view) -> None:
    await story.sent(Q1)
    await story.came(A1, sentence(1, "On Monday.", final=True))
    await story.sent(ControlVariation(target_id="am_2", mode="regenerate"))
    await story.came(StartAnswer(id="am_3", previous_id="am_1"))
    await story.until(lambda: [row.id for row in view.rows] == ["am_1", "am_3"])
    branch = view.rows[1].branch
    assert (branch.number, branch.count, branch.before, branch.after) == (2, 2, "am_2", "")
    await view.reveal("am_2")
    assert [(row.id, row.superseded) for row in view.rows] == [("am_1", False), ("am_2", True)]
    await view.show_newest_branch()
    assert [row.id for row in view.rows] == ["am_1", "am_3"]


async def test_a_deleted_message_leaves(story, view) -> None:
    await story.sent(Q1)
    await story.until(lambda: len(view.rows) == 1)
    await story.database.write(messages.delete, "am_1", story.clock.now())
    await story.until(lambda: len(view.rows) == 0)
    assert texts(view) == []


@pytest.mark.parametrize("stop_type", ["all", "speech"])
async def test_what_was_not_said_any_more_is_marked_after_a_stop_and_after_barge_in(story, view, stop_type) -> None:
    await story.sent(Q1)
    await story.came(A1, sentence(1, "One."), sentence(2, "Two."))
    await story.sent(ControlStop(target_id="am_2", stop_type=stop_type), spokenSequence=1, spokenMs=300)
    await story.until(lambda: len(view.rows) == 2 and view.rows[1].stopped_after is not None)
    assert view.rows[1].stopped_after == len("One.")


async def test_a_conversation_that_gets_its_real_id_loses_no_row(story) -> None:
    await story.begin("local_1")
    view = ConversationView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("local_1")
    await story.sent(Q1, to="local_1")  # its change is told, and not yet looked for
    await story.database.write(adopt, "local_1", "ac_2")
    view.adopt("local_1", "ac_2")
    view.show_interim(hearing("go on"))
    await story.until(lambda: len(view.rows) == 2)
    assert texts(view) == ["When is Emma's recital?", "go on"]
    await story.came(A1, sentence(1, "On Friday."), to="ac_2")
    await story.until(lambda: len(view.rows) == 3)
    view.close()


async def test_what_happens_elsewhere_changes_nothing_here(story, view) -> None:
    await story.begin("ac_2")
    await story.sent(UserMessage(id="am_7", content="elsewhere"), to="ac_2")
    await story.pass_time()
    assert texts(view) == []
    await view.show("ac_2")
    assert texts(view) == ["elsewhere"]


async def test_a_row_shown_again_never_has_the_revision_of_other_words(story, view) -> None:
    await story.begin("ac_2")
    await story.sent(Q1)
    await story.came(A1, sentence(1, "On"))
    await story.until(lambda: len(view.rows) == 2 and view.rows[1].text == "On")
    growing = view.rows[1]
    await view.show("ac_2")
    await story.came(sentence(2, "Friday.", final=True))
    await view.show("ac_1")
    assert view.rows[1].text == "On Friday."
    assert view.rows[1].revision != growing.revision


async def test_showing_a_conversation_again_changes_no_row(story, view) -> None:
    await story.sent(Q1)
    await story.until(lambda: len(view.rows) == 1)
    changes: list[object] = []
    view.rows.changed.connect(changes.append)
    await view.show("ac_1")
    assert changes == []


LONG = 500


@pytest.fixture
async def long(story: Story, view: ConversationView):
    """A conversation of which only the end is at hand."""
    await story.sent(*(UserMessage(id=f"am_q{n}", content=f"Question {n}") for n in range(LONG)))
    await view.show("ac_1")
    return view


def places(view: ConversationView) -> list[int]:
    return [int(row.id.removeprefix("am_q")) for row in view.rows]


async def test_of_a_long_conversation_the_end_is_at_hand_and_more_comes_when_it_is_wanted(story, long) -> None:
    assert places(long) == [*range(LONG - PAGE_MESSAGES, LONG)]
    long.load_older()
    long.load_older()
    await story.until(lambda: len(long.rows) > PAGE_MESSAGES)
    assert places(long) == [*range(LONG - PAGE_MESSAGES - MORE_MESSAGES + 1, LONG)]
    while places(long)[0] > 0:
        long.load_older()
        await story.pass_time()
    assert places(long) == [*range(LONG)]


async def test_somebody_who_goes_to_a_message_has_what_is_around_it_at_hand(story, long) -> None:
    told: list[bool] = []
    long.more_below.connect(told.append)
    await long.reveal("am_q200")
    assert places(long) == [*range(201 - PAGE_MESSAGES, 201 + PAGE_MESSAGES)]
    assert told == [True]
    long.load_newer()
    await story.until(lambda: len(long.rows) > 2 * PAGE_MESSAGES)
    assert places(long)[-1] == 200 + PAGE_MESSAGES + MORE_MESSAGES - 1
    while places(long)[-1] < LONG - 1:
        long.load_newer()
        await story.pass_time()
    assert told == [True, False]
    assert places(long) == [*range(201 - PAGE_MESSAGES, LONG)]


async def test_what_is_said_behind_what_is_at_hand_does_not_come_between(story, long) -> None:
    await long.reveal("am_q200")
    await story.sent(UserMessage(id=f"am_q{LONG}", content="And another"))
    await story.pass_time(2)
    assert places(long)[-1] == 200 + PAGE_MESSAGES
    await long.show_newest_branch()
    assert places(long)[-1] == LONG


async def test_begin_and_end_are_gone_to(long) -> None:
    assert await long.show_beginning() == "am_q0"
    assert places(long) == [*range(PAGE_MESSAGES)]
    await long.show_end()
    assert places(long) == [*range(LONG - PAGE_MESSAGES, LONG)]


async def test_a_change_of_a_message_that_is_not_at_hand_is_not_shown(story, long) -> None:
    await story.database.write(messages.delete, "am_q3", story.clock.now())
    await story.database.write(messages.delete, f"am_q{LONG - 1}", story.clock.now())
    await story.until(lambda: places(long)[-1] == LONG - 2)
    assert len(long.rows) == PAGE_MESSAGES - 1


@pytest.mark.parametrize(
    ("words", "found"),
    [("question 49", ["am_q49", *(f"am_q49{n}" for n in range(10))]), ("%", []), ("ä", []), (" ", [])],
)
async def test_words_are_found_in_the_whole_conversation(long, words: str, found: list[str]) -> None:
    assert await long.find(words) == found


async def test_capitals_of_any_letters_are_found(story, view) -> None:
    await story.sent(UserMessage(id="am_1", content="ÄRGER"))
    assert await view.find("ärg") == ["am_1"]


async def test_what_gave_way_far_from_the_end_stays_out_of_sight(story, view) -> None:
    await story.sent(Q1)
    await story.came(A1, sentence(1, "On Friday.", final=True))
    await story.sent(
        ControlVariation(conversation_id="ac_1", target_id="am_1", mode="edit", new_content="When?"),
        UserMessage(id="am_3", content="When?"),
        *(UserMessage(id=f"am_q{n}", previous_id="am_3", content="More") for n in range(200)),
    )
    await view.show("ac_1")
    assert await view.show_beginning() == "am_3"
    assert await view.find("friday") == []
    await view.reveal("am_2")
    assert texts(view)[:2] == ["When is Emma's recital?", "On Friday."]
    assert await view.find("friday") == ["am_2"]
