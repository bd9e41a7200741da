import pytest

from alicia_desktop.extraction.pasted import without_pasted
from tests.extraction.reader import contents

LETTER = """Dear Sir or Madam,

I am writing for the third time. My name is Gerda Holm, I live in Lund and my father is eighty.
I booked your hall for his birthday in May and I paid the deposit. He uses a wheelchair, and I was
promised a ramp. I have heard nothing since. I would like my money back.

Kind regards
Gerda Holm"""
CV = """Gerda Holm
gerda@example.org

PROFILE
I am a dental hygienist in Lund with eleven years of experience. I live in Lund.

EMPLOYMENT
2018 - today   Senior hygienist
2013 - 2018    Hygienist

INTERESTS
I sing alto in a choir, I keep bees, and I speak Danish and some Polish as well. I ran a marathon."""
LOG = "\n".join(f"2031-02-11 03:14:0{at} INFO [main] my server is called db-{at} and I am starting" for at in range(9))
CHAT = "\n".join(
    f"[18:0{at}] {who}: I'm allergic to nuts and my dog is called Rex" for at, who in enumerate(["Tom", "Ana"] * 3)
)


@pytest.mark.parametrize(
    "text", [LETTER, CV, LOG, CHAT, f"reply politely please\n\n{LETTER}", f"{CHAT}\n\nsum this up"]
)
def test_what_others_wrote_tells_nothing(text: str):
    assert contents(text) == []


def test_what_is_pasted_is_read_where_it_is_about_the_person():
    assert "User keeps bees." in contents(f"This is my CV, remember what matters:\n\n{CV}")


def test_the_request_beside_it_stays():
    told = without_pasted(f"reply politely please\n\n{LETTER}")
    assert (told.split("\n")[0], told.strip()) == ("reply politely please", "reply politely please")
    assert len(told) == len(f"reply politely please\n\n{LETTER}")


OWN = [
    """Hi Alicia! Let me tell you a bit about me. I'm Jo, I live in Leeds with my wife Priya and our two cats, and I
work nights as a nurse at the infirmary, so please never suggest anything before noon. I'm allergic to penicillin.
I don't drink, and I'm learning the cello, which is going slowly. Anything else you'd like to know?""",
    """Some facts about me:
- I'm a nurse in Leeds
- I'm allergic to penicillin
- I have two cats
- I'm learning the cello
- I don't drink alcohol
- I get up at noon because I work nights
- my wife is called Priya and she is a vet
- we are saving for a house with a garden""",
]


@pytest.mark.parametrize("text", OWN)
def test_a_long_telling_of_ones_own_is_no_paste(text: str):
    assert without_pasted(text) == text
    assert "User is allergic to penicillin." in contents(text)
