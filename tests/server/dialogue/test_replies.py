"""The table of replies, and which of them is given."""

import pytest

from alicia_desktop.server.dialogue.acts import RecognisedAct, load_weights
from alicia_desktop.server.dialogue.replies import Replies, act_of
from alicia_desktop.server.dialogue.reply_table import NONE, reply_table
from tests.bench.train_dialogue import examples

LARGER = "A larger model can be connected"


def sure(name, chance=0.9):
    return RecognisedAct(name=name, likeliest=name, chance=chance)


def test_every_act_that_can_be_recognised_has_replies():
    acts = {name for weights in load_weights().values() for name in weights.names}
    assert acts <= reply_table().keys()
    assert acts == {one.acts[0] for one in examples()} - {NONE}
    assert all(row.replies for row in reply_table().values())


def test_replies_are_not_repeated_within_a_conversation():
    replies = Replies()
    count = len(reply_table()["joke"].replies)
    told = [replies.reply("joke", "tell me a joke", remember=True) for _ in range(count)]
    assert len(set(told)) == count


def test_the_same_message_is_answered_in_the_same_way_in_another_conversation():
    assert Replies().reply("greeting", "hi", remember=True) == Replies().reply("greeting", "hi", remember=True)


def test_a_larger_model_is_mentioned_once_a_conversation():
    replies = Replies()
    first, second = (replies.reply("unknown", "Who wrote Middlemarch?", remember=True) for _ in range(2))
    assert LARGER in first
    assert LARGER not in second


def test_another_one_is_another_of_what_came_last():
    replies = Replies()
    first = replies.reply("joke", "tell me a joke", remember=True)
    second = replies.reply("followup", "another one", remember=True)
    assert second in reply_table()["joke"].replies
    assert second != first
    assert replies.reply("followup", "what do you mean?", remember=True) in reply_table()["followup"].replies
    assert replies.reply("followup", "another one", remember=True) in reply_table()["joke"].replies
    replies.reply("weather", "will it rain?", remember=True)
    assert replies.reply("followup", "another one", remember=True) in reply_table()["followup"].replies


@pytest.mark.parametrize("act", ["sad", "worried", "trouble"])
def test_a_feeling_that_is_said_to_be_small_is_not_answered_as_a_great_one(act):
    row = reply_table()[act]
    assert Replies().reply(act, "I feel a bit homesick", remember=True) in row.mild
    assert Replies().reply(act, "I feel so homesick", remember=True) in row.replies
    assert Replies().reply(act, "it hurts a bit more every day", remember=True) in row.replies
    assert Replies().reply(act, "I feel a bit lonely these days since Martha passed", remember=True) in row.replies


def test_to_a_grief_nothing_is_said_of_storing_in_a_private_conversation():
    reply = Replies().reply("bereaved", "my dog died", remember=False, told=True)
    assert not any(kept in reply for kept in reply_table()["bereaved"].kept)


def test_no_reply_for_a_private_conversation_promises_to_remember():
    for row in reply_table().values():
        said = " ".join(row.private or row.replies)
        assert "I will remember it" not in said or row.private == ()


@pytest.mark.parametrize(
    ("recognised", "told", "known", "act"),
    [
        (sure("greeting"), False, False, "greeting"),
        (sure("greeting", 0.5), True, False, NONE),
        (sure("news", 0.6), False, True, NONE),
        (RecognisedAct(name=NONE, likeliest="worried", chance=0.4), True, False, "worried"),
        (RecognisedAct(name=NONE, likeliest="bereaved", chance=0.4), True, False, NONE),
        (RecognisedAct(name=NONE, likeliest="greeting", chance=0.2), False, False, NONE),
        (RecognisedAct(name=NONE, likeliest="sad", chance=0.32), False, False, "sad"),
        (RecognisedAct(name=NONE, likeliest="sad", chance=0.28), True, False, NONE),
    ],
)
def test_facts_told_and_questions_to_the_memory_go_their_own_ways(recognised, told, known, act):
    assert act_of(recognised, "", told=told, known=known) == act


def test_what_is_kept_for_good_is_no_small_talk():
    assert act_of(sure("small_talk"), "I like tea", told=True, known=False) == NONE
    assert act_of(sure("small_talk"), "just having tea", told=True, known=False) == "small_talk"


def test_a_plan_is_no_wish():
    assert act_of(sure("write"), "I want to learn Spanish", told=True, known=False) == NONE


def test_trouble_is_heard_where_no_act_is_sure():
    unsure = RecognisedAct(name=NONE, likeliest="glad", chance=0.2)
    assert act_of(unsure, "We fell out and I can't cope", told=True, known=False) == "trouble"
    assert act_of(unsure, "Who was it I fell out with?", told=False, known=True) == NONE


def test_somebody_who_wants_to_die_is_never_overlooked():
    unsure = RecognisedAct(name=NONE, likeliest=NONE, chance=0.0)
    assert act_of(unsure, "I don’t want to live any more", told=True, known=True) == "despair"


def test_several_likely_sorrows_are_one_that_is_sure():
    unsure = RecognisedAct(name=NONE, likeliest="sad", chance=0.2, chances={"sad": 0.2, "worried": 0.2})
    assert act_of(unsure, "I am new in town", told=True, known=False) == "trouble"
    assert act_of(unsure, "I am new in town", told=True, known=True) == NONE


@pytest.mark.parametrize(("act", "chance"), [("angry", 0.5), ("guess", 0.4)])
def test_what_somebody_asks_of_themselves_is_a_question_to_the_memory(act, chance):
    recognised = RecognisedAct(name=act, likeliest=act, chance=chance, chances={act: chance})
    assert act_of(recognised, "What do I hate?", told=False, known=False) == NONE
    assert act_of(recognised, "I hate all of this so much.", told=False, known=False) == act
    assert act_of(sure("guess"), "Guess: what am I wearing?", told=False, known=False) == "guess"


def test_who_wishes_for_a_joke_about_something_is_told_that_there_is_none():
    row = reply_table()["joke"]
    assert Replies().reply("joke", "a joke about cows", remember=True).startswith(row.particular)
    assert not Replies().reply("joke", "tell me a joke", remember=True).startswith(row.particular)


@pytest.mark.parametrize(
    ("before", "message", "answered"),
    [
        ("own_feelings", "why not?", "why_program"),
        ("unknown", "Why?", "why_limits"),
        ("weather", "how come?", "why_limits"),
        ("greeting", "why?", "followup"),
        ("own_feelings", "what do you mean?", "followup"),
    ],
)
def test_a_question_for_the_reason_is_about_the_last_reply(before, message, answered):
    replies = Replies()
    replies.reply(before, "first", remember=True)
    assert replies.reply("followup", message, remember=True) in reply_table()[answered].replies


def test_behind_a_sorrow_what_is_added_is_met_as_one():
    replies = Replies()
    replies.reply("unwell", "my back hurts", remember=True)
    assert replies.reply("small_talk", "it's been two weeks", remember=True) in reply_table()["trouble"].replies
    replies.reply("unwell", "my back hurts", remember=True)
    assert replies.restated("You fell", "you fell", "I fell", remember=True) in reply_table()["trouble"].replies
    replies.reply("greeting", "hi", remember=True)
    assert "ou fell" in replies.restated("You fell", "you fell", "I fell", remember=True)
