from datetime import UTC, datetime

from alicia_desktop.api.memories import ContextItem, NextContext, Pin, PromptMessage, ServerContextPart, Summary
from alicia_desktop.view.context_window import context_view, summaries_view

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
CONTEXT = NextContext(
    query="What about Emma?",
    budget=2_400,
    tokens=600,
    parts=(
        ServerContextPart(
            part="messages", tokens=240, kept=(ContextItem(id="am_1", kind="user", content="Hello.", tokens=3),)
        ),
        ServerContextPart(
            part="memories",
            tokens=360,
            dropped=(
                ContextItem(
                    id="amem_1",
                    kind="health_wellness",
                    content="Emma eats no walnuts.",
                    tokens=7,
                    importance=0.9,
                    relevance=0.31,
                    reason="over_budget",
                ),
            ),
            dropped_count=3,
            dropped_tokens=80,
        ),
        ServerContextPart(part="dreams", tokens=0),
    ),
    prompt=(PromptMessage(role="system", content="You are Alicia.", tokens=4),),
    prompt_tokens=4,
    model="small",
)


def test_tokens_are_told_a_part_and_of_the_whole():
    view = context_view(CONTEXT)
    assert view.headline == (
        ("600", "tokens of context"),
        ("2,400", "token budget"),
        ("1,800", "tokens free"),
        ("3", "left out"),
    )
    assert [(bar.label, bar.value, bar.fraction) for bar in view.shares.bars] == [
        ("Recent messages", "240 tokens · 10 %", 0.1),
        ("Memories", "360 tokens · 15 %", 0.15),
        ("dreams", "0 tokens · 0 %", 0.0),
    ]
    assert view.prompt_words == "Full prompt for small, 4 tokens"


def test_what_is_left_out_says_why_and_how_much_more_there_is():
    memories = context_view(CONTEXT).parts[1]
    assert memories.dropped_words == "3 left out, 80 tokens"
    first, rest = memories.dropped
    assert first.text == "Emma eats no walnuts"
    assert first.detail == ("Health & wellness · 7 tokens · 0.31 relevance · 0.90 importance · over the token budget")
    assert rest.text == "2 more"


def test_a_private_conversation_says_so():
    assert "Private" in context_view(NextContext(query="", budget=0, tokens=0, private=True)).note


def test_what_a_conversation_keeps_has_its_fields_and_a_missing_one_a_dash():
    pin = Pin(id="p", session_id="ac", content="x = 1", importance_score=0.8, pin_type="code", created_at=NOW)
    summary = Summary(
        id="s",
        session_id="ac",
        summary="They\nspoke.",
        message_count=12,
        start_message_id="a",
        end_message_id="b",
        importance_score=0.5,
        created_at=NOW,
    )
    view = summaries_view(
        {"totalMessages": 40, "averageImportanceScore": 0.5, "oldestMessage": "2026-11-01T"}, [summary], [pin]
    )
    assert view.stats[0] == ("40", "messages")
    assert view.stats[1] == ("–", "summaries")
    assert view.stats[4] == ("2026-11-01", "oldest message")
    assert view.summaries[0].text == "They spoke."
    assert view.summaries[0].detail.startswith("of 12 messages · 0.50 importance · ")
    assert view.pins[0].detail.startswith("code · 0.80 importance · ")
    assert summaries_view(None, [], []).stats == ()
