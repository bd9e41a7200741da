import pytest

from alicia_desktop.server import small_model_guard


@pytest.mark.parametrize(
    ("answer", "only"),
    [
        ("Your brother Tom lives in Oslo.", True),
        ("He lives in Oslo.", True),
        ("Your brother Tom lives in Lisbon.", False),
        ("Your brother Tom, 42, lives in Oslo.", False),
    ],
)
def test_names_and_numbers_that_nobody_told(answer, only):
    assert (
        small_model_guard.names_only(answer, known="Your brother Tom lives in Oslo. Where does my brother live?")
        is only
    )


@pytest.mark.parametrize(
    ("answer", "only"),
    [
        ("Your flight leaves on 12 December at 7:25 from gate B12.", True),
        ("Your flight leaves on 12 December at 12:25 from gate B12.", False),
        ("Your flight leaves on 25 December.", False),
    ],
)
def test_a_number_that_is_put_together_of_others_was_told_by_nobody(answer, only):
    known = "Your flight leaves on 12 December at 7:25 from gate B12."
    assert small_model_guard.names_only(answer, known=known) is only


@pytest.mark.parametrize(("answer", "only"), [("Your daughter Emma is.", True), ("Your sister Emma is.", False)])
def test_kin_that_nobody_told(answer, only):
    known = "Emma is allergic to peanuts. Your daughter Emma has a recital. What can Emma not eat?"
    assert small_model_guard.relations_only(answer, known=known) is only


@pytest.mark.parametrize(("answer", "wrong"), [("I'm a nurse.", True), ("You are a nurse.", False)])
def test_answers_that_mistake_who_is_meant(answer, wrong):
    assert small_model_guard.speaks_as_user(answer) is wrong


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What did we talk about?", True),
        ("What have we been talking about so far?", True),
        ("Can you sum up our conversation?", True),
        ("Please recap the discussion.", True),
        ("Where were we?", True),
        ("What did I say so far?", True),
        ("What did I tell you about my sister?", False),
        ("What did I say about Rome?", False),
        ("Sum up the book Emma.", False),
        ("What is the capital of Italy?", False),
    ],
)
def test_who_asks_what_the_conversation_was_about(question, asks):
    assert small_model_guard.asks_for_recap(question) is asks


def test_a_recap_is_what_the_person_said_and_asked_each_thing_once():
    summaries = ("User: I am off to Rome in May.\nAlicia: How nice.\nUser: Where do I sleep?", "They spoke of trains.")
    said = (
        "Hello! My sister Ada comes along. Please remember that she likes tea.",
        "I am off to Rome in May.",
        "Tell me a joke.",
        "What did we talk about?",
        "Thanks!",
    )
    assert small_model_guard.recap(summaries, said).splitlines() == [
        "So far you told me:",
        "",
        "- You are off to Rome in May.",
        "- You asked: Where do I sleep?",
        "- They spoke of trains.",
        "- Your sister Ada comes along.",
        "- She likes tea.",
    ]


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("Where does Tom live?", True),
        ("Tell me about my brother Tom.", True),
        ("Please remind me when our train leaves.", True),
        ("i forgot what i'm allergic to", True),
        ("I can't remember where I parked", True),
        ("I don't remember what my dentist is called", True),
        ("Tell me a joke.", False),
        ("I told my brother.", False),
        ("I forgot my umbrella on the train.", False),
    ],
)
def test_who_wants_to_be_told_something_of_their_own(text, wants):
    assert small_model_guard.wants_to_be_told(text) is wants


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What did I have for breakfast?", "I had porridge for breakfast"),
        ("What did I have for lunch?", None),
        ("What did I just say?", None),
        ("Who am I?", None),
    ],
)
def test_what_was_said_here_is_found_by_all_words_of_a_question(question, sentence):
    said = ("Hello. I had porridge for breakfast", "Is breakfast over?")
    assert small_model_guard.said_of(question, said) == sentence
