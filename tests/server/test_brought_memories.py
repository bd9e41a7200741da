"""A large model reads a memory once: it stays before the question that brought it, as long as it is true."""

from alicia_desktop.server.brought_memories import MAX_TOKENS, BroughtMemories
from alicia_desktop.server.prompts import EarlierMessage, Known, PromptFact

OSLO = PromptFact(content="Your brother Tom lives in Oslo.", relevance=0.9, id="mem_1")
DOG = PromptFact(content="Your dog is called Biscuit.", relevance=0.8, id="mem_2")
CURRENT = {one.id: one.content for one in (OSLO, DOG)}
HISTORY = (
    EarlierMessage(role="user", text="Where does Tom live?", id="am_1"),
    EarlierMessage(role="assistant", text="In Oslo.", id="am_2"),
)
KNOWN = Known(facts=(OSLO, DOG), history=HISTORY)


def brought(*facts: PromptFact) -> BroughtMemories:
    kept = BroughtMemories()
    kept.keep("am_1", facts)
    return kept


def test_what_an_earlier_question_brought_stays_there_and_is_not_brought_again():
    placed = brought(OSLO).place(KNOWN, CURRENT)
    assert placed.history[0].told == (OSLO,)
    assert placed.history[1] == HISTORY[1]
    assert placed.facts == (DOG,)


def test_what_was_forgotten_or_changed_is_shown_nowhere():
    assert brought(OSLO).place(KNOWN, {}).history == HISTORY
    kept = brought(OSLO)
    moved = CURRENT | {OSLO.id: "Your brother Tom lives in Bergen."}
    assert kept.place(KNOWN, moved).history == HISTORY
    assert kept.memory_ids == frozenset()


def test_what_is_not_to_be_used_is_left_out_for_one_answer():
    kept = brought(OSLO)
    assert kept.place(KNOWN, CURRENT, exclude=(OSLO.id,)).history == HISTORY
    assert kept.place(KNOWN, CURRENT).history[0].told == (OSLO,)


def test_a_question_that_is_out_of_the_prompt_has_its_memories_brought_again():
    assert brought(OSLO).place(Known(facts=(OSLO,)), CURRENT).facts == (OSLO,)


def test_it_does_not_grow_without_end():
    kept = brought(OSLO)
    kept.keep("am_3", (PromptFact(content="x" * 4 * MAX_TOKENS, relevance=0.5, id="mem_3"),))
    assert kept.tokens == 0
