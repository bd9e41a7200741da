import pytest

from alicia_desktop.server import dialogue
from alicia_desktop.server.dialogue import Fact, Said

OSLO = Fact(content="Your brother Tom lives in Oslo", relevance=0.9)
DOG = Fact(content="Your dog is called Biscuit.", relevance=0.8)
TEA = Fact(content="You like tea.", relevance=0.4)


def test_a_small_model_gets_the_best_fact_nearest_to_the_question_and_none_that_is_much_weaker():
    prompt = dialogue.small_prompt("Where does my brother live?", (OSLO, DOG, TEA), ())
    expected = "You said: Your dog is called Biscuit. Your brother Tom lives in Oslo.\nWhere does my brother live?"
    assert prompt[-1].content == expected
    assert [message.role for message in prompt] == ["system", "user", "assistant", "user"]


def test_without_facts_a_small_model_gets_the_last_exchange_but_no_long_text():
    history = (Said(role="user", text="x" * 5_000), Said(role="assistant", text="Fine."))
    contents = [message.content for message in dialogue.small_prompt("And now?", (), history)]
    assert contents[-2:] == ["Fine.", "And now?"]
    assert not any("xxx" in content for content in contents)


def test_a_large_model_gets_all_facts_first_and_the_whole_history():
    history = (Said(role="user", text="Hi."), Said(role="assistant", text="Hello."))
    prompt = dialogue.large_prompt("Where?", (OSLO, DOG), history)
    assert "1. Your brother Tom lives in Oslo\n2. Your dog" in prompt[0].content
    assert [message.content for message in prompt[1:]] == ["Hi.", "Hello.", "Where?"]


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
    assert dialogue.names_only(answer, known="Your brother Tom lives in Oslo. Where does my brother live?") is only


@pytest.mark.parametrize(("answer", "wrong"), [("I'm a nurse.", True), ("You are a nurse.", False)])
def test_answers_that_mistake_who_is_meant(answer, wrong):
    assert dialogue.speaks_as_user(answer) is wrong


def test_news_is_acknowledged_in_the_persons_own_words():
    told = ("Your dog is called Biscuit.", "Tom lives in Oslo.")
    said = "I will remember that your dog is called Biscuit and that Tom lives in Oslo."
    assert dialogue.acknowledgement(told) == said


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Where does my brother live?", True),
        ("What is my dog called?", True),
        ("When did I move to Oslo?", True),
        ("How old is our cat?", True),
        ("What should I cook for my guests?", False),
        ("What is the capital of Italy?", False),
        ("My brother lives in Rome.", False),
        ("Which film could my children like?", False),
    ],
)
def test_only_the_person_can_answer_what_is_about_the_person(question, about):
    assert dialogue.asks_about_person(question) is about
