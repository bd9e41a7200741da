"""What the model read, as rows: sizes as they travelled, texts as they were fetched, and today's beside them."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import answer_prompts
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart
from alicia_desktop.view.answer_prompt import MAX_ROWS, KnownPrompt, prompt_view, read_known

MODEL = {"name": "qwen3:4b", "provider": "127.0.0.1", "settings": {"temperature": 0.7, "personaDigest": "1f3a"}}
PARTS = (
    PromptPart(source="instructions", role="system", tokens=20, text="You are Alicia."),
    PromptPart(source="persona", role="system", tokens=5, text="You are a pirate."),
    PromptPart(source="message", role="assistant", tokens=4, text="Hello.", ref="am_0"),
    PromptPart(source="memory", role="user", tokens=10, text="1. (health, 0.91) “Emma…”", ref="amem_1"),
    PromptPart(source="question", role="user", tokens=6, text="What may Emma eat?", ref="am_1"),
    PromptPart(source="tool", role="system", tokens=15, text='{"name":"clock"}'),
)
SENT = AnswerPrompt(
    id="am_2",
    conversation_id="ac_1",
    parts=PARTS,
    told={
        "model": MODEL,
        "request": {"temperature": 0.7, "maxTokens": 1000},
        "usage": {"promptTokens": 64, "completionTokens": 21, "cachedTokens": 40},
        "firstTokenMs": 320,
        "answeredMs": 2320,
        "finishReason": "stop",
        "timesAsked": 2,
    },
    created_at=datetime(2026, 11, 23, tzinfo=UTC),
)
KNOWN = KnownPrompt(
    answer_id="am_2",
    conversation_id="ac_1",
    has_summary=True,
    by_source={"memory": (10, 1), "message": (40, 3)},
    told={"model": MODEL},
    answered_by="model",
    private=False,
)


def test_it_shows_figures_settings_and_every_part_with_where_it_leads():
    view = prompt_view(KNOWN, SENT)
    assert view.figures == (
        ("64", "tokens read"),
        ("21", "tokens written"),
        ("320 ms", "to the first token"),
        ("10.0", "tokens a second"),
    )
    assert dict(view.facts) == {
        "Model": "qwen3:4b · 127.0.0.1",
        "Temperature": "0.7",
        "Persona": "own, 1f3a",
        "Longest answer": "1,000 tokens",
        "Read before": "40 of these tokens were still in the server’s cache",
        "Asked": "2 times, with what tools had found; this is the last",
        "Ended": "by itself",
    }
    assert [(bar.label, bar.value) for bar in view.shares.bars] == [
        ("Earlier messages (3)", "40 tokens · 80 %"),
        ("Memory", "10 tokens · 20 %"),
    ]
    assert [(row.title, row.detail, row.link, row.ref) for row in view.rows][2:5] == [
        ("Earlier message", "Alicia · 4 tokens", "message", "am_0"),
        ("Memory", "10 tokens", "memory", "amem_1"),
        ("Question", "6 tokens", "message", "am_1"),
    ]
    assert (view.note, view.can_compare, view.compared) == ("", True, "")


@pytest.mark.parametrize(
    ("known", "sent", "problem", "said"),
    [
        (replace(KNOWN, has_summary=False, by_source={}), None, "", "Not sent by this server."),
        (
            replace(KNOWN, by_source={}, answered_by="tool"),
            None,
            "",
            "No language model was asked: this is from a tool.",
        ),
        (replace(KNOWN, private=True), None, "", "Private conversation: the server keeps no texts of it."),
        (KNOWN, None, "", "The server no longer keeps the texts of this answer."),
        (KNOWN, None, "You are offline.", "You are offline. The texts are on the server."),
        (KNOWN, SENT, "You are offline.", "You are offline. This is as it was fetched before."),
        (
            KNOWN,
            replace(SENT, emptied=True, parts=(replace(PARTS[0], text=None),)),
            "",
            "Something in it was forgotten, so its texts are gone. The sizes stay.",
        ),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(known, sent, problem, said):
    view = prompt_view(known, sent, problem=problem)
    assert view.note == said
    assert not view.can_compare


def test_a_part_without_a_text_says_why():
    parts = (replace(PARTS[0], text=None), replace(PARTS[3], text="", tokens=0))
    rows = prompt_view(KNOWN, replace(SENT, parts=parts)).rows
    assert [row.note for row in rows] == [
        "The text is not kept.",
        "Left out, because the model could not read as much.",
    ]


def test_todays_prompt_stands_in_the_same_list_with_its_differences_marked():
    now = (
        PARTS[0],
        replace(PARTS[1], text="You are a poet."),
        PARTS[2],
        replace(PARTS[3], ref="amem_2", text="1. (goals, 0.80) “Cake”"),
        PARTS[4],
    )
    view = prompt_view(KNOWN, SENT, today=replace(SENT, parts=now))
    assert [(row.title, row.mark) for row in view.rows] == [
        ("Instructions", ""),
        ("Persona", "changed"),
        ("Earlier message", ""),
        ("Memory", "then"),
        ("Memory", "now"),
        ("Question", ""),
    ]
    assert view.rows[1].text_now == "You are a poet."
    assert view.compared == "1 only then, 1 only today, 1 changed"
    assert len({row.id for row in view.rows}) == len(view.rows)
    same = prompt_view(KNOWN, SENT, today=replace(SENT, parts=PARTS[:-1]))
    assert same.compared == "It would read the same today"


def test_more_parts_than_can_be_shown_are_counted():
    view = prompt_view(KNOWN, replace(SENT, parts=PARTS[:1] * (MAX_ROWS + 2)))
    assert (len(view.rows), view.more) == (MAX_ROWS, "2 more parts")
    long = replace(SENT, parts=PARTS[:1] * (MAX_ROWS + 2))
    assert prompt_view(KNOWN, long, today=long).more == "2 more parts"


async def test_what_another_server_sends_as_sizes_is_read_with_care(story):
    odd = {"memory": {"tokens": 9, "count": 1}, "odd": 3, "more": {"tokens": "x"}}
    told = {"model": MODEL, "answeredBy": "model", "prompt": {"tokens": 9, "parts": odd}}
    end = {"usage": {"promptTokens": 30, "completionTokens": 2}, "finishReason": "length"}
    await story.begin("ac_1")
    await story.sent(wire.UserMessage(id="am_1", content="What may Emma eat?"))
    await story.came(wire.StartAnswer(id="am_2", previous_id="am_1"), **told)
    last = wire.AssistantSentence(id="ams_1", previous_id="am_2", sequence=1, text="Cake.", is_final=True)
    await story.came(last, **end)
    found = await story.database.read(read_known, "am_2")
    assert found is not None
    assert (found.by_source["memory"], found.by_source["odd"]) == ((9, 1), (0, 0))
    assert found.told["usage"]["promptTokens"] == 30
    assert found.kept is None
    assert dict(prompt_view(found, None).facts)["Ended"] == "cut off at the length limit"
    await story.database.write(answer_prompts.keep, SENT, story.clock.now())
    assert (await story.database.read(read_known, "am_2")).kept == SENT
    assert await story.database.read(read_known, "am_1") is None


async def test_an_answer_of_a_server_that_tells_nothing(story):
    await story.begin("ac_1")
    await story.sent(wire.UserMessage(id="am_1", content="Hi."))
    await story.came(wire.AssistantMessage(id="am_2", previous_id="am_1", content="Hello."))
    found = await story.database.read(read_known, "am_2")
    view = prompt_view(found, None)
    assert (view.note, view.figures, view.facts) == ("Not sent by this server.", (), ())
