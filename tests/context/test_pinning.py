import pytest

from alicia_desktop.context import pinning
from alicia_desktop.context.api_types import CreatePinRequest
from tests.context.said import said

CODE = "Try this:\n```python\ndef area(r):\n    return 3.14 * r * r\n```\nIt works."
OTHER = "And this:\n```sql\nSELECT 1;\n```"


def kinds(pins):
    return [(pin.pin_type, pin.content) for pin in pins]


def test_a_message_of_great_importance_is_pinned_with_that_importance():
    [pin] = pinning.pins_for(said(1, "Never forget: no nuts for me.", importance=0.9), [])
    assert (pin.pin_type, pin.importance_score, pin.source_message_id) == ("auto", 0.9, "am_1")
    assert pinning.pins_for(said(1, "I like tea.", importance=0.79), []) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Can you make the code faster?", "SELECT 1;"),
        ("What does area return for a negative radius?", "def area(r):\n    return 3.14 * r * r"),
        ("Lovely, thank you.", None),
        ("Here is the code that I mean:\n```\nx\n```", "SELECT 1;"),
    ],
)
def test_a_block_of_code_is_pinned_when_it_is_spoken_of_again(text, expected):
    earlier = [said(2, CODE), said(3, "More?"), said(4, OTHER)]
    pins = [pin for pin in pinning.pins_for(said(5, text, importance=0.3), earlier) if pin.pin_type == "code"]
    assert [pin.content for pin in pins] == ([expected] if expected else [])
    assert all(pin.source_message_id in {"am_2", "am_4"} for pin in pins)


@pytest.mark.parametrize(
    "question", ["What is photosynthesis?", "Explain photosynthesis.", "What does photosynthesis mean?"]
)
def test_a_term_that_was_explained_on_request_is_pinned_with_its_explanation(question):
    answer = said(2, "Photosynthesis turns light into sugar. Plants do it. It needs water.")
    [pin] = pinning.pins_for(answer, [said(1, question)])
    assert (pin.pin_type, pin.source_message_id) == ("concept", "am_2")
    assert pin.content == "photosynthesis: Photosynthesis turns light into sugar. Plants do it."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is my name?", "Your name is Ada."),
        ("What is the time?", "The time is ten."),
        ("What is 17 * 23?", "17 * 23 is 391."),
        ("What is entropy?", "I don't have any information about entropy."),
        ("I like entropy.", "Entropy is fine."),
    ],
)
def test_other_answers_explain_no_term(question, answer):
    assert pinning.pins_for(said(2, answer), [said(1, question)]) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi, my name is Ada and I am new.", "Ada"),
        ("Please call me Ada Lovelace!", "Ada Lovelace"),
        ("Call me later.", ""),
    ],
)
def test_the_persons_name_is_kept_by_the_program_itself(text, name):
    found = pinning.pins_for(said(1, text, importance=0.5), [])
    assert kinds(found) == ([("system", f"The user's name is {name}.")] if name else [])


def test_a_new_name_or_language_takes_the_place_of_the_old_one():
    english, german = (pinning.language_pin("ac_1", language) for language in ("en", "de"))
    assert pinning.replaces_pin(german, english.content)
    [ada] = pinning.pins_for(said(1, "My name is Ada.", importance=0.5), [])
    assert not pinning.replaces_pin(german, ada.content)
    assert not pinning.replaces_pin(CreatePinRequest(session_id="a", content=german.content), english.content)


@pytest.mark.parametrize(
    ("given", "source", "expected"),
    [
        (0.3, said(1, "x", importance=0.9), 0.3),
        (7.0, None, 1.0),
        (None, said(1, "x", importance=0.9), 0.9),
        (None, None, 0.5),
    ],
)
def test_importance_when_none_is_given_is_that_of_the_message_else_one_half(given, source, expected):
    request = CreatePinRequest(session_id="ac_1", content="x", importance_score=given)
    assert pinning.pin_importance(request, source) == expected
