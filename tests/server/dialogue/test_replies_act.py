"""The act of a message of several parts."""

import pytest

from alicia_desktop.server.dialogue.acts import RecognisedAct
from alicia_desktop.server.dialogue.replies import MAX_PARTS, act_of_message
from alicia_desktop.server.dialogue.reply_table import KEPT, NONE


def recogniser(**chances):
    """Return a recogniser that finds the act of which a text has the word, and what it was asked to read."""
    asked = []

    def recognise(text):
        asked.append(text)
        for word, (name, chance) in chances.items():
            if word in text:
                return RecognisedAct(name=name, likeliest=name, chance=chance)
        return RecognisedAct(name=NONE, likeliest="thanks", chance=0.0)

    return recognise, asked


def test_what_follows_a_greeting_is_read_without_it():
    recognise, asked = recogniser(dog=("bereaved", 0.9))
    assert act_of_message(recognise, "Hi, my dog died", told=True, known=False) == "bereaved"
    assert asked == ["my dog died"]


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("My mother is 84. Nobody visits. I feel alone.", "sad"),
        ("I am Joe. I drive a bus. What was it you do?", "abilities"),
        ("I am Joe. I drive a bus. I know what you do.", NONE),
        ("I am Joe and I drive a bus.", NONE),
    ],
)
def test_a_feeling_comes_first_and_else_what_is_asked_at_the_end(message, act):
    def recognise(text):
        if text.startswith(("My mother", "I am Joe")):
            return RecognisedAct(name=NONE, likeliest="thanks", chance=0.0)
        name, chance = ("sad", 0.7) if "alone" in text else ("abilities", 0.6)
        return RecognisedAct(name=name, likeliest=name, chance=chance)

    assert act_of_message(recognise, message, told=True, known=False) == act


def test_a_part_that_seems_to_ask_about_her_does_not_where_the_whole_surely_is_of_the_person():
    def recognise(text):
        name, chance = ("abilities", 0.9) if text.startswith("what can") else ("advice", 0.6)
        return RecognisedAct(name=name, likeliest=name, chance=chance)

    asked = "Somebody takes my post, what can I do?"
    assert act_of_message(recognise, asked, told=True, known=False) == "advice"


def test_a_sentence_that_may_be_a_feeling_is_not_taken_for_one():
    def recognise(text):
        return RecognisedAct(name=NONE, likeliest="worried", chance=0.4 if text == "It is a ward." else 0.2)

    assert act_of_message(recognise, "I am Ann. It is a ward.", told=True, known=False) == NONE


def test_of_a_long_message_only_the_end_is_read_by_sentences():
    recognise, asked = recogniser()
    assert act_of_message(recognise, "It was a day. " * 50, told=True, known=False) == NONE
    assert len(asked) == 1 + MAX_PARTS


@pytest.mark.parametrize("text", ["", "\ud800", "...", "hello"])
def test_what_has_no_parts_is_read_once_as_it_is(text):
    recognise, asked = recogniser()
    act_of_message(recognise, text, told=False, known=False)
    assert asked == [text]


def test_a_question_in_the_middle_is_what_the_message_is_for():
    recognise, _ = recogniser(ring=("mail", 0.7))
    message = "Can you ring my daughter? Her number is in the red book."
    assert act_of_message(recognise, message, told=True, known=False) == "mail"


def test_a_grief_comes_before_a_worry():
    recognise, _ = recogniser(lost=("bereaved", 0.6), nervous=("worried", 0.9))
    message = "I am nervous with computers. I lost my wife in spring."
    assert act_of_message(recognise, message, told=True, known=False) == "bereaved"


def test_a_courtesy_beside_what_is_told_needs_no_answer():
    recognise, _ = recogniser(funny=("followup", 0.9))
    assert act_of_message(recognise, "My father was Greek. It is funny.", told=True, known=False) == KEPT


def test_what_is_told_by_one_part_is_the_act_where_nothing_is_asked():
    recognise, _ = recogniser(trust=("distrust", 0.9), old=("distrust", 0.9))
    assert act_of_message(recognise, "My uncle made me. I trust no machine.", told=False, known=False) == "distrust"


def test_a_question_that_leans_on_the_rest_is_read_with_it():
    def recognise(text):
        name, chance = ("keep_track", 0.6) if "mum" in text and "?" in text else ("abilities", 0.6)
        return RecognisedAct(name=name, likeliest=name, chance=chance)

    message = "I look after mum and have much to think of, can you help with that?"
    assert act_of_message(recognise, message, told=False, known=False) == "keep_track"


def test_a_grief_comes_before_any_question():
    recognise, _ = recogniser(joke=("joke", 0.9), died=("bereaved", 0.9))
    assert act_of_message(recognise, "Tell me a joke? My dog died.", told=True, known=False) == "bereaved"


def test_a_sorrow_that_is_the_reason_for_a_question_leaves_the_question_first():
    recognise, _ = recogniser(stored=("privacy_where", 0.9), dementia=("trouble", 0.9))
    message = "Are my notes stored here? I ask because I look after a man with dementia."
    assert act_of_message(recognise, message, told=True, known=False) == "privacy_where"


def test_what_is_only_told_and_kept_is_no_wish():
    recognise, _ = recogniser(Infosys=("lookup", 0.95))
    assert act_of_message(recognise, "Arjun works at Infosys", told=True, known=False) == NONE
    assert act_of_message(recognise, "Infosys share price", told=False, known=False) == "lookup"
    assert act_of_message(recognise, "Can you find Infosys on a map?", told=True, known=False) == "lookup"


def test_who_asks_of_others_is_not_pitied():
    recognise, _ = recogniser(grapes=("sad", 0.5))
    assert act_of_message(recognise, "Is it ok to give grapes to a dog?", told=False, known=False) == NONE
    assert act_of_message(recognise, "Why do I eat grapes and cry?", told=False, known=False) == "sad"


def test_what_is_stated_of_things_is_no_wish_even_where_nothing_is_kept():
    recognise, _ = recogniser(stopcock=("write", 0.9))
    assert act_of_message(recognise, "The stopcock is under the sink", told=False, known=False) == NONE
    assert act_of_message(recognise, "A page about a stopcock", told=False, known=False) == "write"


def test_what_is_said_to_small_talk_answers_no_question():
    recognise, _ = recogniser(week=("small_talk", 0.9))
    assert act_of_message(recognise, "what week of the year is it", told=False, known=False) == NONE
    assert act_of_message(recognise, "long week", told=False, known=False) == "small_talk"
