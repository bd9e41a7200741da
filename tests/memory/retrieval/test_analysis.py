from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.dates import DateHint
from alicia_desktop.memory.retrieval.analysis import (
    analyse,
    asks_about_person,
    asks_for_opinion,
    is_question,
    is_small_talk,
    names_in,
    plain_question,
    split_questions,
)

TODAY = date(2026, 11, 18)


def test_the_seeds_example_is_read_as_the_seed_reads_it():
    analysis = analyse("What are my kids' names?", today=TODAY)
    assert analysis.intent == "information_request"
    assert analysis.personal_context
    assert analysis.topic_entities == ("family",)
    assert analysis.key_terms == ("kids", "names")


@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("Do you remember my sister?", "memory_recall"),
        ("When is Emma's recital?", "information_request"),
        ("Hello Alicia!", "small_talk"),
        ("Thank you so much", "small_talk"),
        ("Write a poem about rain", "command"),
        ("I live in Porto.", "statement"),
        ("Rain in Spain", "general"),
    ],
)
def test_intents(query: str, intent: str):
    assert analyse(query, today=TODAY).intent == intent


def test_feelings_urgency_time_and_reference():
    analysis = analyse("I'm so sad and worried, I told you last week, please hurry!", today=TODAY)
    assert analysis.emotional_tone == "moderate"
    assert analysis.emotional_weight > 0.5
    assert analysis.urgency_level > 0.5
    assert analysis.memory_reference
    assert analysis.time_context == "recent"


def test_names_and_dates_are_taken_out():
    analysis = analyse("What did Maria and Tom Baker do on May 3, 2023?", today=TODAY)
    assert analysis.entities == ("Maria", "Tom Baker")
    assert analysis.dates == (DateHint(year=2023, month=5, day=3),)


def test_the_turn_before_lends_its_words_only_when_the_query_leans_on_it():
    leaning = analyse("And when is it?", today=TODAY, previous_turn="Emma's recital")
    alone = analyse("When is the wedding of Anna?", today=TODAY, previous_turn="Emma's recital")
    assert [term.text for term in leaning.context_terms] == ["emma", "recital"]
    assert alone.context_terms == ()


def test_a_question_about_oneself_is_about_the_user():
    assert "user" in analyse("Where do I live?", today=TODAY).about
    assert analyse("Where is Paris?", today=TODAY).about == frozenset()


def test_questions_and_small_talk_are_known():
    assert is_question("where do you live")
    assert not is_question("I live in Porto.")
    assert is_small_talk("ok thanks!")
    assert not is_small_talk("ok I live in Porto")


def test_ordinary_words_are_no_names():
    assert names_in("Yesterday I met Anna on Monday. Thanks Alicia") == ("Anna",)


@given(st.text(max_size=500))
def test_any_text_is_read_and_every_share_stays_within_its_bounds(query: str):
    analysis = analyse(query, today=TODAY)
    shares = (analysis.confidence, analysis.emotional_weight, analysis.urgency_level, analysis.keyword_density)
    assert all(0 <= share <= 1 for share in (*shares, analysis.complexity_score))


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Where does my brother live?", True),
        ("What is my dog called?", True),
        ("When did I move to Oslo?", True),
        ("Where are we going on honeymoon?", True),
        ("How are we different from apes?", False),
        ("How old is our cat?", True),
        ("How often do I see my father?", True),
        ("Until when is my passport valid?", True),
        ("Do I eat meat?", True),
        ("Am I looking for a new job?", True),
        ("Have we been to Japan?", True),
        ("Is my sister married?", True),
        ("Do I need a visa for Japan?", False),
        ("Can I eat a steak?", False),
        ("Is Rome in Italy?", False),
        ("How do I fix my bike?", False),
        ("What should I cook for my guests?", False),
        ("What is the capital of Italy?", False),
        ("My brother lives in Rome.", False),
        ("Which film could my children like?", False),
    ],
)
def test_only_the_person_can_answer_what_is_about_the_person(question, about):
    assert asks_about_person(question) is about


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I forgot my wifi password", "what is my wifi password"),
        ("forgot my bank pin", "what is my bank pin"),
        ("i've forgotten the door code again", "what is the door code"),
        ("I can't remember the name of my dentist.", "what is the name of my dentist"),
        ("I forgot where I parked", "where I parked"),
        ("I forgot my umbrella at work", "I forgot my umbrella at work"),
    ],
)
def test_what_was_forgotten_is_asked_for(said, asked):
    assert plain_question(said) == asked


def test_two_questions_of_ones_own_are_two_and_one_is_one():
    assert split_questions("where do i live and how old am i?") == ("where do i live", "how old am i?")
    assert split_questions("what do my son and my daughter like?") == ()
    assert split_questions("who wrote Hamlet and when was it written?") == ()


def test_the_question_what_to_do_is_one_for_advice_whatever_the_verb_is():
    assert asks_for_opinion("What should I pack for Lisbon?")
    assert not asks_for_opinion("What did I pack for Lisbon?")
