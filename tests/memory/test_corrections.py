"""What a correction replaces, and in which memory."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from alicia_desktop.memory.corrections import choose_target, parse_correction
from alicia_desktop.memory.own_words import own_sentences
from alicia_desktop.memory.statements import fact_meta
from alicia_desktop.store.memories import memories

NOW = datetime(2026, 11, 24, tzinfo=UTC)
HERE, ELSEWHERE = "ac_1", "ac_2"


def correction_in(text):
    (sentence,) = own_sentences(text)
    return parse_correction(sentence)


def memory(content, *, conversation=HERE):
    made = memories.new_memory(memory_id=content, content=content, at=NOW, user_id="user")
    return replace(made, source_chat_id=conversation, meta=fact_meta(content))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("no I mean the wedding is in July, not June", "June", "July"),
        ("Actually it’s Max, not Rex.", "Rex", "Max"),
        ("She's 65 not 64.", "64", "65"),
        ("My car is not red but blue.", "red", "blue"),
        ("My car isn't red but blue!", "red", "blue"),
        ("The dentist is on Friday, not on Thursday.", "on Thursday", "on Friday"),
        ("I have two sons – not two daughters", "two daughters", "two sons"),
    ],
)
def test_the_wrong_words_stand_beside_the_right_ones(text, old, new):
    found = correction_in(text)
    assert (found.old, found.new, found.sentence) == (old, new, text)


@pytest.mark.parametrize(
    "text",
    ["I'm not sure.", "I'd rather not go.", "Not yet.", "It's Max, not Rex?", "I do not like tea.", "No, not that."],
)
def test_a_mere_no_corrects_nothing(text):
    assert correction_in(text) is None


def target(text, *known):
    found = choose_target(
        correction_in(text), [memory(one) if isinstance(one, str) else one for one in known], conversation_id=HERE
    )
    return None if found is None else found.content


def test_what_shares_a_word_is_meant_wherever_it_was_told():
    old = memory("User drinks coffee.", conversation=ELSEWHERE)
    assert target("I drink tea, not coffee.", "User likes coffee cake.", old) == "User drinks coffee."
    assert target("I drink tea, not coffee.", "User likes coffee cake.") is None


def test_a_bare_correction_means_what_this_conversation_told_last():
    told = ("User is getting married in June in Porto.", "User moves to Rome in June.")
    assert target("No, I mean in July, not June.", *told) == told[0]
    assert target("No, I mean in July, not June.", memory(told[0], conversation=ELSEWHERE)) is None
    assert target("She's 65, not 64.", "Elena is 64.") == "Elena is 64."


def test_what_somebody_else_does_corrects_nothing_of_the_person():
    assert target("My brother likes jazz, not rock.", "User likes rock.") is None
    assert target("I like jazz, not rock.", "User's daughter Emma likes rock.") is None
    assert (
        target("Emma likes jazz, not rock.", "User's daughter Emma likes rock.") == "User's daughter Emma likes rock."
    )


def test_words_inside_others_are_left_alone():
    found = correction_in("It's Ann, not Anna.")
    assert found.apply("User's sister Anna met Annabel.") == "User's sister Ann met Annabel."
    assert not found.concerns("User met Annabel.")
