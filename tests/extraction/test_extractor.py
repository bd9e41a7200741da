import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extraction.reader import contents, extract, turn

TOLD = [
    ("My daughter Emma has a piano recital on Friday.", ["User's daughter Emma has a piano recital on Friday."]),
    ("my name is Sam", ["User's name is Sam."]),
    ("I'm Sam and I live in Porto.", ["User is Sam.", "User lives in Porto."]),
    ("I live in Porto and work as a nurse.", ["User lives in Porto.", "User works as a nurse."]),
    ("I’m allergic to peanuts", ["User is allergic to peanuts."]),
    ("I am not allergic to peanuts.", ["User is not allergic to peanuts."]),
    ("I don't like coffee.", ["User doesn't like coffee."]),
    ("Hi Alicia! By the way, I drive a red Toyota.", ["User drives a red Toyota."]),
    ("I just wanted to tell you that my wife Anna is pregnant.", ["User's wife Anna is pregnant."]),
    ("Oh, and my boss is called Maria.", ["User's boss is called Maria."]),
    ("My favourite color is green, what's yours?", ["User's favourite color is green."]),
    ("I have a dentist appointment tomorrow, can you remind me?", ["User has a dentist appointment tomorrow."]),
    (
        "My sister lives in Berlin; my brother lives in Rome.",
        ["User's sister lives in Berlin.", "User's brother lives in Rome."],
    ),
    ("My dog is called Rex. He is a beagle.", ["User's dog is called Rex.", "User's dog Rex is a beagle."]),
    (
        "My friend Tom lives in Oslo. His wife is a pilot.",
        ["User's friend Tom lives in Oslo.", "Tom's wife is a pilot."],
    ),
    (
        "I have two kids named Alex and Jordan. Alex is 8 years old and Jordan is 5.",
        ["User has two kids named Alex and Jordan.", "Alex is 8 years old.", "Jordan is 5."],
    ),
    ("Emma's birthday is March 3.", ["Emma's birthday is March 3."]),
    ("We are getting married in June!", ["User is getting married in June."]),
    ("Our house has a blue door.", ["User's house has a blue door."]),
    ("I was born on March 3, 1990.", ["User was born on March 3, 1990."]),
    ("I've been learning the cello since May.", ["User has been learning the cello since May."]),
    ("I'd like to visit Japan someday.", ["User would like to visit Japan someday."]),
    (
        "I usually wake up at 6 a.m. and I study at night.",
        ["User usually wakes up at 6 a.m.", "User studies at night."],
    ),
    ("Every Tuesday I go swimming with Tom.", ["Every Tuesday User goes swimming with Tom."]),
    ("Remember that my locker code is 4417.", ["User's locker code is 4417."]),
    ("Please remember: the spare key is under the pot.", ["The spare key is under the pot."]),
    ("Don't forget that I'm vegetarian.", ["User is vegetarian."]),
    ("Actually, I moved to Lisbon last month.", ["User moved to Lisbon last month."]),
    ("I've been feeling anxious lately.", ["User has been feeling anxious lately."]),
    ("My phone number is 555-1234.", ["User's phone number is 555-1234."]),
    ("I can't eat gluten.", ["User can't eat gluten."]),
    ("I lost my job yesterday.", ["User lost User's job yesterday."]),
    ("My mother passed away in 2019.", ["User's mother passed away in 2019."]),
    ("I'm afraid of spiders.", ["User is afraid of spiders."]),
    ("I'm good at chess.", ["User is good at chess."]),
    ("I went to Rome with my wife last summer.", ["User went to Rome with User's wife last summer."]),
    ("I think I am allergic to cats.", ["User is allergic to cats."]),
    ("The wifi password at home is sunflower42.", ["The wifi password at home is sunflower42."]),
    ("Mum's phone number is 0176 555.", ["Mum's phone number is 0176 555."]),
    ("They're operating on my mum next Friday.", ["They are operating on User's mum next Friday."]),
    ("Someone stole my bike last week.", ["Someone stole User's bike last week."]),
    ("I may be moving to Cork in the spring.", ["User may be moving to Cork in the spring."]),
    ("I'd rather you wrote in short sentences.", ["User would rather you wrote in short sentences."]),
    ("I'd rather have a seat by the window.", ["User would rather have a seat by the window."]),
    ("My ex-wife has remarried.", ["User's ex-wife has remarried."]),
    ("Our landlord's selling.", ["User's landlord is selling."]),
    ("Been sober since March.", ["User has been sober since March."]),
    ("The choir I sing in meets on Tuesdays.", ["The choir User sings in meets on Tuesdays."]),
    ("I tore a muscle in May.", ["User tore a muscle in May."]),
    ("If I eat nuts, I get sick.", ["If User eats nuts, User gets sick."]),
    ("My friend Tom moved to Oslo.", ["User's friend Tom moved to Oslo."]),
    ("My dog barks at cyclists.", ["User's dog barks at cyclists."]),
    ("I'm always stuck in traffic on the way to Leeds.", ["User is always stuck in traffic on the way to Leeds."]),
    ("Answer me in Danish from now on.", ["User wants you to answer User in Danish from now on."]),
    ("I have two children named Alex and Jordan.", ["User has two children named Alex and Jordan."]),
    ("Alex is 8 years old and Jordan is 5 years old.", ["Alex is 8 years old.", "Jordan is 5 years old."]),
]

NOT_TOLD = [
    "I'd rather read it tonight.",
    "They sent me a new password.",
    "Should I write to my mum or wait until Sunday?",
    "When is Emma's recital?",
    "What is 17 * 23?",
    "What time is it?",
    "Where do I live?",
    "do you remember my kids' names",
    "What are my kids' names?",
    "Is my sister older than me?",
    "Can you help me write a poem?",
    "Hello!",
    "Hi Alicia, how are you?",
    "Thanks a lot!",
    "ok",
    "Good night",
    "Yes.",
    "Tell me a joke.",
    "Write a poem about my cat.",
    "Translate this into French: good morning",
    "I have a question.",
    "I want to ask you something.",
    "I don't understand.",
    "I see.",
    "I love it!",
    "I'm tired.",
    "I'm back",
    "I think it's going to rain.",
    "I was wondering what time it is.",
    "I don't have any information about that.",
    "I don't have any information about your kids.",
    "It is raining.",
    "That is nice.",
    "Please don't remember this: I robbed a bank.",
    "Off the record, I hate my job.",
    "Remind me to call mom.",
    "The capital of France is Paris.",
    "The capital of Portugal is Lisbon.",
    "Water boils at a hundred degrees.",
    "I'm stuck in traffic.",
    "I'm so hungry I could eat a horse.",
    "My dog is barking again.",
    "I'm in the supermarket.",
    "I told you already.",
    "I need your help.",
    "I'll be back later.",
    "",
    "   \n ",
    "😀",
]


@pytest.mark.parametrize(("text", "statements"), TOLD, ids=[text for text, _ in TOLD])
def test_what_somebody_tells_becomes_statements(text: str, statements: list[str]):
    assert contents(text) == statements


@pytest.mark.parametrize("text", NOT_TOLD)
def test_nothing_is_kept_of_what_tells_nothing(text: str):
    assert contents(text) == []


def test_a_private_turn_leaves_nothing():
    assert not extract(turn("My name is Sam.", private=True)).statements


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Forget that I drive a Toyota.", ("I drive a Toyota",)),
        ("please forget about my locker code", ("my locker code",)),
        ("Forget that.", ("",)),
        ("Forget what I told you about Emma", ("Emma",)),
    ],
)
def test_forgetting_is_asked_for(text: str, what: tuple[str, ...]):
    extraction = extract(turn(text))
    assert extraction.forget == what
    assert not extraction.statements


def test_a_day_is_kept_as_a_date_beside_its_word():
    (statement,) = extract(turn("My daughter Emma has a piano recital on Friday.")).statements
    assert statement.dates == {"on friday": "2026-11-20"}
    assert statement.said == "My daughter Emma has a piano recital on Friday"


@pytest.mark.parametrize(
    ("text", "memory_type", "category"),
    [
        ("I'm allergic to peanuts.", "profile_attribute", "health_wellness"),
        ("I love jazz.", "user_preference", "personal_life_interests"),
        ("My daughter Emma has a recital.", "long_term_note", "relationships_social"),
        ("I work as a nurse at the hospital.", "profile_attribute", "work_career"),
        ("I owe the bank a loan.", "long_term_note", "money_income_debt"),
    ],
)
def test_type_and_category_follow_what_is_told(text: str, memory_type: str, category: str):
    (statement,) = extract(turn(text)).statements
    assert (statement.memory_type, statement.category) == (memory_type, category)


def test_what_one_asks_to_keep_is_more_important():
    (asked,) = extract(turn("Remember that I have a bike.")).statements
    (told,) = extract(turn("I have a bike.")).statements
    assert asked.importance > told.importance
    assert asked.asked_for
    assert asked.content == told.content


def test_feelings_give_the_sentiment():
    sentiments = [
        extract(turn(text)).statements[0].sentiment for text in ("I love jazz.", "I hate jazz.", "I have a bike.")
    ]
    assert sentiments == ["positive", "negative", "neutral"]


def test_a_doubt_lowers_the_confidence():
    (sure,) = extract(turn("I will move to Rome in May.")).statements
    (unsure,) = extract(turn("Maybe I will move to Rome in May.")).statements
    assert unsure.confidence < sure.confidence


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error_and_twice_the_same(text: str):
    assert extract(turn(text)) == extract(turn(text))


@pytest.mark.parametrize("opening", ["Hi! ", "Well, ", "By the way, ", "Oh, "])
@pytest.mark.parametrize("text", ["I'm allergic to peanuts.", "My sister lives in Berlin.", "my name is Sam"])
def test_an_opening_word_changes_nothing(text: str, opening: str):
    assert contents(opening + text) == contents(text)


@pytest.mark.parametrize("piece", ["I like a and ", "my dog is, can ", "a,", " ", "\n", "My dog is called Rex. "])
@pytest.mark.slow
def test_a_pasted_text_costs_little_and_tells_little(piece: str):
    assert len(extract(turn(piece * 40_000)).statements) <= 1


QUESTIONS = [
    "What is my sister's name", "Where do I live", "How old am I", "When is my birthday", "Who is my boss",
    "Do you know my address", "Is my brother older than me", "What did I tell you about Emma", "Can you hear me",
]  # fmt: skip


@given(
    st.sampled_from(QUESTIONS),
    st.sampled_from(["?", "??", " ?", ""]),
    st.sampled_from(["", "Hey, ", "so ", "and ", "Alicia, "]),
)
def test_a_pure_question_is_never_kept(question: str, end: str, opening: str):
    assert contents(f"{opening}{question}{end}") == []


@pytest.mark.parametrize(
    "text",
    [
        "שלום, אני גר בתל אביב",
        "我有一只狗",
        "Ich wohne in Graz.",
        "🐕🐕🐕",
        "**I** | like | `tea`",
        "def f(x): return my.dog",
    ],
)
def test_other_languages_and_marks_are_read_without_an_error(text: str):
    extract(turn(text))


@pytest.mark.parametrize("piece", ["My dog is called Rex. ", "i have a dog and ", "my brother, Tom, ", "as a nurse, "])
def test_a_megabyte_is_read_in_bounded_time(piece: str):
    begun = time.process_time()
    extract(turn((piece * 1_000_000)[:1_000_000]))
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    "piece", ["my ", "I ", "I am ", "my-", "-", "'", "x'", ", ", "I like ", "(", "\u0301", "\0", "Bob and "]
)
@pytest.mark.parametrize("length", [90, 990, 100_000])
@pytest.mark.slow
def test_a_text_of_one_piece_over_and_over_is_read_at_once(piece: str, length: int):
    line = (piece * length)[:length] + ".\n"
    begun = time.process_time()
    extract(turn((line * 250)[:100_000]))
    assert time.process_time() - begun < 2


def test_whether_a_name_is_known_is_no_wish():
    assert contents("Will you remember my name?") == []
    assert contents("Can you remember my locker code 4417?") == ["User's locker code 4417."]


def test_how_a_statement_is_filed():
    (code,) = extract(turn("Remember that my locker code is 4417.")).statements
    assert (code.kind, code.extracted_by, code.heard) == ("hard", "rules", "Remember that my locker code is 4417.")
    (home,) = extract(turn("I live in Porto.")).statements
    assert (home.kind, home.subcategory, home.summary) == ("semantic", "home", None)


@pytest.mark.e2e
def test_the_server_is_imported_without_the_patterns_of_the_extraction():
    script = "import sys, alicia_desktop.server.agents; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout.decode().split()
    assert "alicia_desktop.server.recall" in loaded
    assert [name for name in loaded if name.startswith("alicia_desktop.extraction.")] == []


@pytest.mark.parametrize(
    ("before", "text", "content"),
    [
        ("My sister Julia is coming on Saturday.", "She is bringing her two kids.", "Julia is bringing her two kids."),
        ("Where does my mother live?", "Actually she is 65.", "User's mother is 65."),
        ("My brother Tom moved to Oslo.", "He's a carpenter.", "Tom is a carpenter."),
    ],
)
def test_she_is_whom_the_message_before_spoke_of(before, text, content):
    told = turn(text, before=before)
    assert [statement.content for statement in extract(told).statements] == [content]
    assert contents(text) == []


@pytest.mark.parametrize("before", ["I bought a red car.", "Off the record: my sister Julia is pregnant."])
def test_a_thing_or_what_was_said_in_confidence_is_not_meant(before):
    for text in ("It is 12 years old.", "She is 34 years old."):
        told = turn(text, before=before)
        assert extract(told).statements == ()


def test_a_sum_is_nothing_told():
    assert contents("23 * 19") == []
