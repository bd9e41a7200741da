"""The chain of a turn: what led to what, and what made the words of the answer."""

import json

import pytest

from alicia_desktop.view.turn_records import TurnRecords
from alicia_desktop.view.turns import turn_view
from tests.view.records import answer, bundle, message, sentence

MODEL = json.dumps({"name": "qwen3:4b", "provider": "127.0.0.1"})


@pytest.mark.parametrize(
    ("answered_by", "told"),
    [
        ("model", "qwen3:4b · 127.0.0.1"),
        ("extractive", "From Alicia’s memory or a fixed reply"),
        ("tool", "From a tool"),
        ("", "qwen3:4b · 127.0.0.1"),
    ],
)
def test_a_model_is_named_only_where_the_words_are_its_own(answered_by, told):
    meta = {"model": MODEL, "answeredBy": answered_by}
    given = bundle(message=answer(), meta=meta, sentences=[sentence(1, "On Friday.")])
    turn = TurnRecords(
        question=message(), question_meta={}, answer=given, answer_meta=meta, journal=[], number=1, count=1
    )
    (sentences,) = [step for step in turn_view(turn).chain if step.kind == "sentences"]
    assert [line.text for line in sentences.lines] == [told, "On Friday."]
