"""Words are replaced as they stand, and where they are written in base64, as hex or with escapes."""

import base64
import urllib.parse

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alicia_desktop.captures.masking import TextMask
from alicia_desktop.filtering.values import compiled
from tests.support.examples import examples

SECRET = "Xylophone-77"


def mask(*texts, patterns=()):
    return TextMask(patterns=[compiled(one) for one in patterns], texts=texts)


def test_the_same_words_get_the_same_number():
    made = mask("Emma", patterns=[r"[0-9]{4}"])
    assert made.replace("EMMA met Emma at 1730, not at 1800") == (
        "[redacted 1] met [redacted 1] at [redacted 2], not at [redacted 3]"
    )
    assert made.replace("emma, 1730") == "[redacted 1], [redacted 2]"


def test_a_pattern_does_not_find_the_number_of_a_marker():
    made = mask("Emma", patterns=["[0-9]", "redacted"])
    assert made.replace("Emma 5") == "[redacted 1] [redacted 2]"


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        SECRET.upper(),
        SECRET.encode().hex(),
        SECRET.encode().hex(" "),
        base64.b64encode(SECRET.encode()).decode(),
        base64.b64encode(b"x" + SECRET.encode()).decode(),
        base64.b64encode(b"xy" + SECRET.encode() + b"z").decode(),
        base64.urlsafe_b64encode(b"\xff\xfe" + SECRET.encode()).decode().rstrip("="),
        urllib.parse.quote(SECRET).replace("X", "%58"),
        "".join(f"\\u{ord(letter):04x}" for letter in SECRET),
        "".join(f"&#{ord(letter)};" for letter in SECRET),
        "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in SECRET),
    ],
)
@pytest.mark.parametrize("made", [mask(SECRET), mask(patterns=["xylophone-[0-9]+"])], ids=["text", "pattern"])
def test_no_way_of_writing_it_is_left(made, written):
    assert written not in made.replace(f"before {written} after")


def test_texts_that_overlap_leave_nothing_of_each_other():
    made = mask("Emma", "Emma has a recital", "recital on Friday")
    assert made.replace("When Emma has a recital on Friday.") == "When [redacted 1]."
    assert made.replace("Straße, Emma") == "[redacted 2]"


def test_words_of_a_memory_stay_in_names():
    made = mask()
    made.learn_words("Emma retrieved a walnut")
    assert made.replace("Who retrieved the Walnut?") == "Who [redacted 1] the [redacted 2]?"
    assert made.replace("retrieved", words=False) == "retrieved"
    assert made.replace("am_walnut7, chestnut, Emmanuel") == "[redacted 3], chestnut, Emmanuel"
    assert made.replace("x" * 50 + "walnut") == "[redacted 4]"


@pytest.mark.parametrize("learned", ["User's name is Ann.", "Ann is your sister.", "ANN"])
def test_a_short_name_in_a_memory_is_replaced_and_a_short_word_is_not(learned):
    made = mask()
    made.learn_words(learned)
    assert "ann" not in made.replace("My name is Ann, ann, ANN").lower()
    assert made.replace("an is annual") == "an is annual"


def test_a_short_number_in_a_memory_is_replaced_and_a_first_word_is_not():
    made = mask()
    made.learn_words("The user is 42. My cat is, too.")
    assert made.replace("The two of my friends are 42, not 43") == "The two of my friends are [redacted 1], not 43"


def test_a_short_text_that_was_learned_is_replaced_where_it_is_all():
    made = mask()
    made.learn("no")
    assert made.replace("No") == "[redacted 1]"
    assert made.replace("nobody knows") == "nobody knows"


@settings(max_examples=examples(60))
@given(st.text(min_size=4, max_size=20).filter(lambda one: len(one.strip()) >= 4), st.text(max_size=40))
def test_whatever_is_looked_for_is_gone(wanted, around):
    made = mask(wanted)
    assert wanted not in made.replace(f"{around}{wanted}{around}").replace("[redacted ", "")
