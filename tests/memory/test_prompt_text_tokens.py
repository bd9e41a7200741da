from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.prompt_text import token_count


def test_about_four_letters_are_a_token_and_a_han_sign_is_one():
    assert token_count("User lives in Porto.") == 5
    assert token_count("我女儿") == 3


@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens(one: str, two: str):
    assert token_count(one + two) >= token_count(one) >= 1
