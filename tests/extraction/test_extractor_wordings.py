"""What becomes of many wordings: told plainly, in passing, in a row, with a name beside it, without a subject."""

import pytest

from tests.extraction.reader import contents

TOLD = [
    ("What I love most is hiking.", ["User loves hiking most."]),
    ("Spare key is with the Hendersons at number 12.", ["The spare key is with the Hendersons at number 12."]),
    (
        "hey can you remember my wifes birthday its the 9th of november and also her shoe size is 38",
        ["User's wife's birthday is the 9th of november.", "User's wife's shoe size is 38."],
    ),
    (
        "i need to remember where i put the passports, they are in the blue suitcase under the bed",
        ["User's passports are in the blue suitcase under the bed."],
    ),
    (
        "okay alicia um i need you to uh remember that the plumber is coming on wednesday between eight and twelve",
        ["The plumber is coming on wednesday between eight and twelve."],
    ),
    ("There is nothing between us and I moved to Leeds.", ["User moved to Leeds."]),
    ("my locker combo is 14 32 8 dont tell my brother", ["User's locker combo is 14 32 8."]),
    (
        "Two things: 1) what is the boiling point of water, 2) can you remember that I park on level 3, bay 41",
        ["User parks on level 3, bay 41."],
    ),
    ("I teach year 4. I need three ideas for a rainy lunchtime.", ["User teaches year 4."]),
    ("Well, what my son can't stand is the dentist.", ["User's son can't stand the dentist."]),
    (
        "My headmistress, Mrs Adeyemi, she wants the plan every Friday.",
        ["User's headmistress Mrs Adeyemi wants the plan every Friday."],
    ),
    ("My mother lives with us.", ["User's mother lives with User."]),
    (
        "I study civil engineering in Kumasi and exams begin on the 4th.",
        ["User studies civil engineering in Kumasi and exams begin on the 4th."],
    ),
    ("My friend Sam moved to Leeds. They work nights.", ["User's friend Sam moved to Leeds.", "Sam works nights."]),
    (
        "My boss lives in Aarhus. They work nights at the harbour.",
        ["User's boss lives in Aarhus.", "User's boss works nights at the harbour."],
    ),
    (
        "my physio is called Marta and I see her on Tuesdays",
        ["User's physio is called Marta.", "User sees Marta on Tuesdays."],
    ),
    (
        "My sister Ana is a baker. I love her cakes.",
        ["User's sister Ana is a baker.", "User loves Ana's cakes."],
    ),
    (
        "I have a brother, Tom. I borrowed his car last week.",
        ["User has a brother, Tom.", "User borrowed User's brother's car last week."],
    ),
    (
        "My parents live in Faro and I call them every Sunday.",
        ["User's parents live in Faro.", "User calls User's parents every Sunday."],
    ),
    (
        "My wife has a birthday in May and I bought her a ring.",
        ["User's wife has a birthday in May.", "User bought User's wife a ring."],
    ),
    (
        "My daughter Emma plays piano and I drive her to her lessons on Fridays.",
        ["User's daughter Emma plays piano.", "User drives Emma to her lessons on Fridays."],
    ),
    ("My sister loves her dog.", ["User's sister loves her dog."]),
    ("I like apples and I eat them daily.", ["User likes apples.", "User eats them daily."]),
    ("My birthday? 30 January, same as my cousin.", ["User's birthday is 30 January, same as User's cousin."]),
    (
        "Could you bear in mind that my husband, Otto, hears nothing on the right?",
        ["User's husband is called Otto.", "User's husband Otto hears nothing on the right."],
    ),
    ("Might you note that I only travel in September?", ["User only travels in September."]),
    ("Oh, and put down that I'm left-handed.", ["User is left-handed."]),
    ("We move on the 14th of October, so please no big plans then.", ["User moves on the 14th of October."]),
    ("I want to publish a board game.", ["User wants to publish a board game."]),
    ("I'm thinking about retraining as an electrician.", ["User is thinking about retraining as an electrician."]),
    ("I hope to be a grandmother soon.", ["User hopes to be a grandmother soon."]),
    ("We're planning to adopt a boy.", ["User is planning to adopt a boy."]),
    ("I'm toying with the idea of selling the house.", ["User is toying with the idea of selling the house."]),
    ("Would a distance course be mad at 66?", ["User is 66 years old."]),
    ("Is it too late to start ballet at 41?", ["User is 41 years old."]),
    ("My skin is really dry.", ["User's skin is really dry."]),
    ("My bike got stolen in March.", ["User's bike got stolen in March."]),
    ("My left ear rings constantly.", ["User's left ear rings constantly."]),
    ("My biggest fear is losing my sight.", ["User's biggest fear is losing User's sight."]),
    ("Since I lost my job I sleep badly.", ["User lost User's job.", "User sleeps badly."]),
    ("Aubergine is the one vegetable I refuse to eat.", ["Aubergine is the one vegetable User refuses to eat."]),
    ("Sundays are for the allotment.", ["Sundays are for the allotment."]),
    ("The car I drive is a company car.", ["The car User drives is a company car."]),
    ("Music is what keeps me going.", ["Music is what keeps User going."]),
    ("None of us eats pork.", ["None of us eats pork."]),
    ("It takes me an hour to get to work.", ["It takes User an hour to get to work."]),
    ("Wool makes me itch.", ["Wool makes User itch."]),
    ("The only income is mine.", ["The only income is User's."]),
    ("Our garden faces north and the soil is heavy clay.", ["User's garden faces north.", "The soil is heavy clay."]),
    ("We sold the house.", ["User sold the house."]),
    ("I practise the cello.", ["User practises the cello."]),
    ("My sister moved to Porto.", ["User's sister moved to Porto."]),
    ("My brother is good at chess.", ["User's brother is good at chess."]),
    ("My ex has remarried.", ["User's ex has remarried."]),
    (
        "My cousin Rory, the one who's a welder in Belfast, plays darts.",
        ["User's cousin Rory is a welder in Belfast.", "User's cousin Rory plays darts."],
    ),
    ("Good news: I've passed my theory test.", ["User has passed User's theory test."]),
    (
        "My daughter Beatrice starts school in May but everybody calls her Bea.",
        ["User's daughter Beatrice starts school in May.", "Beatrice is called Bea."],
    ),
    ("The woman I'm seeing works at the zoo.", ["User's girlfriend works at the zoo."]),
    ("My brother is always joking.", ["User's brother is always joking."]),
    (
        "Paolo – that's my husband – keeps bees.",
        ["User's husband is called Paolo.", "User's husband Paolo keeps bees."],
    ),
    ("My brother (Tom) lives in Oslo.", ["User's brother is called Tom.", "User's brother Tom lives in Oslo."]),
    ("Wife's from Bahia.", ["User's wife is from Bahia."]),
    ("Boss wants me in at seven.", ["User's boss wants User in at seven."]),
    (
        "My report, which I put together by hand in Excel, is due on Friday.",
        ["User's report, which User put together by hand in Excel, is due on Friday."],
    ),
    ("If it helps, I weigh 82 kilos.", ["User weighs 82 kilos."]),
    ("Moved here in May.", ["User moved here in May."]),
    (
        "Sold the flat, bought a narrowboat, quit the job.",
        ["User sold the flat.", "User bought a narrowboat.", "User quit the job."],
    ),
    ("Never learned to swim.", ["User never learned to swim."]),
    ("Saving for a campervan.", ["User is saving for a campervan."]),
    ("Big Tolkien nerd.", ["User is a big Tolkien nerd."]),
    ("Age 52.", ["User is 52 years old."]),
    ("Can't do dairy.", ["User can't do dairy."]),
    ("Married to a pilot.", ["User is married to a pilot."]),
    ("Left school at sixteen.", ["User left school at sixteen."]),
    ("Used to live in Rome.", ["User used to live in Rome."]),
    ("Born in Lagos.", ["User was born in Lagos."]),
    (
        "My friend Tom moved to Oslo. His wife is a pilot.",
        ["User's friend Tom moved to Oslo.", "Tom's wife is a pilot."],
    ),
    (
        "I teach Year 4 in Luton, thirty-one kids, no projector",
        ["User teaches Year 4 in Luton.", "User has thirty-one kids.", "User has no projector."],
    ),
    (
        "I am Ann Lee, seventy years of age, formerly of the bench",
        ["User is Ann Lee.", "User is seventy years of age.", "User was formerly of the bench."],
    ),
    ("I don't drink, seven years sober in May", ["User doesn't drink.", "User is seven years sober in May."]),
    ("my aunt is eighty-three, lives on her own", ["User's aunt is eighty-three.", "User's aunt lives on her own."]),
    ("I walk, because my gran was born there in 1901.", ["User walks.", "User's gran was born there in 1901."]),
    ("I was in the navy before I became a teacher.", ["User was in the navy before User became a teacher."]),
    (
        "Wife: Noor. Kids: Sami (9), Huda (4).",
        ["User's wife is Noor.", "Sami is 9 years old.", "Huda is 4 years old.", "User's kids are Sami (9), Huda (4)."],
    ),
]
NOT_TOLD = [
    "I was hoping for an answer.",
    "I want to know the time.",
    "I want to change that.",
    "I'd like to hear more.",
    "Our lesson today was long.",
    "The test says it's fine.",
    "Modern art is overrated, in my view.",
    "That is what I meant.",
    "People keep asking me that.",
    "I finished the second paragraph.",
    "I'll try that tonight.",
    "I just got home.",
    "My coffee is getting cold.",
    "My daughter is tired.",
    "My phone is at two percent.",
    "My sister says you keep notes on folk.",
    "I'm having lunch.",
    "My son is on the sofa.",
    "My wife says hello.",
    "The deadline is called off.",
    "Looking forward to it.",
    "Left is better.",
    "Is it cold at 20?",
    "What I want to know is when it opens.",
]


@pytest.mark.parametrize(("text", "statements"), TOLD, ids=[text for text, _ in TOLD])
def test_what_is_told_in_many_wordings_is_kept(text: str, statements: list[str]):
    assert contents(text) == statements


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_means_nothing_tomorrow_is_not_kept(text: str):
    assert contents(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The stopcock is under the stairs.", ["The stopcock is under the stairs."]),
        ("my keys are on the table right now", ["User's keys are on the table right now."]),
        ("Reading glasses are on the desk.", ["The reading glasses are on the desk."]),
        (
            "I'm thinking about quitting my job and opening a bakery.",
            ["User is thinking about quitting User's job and opening a bakery."],
        ),
    ],
)
def test_where_a_thing_is_and_what_is_only_thought_of_are_kept_as_they_were_told(text, kept):
    assert contents(text) == kept
