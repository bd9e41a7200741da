"""Turns whose parts are told apart, and what others say, what is not meant and what is said in passing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.vocabulary import listed
from tests.extraction.reader import kept

SAID = [
    ("My son (he's 11) has asthma.", ["User's son has asthma.", "User's son is 11."]),
    ("My boss told me I'm getting the promotion in July.", ["User is getting the promotion in July."]),
    ("You know I'm left-handed, right?", ["User is left-handed."]),
    ("You've got my name wrong, it's Maarten.", ["User's name is Maarten."]),
    ("Please call me Mrs. Abernathy, not Jean.", ["User wants to be called Mrs. Abernathy."]),
    (
        "We picked up a kitten and the kids have named her Toast.",
        ["User picked up a kitten.", "User's kitten is called Toast."],
    ),
    ("Wife: Noor. Kids: Sami (9), Huda (4).", ["User's wife is Noor.", "User's kids are Sami (9), Huda (4)."]),
    ("I live with four girls and one of them, Priya, is allergic to nuts.", None),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_a_turn_is_taken_apart(text: str, statements: list[str] | None):
    told = [content for content, _ in kept(text)]
    assert not any("ises" in one for one in told)
    assert statements is None or [one for one in told if one in statements] == statements


AS_IT_IS = [
    ("I'm not from Poland, I'm from Slovakia.", ["User is not from Poland.", "User is from Slovakia."]),
    (
        "I'm Sam, 34, from Leeds, and I work as a nurse.",
        ["User is Sam.", "User is from Leeds.", "User is 34 years old.", "User works as a nurse."],
    ),
    ("It isn't my mother who is ill.", []),
    ("I don't know a doctor who speaks Polish.", ["User doesn't know a doctor who speaks Polish."]),
    ("Do you know a vet who treats parrots?", []),
    ("I have a cousin who lives in Perth.", ["User's cousin lives in Perth.", "User has a cousin."]),
    ("My website is example.com/me.", ["User's website is example.com/me."]),
    ("My email is jane.doe@example.com.", ["User's email is jane.doe@example.com."]),
    ("I LIVE IN BERLIN AND I HATE COFFEE", ["User lives in berlin.", "User hates coffee."]),
    ("What's your name? Mine is Petra.", ["User's name is Petra."]),
    (
        "I get hay fever so badly that I can't mow the lawn in June.",
        ["User gets hay fever.", "User can't mow the lawn in June."],
    ),
    ("My hands shake (essential tremor), sadly.", ["User's hands shake (essential tremor)."]),
]
SAID_BY_OTHERS = [
    ("It's not true that I smoke.", []),
    ("It's not that I hate dogs.", []),
    ("I can't say that I like jazz.", []),
    ("My boss thinks that I live in London.", []),
    ("He lied that I was married.", []),
    ("My friend claims I'm allergic to cats, but I'm not.", []),
    ("It's possible that I'm diabetic.", []),
    ("Say my salary is 3000, how much tax is that?", []),
    ("I promised my daughter that I would quit smoking.", []),
    ("I dreamed that I lived on Mars.", ["User dreamed that User lived on Mars."]),
    ("My mum keeps telling people I'm a lawyer.", []),
    ("My doctor said that I'm anaemic.", ["User is anaemic."]),
    ("I told everyone that I'm moving to Peru.", ["User is moving to Peru."]),
    ("I love that we live by the sea.", ["User lives by the sea."]),
    ("You know that I hate peas, don't you?", ["User hates peas."]),
]
NOT_MEANT = [
    ("I have three wives. Just joking!", []),
    ("I have a pet dragon jk", []),
    ("I'm a robot haha just kidding.", []),
    ("I won a car! Kidding. But I did get a raise.", ["User did get a raise."]),
    ("jk I'm not pregnant", ["User is not pregnant."]),
    ("I'm not kidding, I have two left feet.", ["User has two left feet."]),
    ("For example, I have a dog called Rex. How would you say that?", []),
    ("I have many allergies. For example, I can't eat nuts.", ["User has many allergies.", "User can't eat nuts."]),
    ("As an example: my name is John Doe.", []),
    ("For the sake of argument, I live in France. My wife works there.", []),
]


@pytest.mark.parametrize(("text", "statements"), [*AS_IT_IS, *SAID_BY_OTHERS, *NOT_MEANT])
def test_nothing_is_kept_but_what_the_person_says_is_so(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements


WHOLE = [
    ("Our wifi password is “correct horse battery”.", ["User's wifi password is “correct horse battery”."]),
    ("My brother's motto is “I hate work”.", []),
    ("My cousin Sean O'Neill lives in Co. Cork.", ["User's cousin Sean O'Neill lives in Co. Cork."]),
    ("My name is J. R. Smith and I live in Ely.", ["User's name is J. R. Smith.", "User lives in Ely."]),
    ("ngl i kinda hate my job", ["User kinda hates User's job."]),
    ("I use they/them pronouns.", ["User uses they/them pronouns."]),
    ("I go by Kit, not Christopher.", ["User is called Kit.", "User goes by Kit, not Christopher."]),
    ("Since my surgery I use a wheelchair.", ["User had surgery.", "User uses a wheelchair."]),
    ("I'm a nurse and a mother of two.", ["User is a nurse.", "User is a mother of two."]),
    ("My son is being silly.", []),
    ("I like tea and", ["User likes tea."]),
    ("My dad doesn't smoke, my mum does.", ["User's dad doesn't smoke."]),
    (
        "My son changed schools, he's at St Paul's now.",
        ["User's son changed schools.", "User's son is at St Paul's now."],
    ),
    ("I'm allergic to nuts and milk.", ["User is allergic to nuts.", "User is allergic to milk."]),
    ("I love yoga and crochet.", ["User loves yoga and crochet."]),
    ("I own a farm and milk cows.", ["User owns a farm.", "User milks cows."]),
    ("Thank God I'm not allergic to cats.", ["User is not allergic to cats."]),
    ("Except for my sister, all my kin live in Berlin.", ["Except for User's sister, all User's kin live in Berlin."]),
    ("It was my brother who moved to Oslo.", ["User's brother moved to Oslo."]),
    ("You'll never guess: we're having twins!", ["User is having twins."]),
    ("She's my sister.", []),
    ("im 30 yo", ["User is 30 yo."]),
    ("Me: 40, vegan, from Berlin.", ["User is from Berlin.", "User is 40 years old.", "User is vegan."]),
    ("With my asthma, what sport is good?", ["User has asthma."]),
    ("I'm eating dinner.", []),
    ("I love pasta but if I eat it I get ill.", ["User loves pasta.", "If User eats it User gets ill."]),
    ("My kids: Sami is 9, Huda is 4.", ["Sami is 9 years old.", "Huda is 4 years old."]),
]


@pytest.mark.parametrize(("text", "statements"), WHOLE)
def test_what_is_kept_is_whole_and_told_once(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements


THINGS = {
    "I'm allergic to {} and {}.": sorted(listed("markers.food")),
    "My son can't eat {} or {}.": sorted(listed("markers.food")),
    "I love {} and {}.": sorted(one for one in listed("markers.pastimes") if one.isalpha()),
    "I speak {} and {}.": sorted(one.capitalize() for one in listed("markers.languages")),
}


@given(st.data())
@pytest.mark.slow
def test_both_of_two_things_are_kept(data: st.DataObject):
    frame = data.draw(st.sampled_from(sorted(THINGS)))
    first, second = data.draw(st.lists(st.sampled_from(THINGS[frame]), min_size=2, max_size=2, unique=True))
    told = " ".join(content for content, _ in kept(frame.format(first, second)))
    assert (first in told, second in told) == (True, True)
