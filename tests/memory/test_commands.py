import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory import commands

FORGET = [
    ("Forget that.", ""), ("Forget what I just said.", ""), ("Delete that from your memory.", ""), ("Scratch that", ""),
    ("Forget the last thing I told you.", ""),
    ("Please forget what I said about my sister.", "my sister"),
    ("can you forget my locker code please", "my locker code"),
    ("Forget everything I told you about Emma", "Emma"),
    ("Erase what you know about my job", "my job"),
    ("You can forget about my old address now", "my old address"),
    ("I want you to forget my ex's name", "my ex's name"),
    ("Remove my phone number from your memory.", "my phone number"),
    ("stop remembering my weight", "my weight"),
    ("Do not keep anything I told you about Tom.", "Tom"),
    ("Clear your memory of my address", "my address"),
    ("Could you please forget that my name is Sam?", "my name is Sam"),
    ("Forget everything you know about me.", commands.FORGET_ALL),
    ("Wipe everything you have stored about me", commands.FORGET_ALL),
    ("Forget everything I said", commands.FORGET_CONVERSATION),
]  # fmt: skip
NOT_FORGET = [
    "Delete the second line", "remove the comma", "Drop the last paragraph.", "Don't forget to buy milk.",
    "Don't forget that I'm vegan.", "I always forget names.", "How do I delete my account?", "What did I forget?",
]  # fmt: skip
REMEMBER = [
    ("Remember that my locker code is 4417.", "my locker code is 4417."),
    ("Don't forget that I'm vegan.", "I'm vegan."),
    ("Please keep in mind I only have an induction hob", "I only have an induction hob"),
    ("Note for later: the bins go out on Fridays", "the bins go out on Fridays"),
    ("Make a note that grandma's birthday is 4 June", "grandma's birthday is 4 June"),
    ("Remind me: the dentist is on 4 December.", "the dentist is on 4 December."),
    ("Bear in mind I'm on a tight budget.", "I'm on a tight budget."),
    ("Can you remember that the code is 9081?", "the code is 9081"),
    ("The cleaner comes on Fridays, please remember that.", "The cleaner comes on Fridays"),
]
NOT_REMEMBER = [
    "Remember to call me",
    "Remind me to buy milk.",
    "Remind me when it rains.",
    "Do you remember my name?",
    "Save the file.",
    "Remember when we spoke?",
]
PRIVATE = [
    "Don't remember this: I failed.", "Off the record, I failed.", "Keep this to yourself: I'm bankrupt.",
    "Just between us, I applied for another job.", "i dont want you to remember this but i failed the exam",
    "This stays private, okay?", "Please don't save that.", "Not for your memory: we are splitting up.",
    "Don't write this down, I hate my boss.", "Don't tell anyone, but I'm pregnant.",
    "Leave that out of your notes.", "I'm telling you this in confidence.",
]  # fmt: skip
OPEN = [
    "I keep bees.",
    "Don't forget my birthday.",
    "I never keep track of time.",
    "I save 200 a month.",
    "I record music.",
]


@pytest.mark.parametrize(("sentence", "what"), FORGET)
def test_what_to_forget_is_understood_in_many_wordings(sentence: str, what: str):
    assert commands.parse_forget_command(sentence) == what


@pytest.mark.parametrize("sentence", NOT_FORGET)
def test_a_wish_about_something_else_forgets_nothing(sentence: str):
    assert commands.parse_forget_command(sentence) is None


@pytest.mark.parametrize(("sentence", "kept"), REMEMBER)
def test_what_to_remember_is_understood_in_many_wordings(sentence: str, kept: str):
    assert commands.parse_remember_command(sentence) == kept


@pytest.mark.parametrize(
    "sentence",
    [
        "Could you keep a note of that for me?",
        "can you remember that",
        "Please make a note of all this.",
        "I put the spare key in the flowerpot, can you remember that",
        "Remember that I park in bay 41.",
    ],
)
def test_who_asks_to_remember_is_understood(sentence: str):
    assert commands.asks_to_remember(sentence)


@pytest.mark.parametrize("sentence", ["Can you remember things?", "I keep a note of that.", "Do you remember me?"])
def test_who_asks_about_remembering_asks_for_nothing_to_be_kept(sentence: str):
    assert not commands.asks_to_remember(sentence)


@pytest.mark.parametrize("sentence", NOT_REMEMBER)
def test_reminders_and_questions_are_no_such_wish(sentence: str):
    assert commands.parse_remember_command(sentence) is None


@pytest.mark.parametrize("sentence", PRIVATE)
def test_silence_is_understood_in_many_wordings(sentence: str):
    assert commands.is_private(sentence)


@pytest.mark.parametrize("sentence", OPEN)
def test_what_only_sounds_like_it_is_no_wish_for_silence(sentence: str):
    assert not commands.is_private(sentence)


def test_a_wish_for_silence_covers_what_follows_and_alone_at_the_end_what_came_before():
    assert commands.private_sentences(["I'm a nurse.", "Off the record: I drink.", "Too much."]) == {1, 2}
    assert commands.private_sentences(["I'm seeing someone new.", "Please don't save that."]) == {0, 1}
    assert commands.private_sentences(["I'm a nurse.", "I like tea."]) == frozenset()


@given(st.text(max_size=200))
def test_any_sentence_is_read_without_an_error(sentence: str):
    commands.parse_forget_command(sentence)
    commands.parse_remember_command(sentence)
    commands.private_sentences([sentence, sentence])
