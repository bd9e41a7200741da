"""Two answers side by side: what each said, what only one of them knew, and how long each took."""

from typing import Any

from alicia_desktop.store.conversations.variations import Variation
from alicia_desktop.view.comparisons import COMING, comparison
from tests.view.records import after, answer, bundle, memory, message, sentence, use

QUESTION = bundle(message=message(contents="What could I bake?"))
FIRST = bundle(
    message=answer(contents="A lemon cake.", created_at=after(1)),
    question=QUESTION.message,
    sentences=[sentence(1, "A lemon cake.", created_at=after(1.5))],
    traces=[use(confidence=0.9), use(id="amu_2", memory_id="amem_2", confidence=0.5)],
)
SECOND = bundle(
    message=answer(id="am_3", contents="A walnut cake.", created_at=after(61)),
    sentences=[sentence(1, "A walnut cake.", created_at=after(62))],
    traces=[use(id="amu_3", memory_id="amem_2", confidence=0.5)],
)


def variation(**given: Any) -> Variation:
    values: dict[str, Any] = {
        "seq": 9,
        "at": after(60),
        "first_id": "am_2",
        "second_id": "am_3",
        "excluded": ("amem_1",),
        "included": (),
    }
    return Variation(**(values | given))


def compared(second: Any = SECOND, **given: Any) -> Any:
    known = {"amem_1": memory(content="Emma is allergic to walnuts")}
    return comparison(variation(**given), question=QUESTION, first=FIRST, second=second, memories=known)


def test_both_answers_with_what_only_one_of_them_knew() -> None:
    made = compared()
    assert (made.question, made.mode) == ("What could I bake?", "without")
    assert [ref.content for ref in made.changed] == ["Emma is allergic to walnuts"]
    assert made.second.title == "Without “Emma is allergic to walnuts”"
    assert (made.first.text, made.second.text) == ("A lemon cake.", "A walnut cake.")
    assert (made.first.only_here, made.second.only_here) == ({"amem_1"}, set())


def test_times_count_from_when_each_was_asked_for() -> None:
    made = compared()
    assert {meaning: figure for figure, meaning in made.first.times}["to the first word"] == "1.5 s"
    assert {meaning: figure for figure, meaning in made.second.times}["to the first word"] == "2.0 s"


def test_an_answer_that_has_not_come_says_so() -> None:
    made = compared(None, second_id=None)
    assert (made.second.id, made.second.note, made.second.times) == ("", COMING, ())
    streaming = bundle(message=answer(id="am_3", contents="", completion_status="streaming"))
    assert compared(streaming).second.note == "Being written"


def test_a_memory_that_was_brought_in_is_named_by_the_snippet_where_nothing_else_is_known() -> None:
    brought = bundle(message=answer(id="am_3"), traces=[use(memory_id="amem_7", content="A snippet")])
    made = compared(brought, excluded=(), included=("amem_7",))
    assert (made.mode, made.second.title) == ("with", "With “A snippet”")
    assert compared(excluded=(), included=("amem_8",)).changed[0].content == "amem_8"


def test_an_answer_that_was_simply_asked_for_again_has_no_mode() -> None:
    made = compared(excluded=())
    assert (made.mode, made.second.title, made.changed) == (None, "Asked again", ())
