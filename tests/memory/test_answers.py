from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from alicia_desktop.memory.answers import compose_answer, second_person
from alicia_desktop.memory.missing_facts import fact_is_missing
from alicia_desktop.memory.statements import Turn
from alicia_desktop.memory.storing import new_memory_record
from alicia_desktop.store.memories.memories import new_memory
from alicia_desktop.store.records import MemoryRecord
from tests.extraction.reader import extract

SAID_AT = datetime(2026, 11, 18, tzinfo=UTC)


def told(text: str) -> MemoryRecord:
    turn = Turn(conversation_id="ac_1", message_id="am_1", text=text, said_at=SAID_AT)
    return new_memory_record(extract(turn).statements[0], turn, user_id="user", now=SAID_AT)


def imported(content: str) -> MemoryRecord:
    return new_memory(memory_id="m", content=content, at=SAID_AT, user_id="user")


def composed_text(question: str, memories: list[MemoryRecord], **when: Any) -> str | None:
    answer = compose_answer(question, memories, **when)
    return None if answer is None else answer.text


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        (
            "My daughter Emma has a piano recital on Friday.",
            "When is Emma's recital?",
            "Your daughter Emma has a piano recital on Friday.",
        ),
        ("I live in Porto.", "Where do I live?", "You live in Porto."),
        ("My dog is called Rex.", "What's my dog's name?", "Your dog is called Rex."),
        ("I'm allergic to peanuts.", "What am I allergic to?", "You're allergic to peanuts."),
        ("My wife Anna loves sushi.", "What does my wife like?", "Your wife Anna loves sushi."),
        ("My son Carl is 4.", "What are the names of my sons?", "Your son Carl is 4."),
    ],
)
def test_the_persons_own_words_answer(fact: str, question: str, answer: str):
    assert composed_text(question, [told(fact)]) == answer


def test_a_day_is_named_when_its_word_may_mean_another():
    memory = told("My daughter Emma has a piano recital on Friday.")
    later = composed_text("When is Emma's recital?", [memory], today=date(2026, 11, 19))
    past = composed_text("When is Emma's recital?", [memory], today=date(2026, 12, 1))
    assert later == "Your daughter Emma has a piano recital on Friday (that is Friday, 20 November)."
    assert past == "Your daughter Emma has a piano recital on Friday (that was Friday, 20 November)."


def test_nothing_answers_where_no_memory_is_about_it():
    assert composed_text("When is Emma's recital?", []) is None
    assert composed_text("When is Emma's recital?", [told("I drive a Toyota.")]) is None
    assert composed_text("Emma?", [imported("When is Emma's recital?")]) is None


@pytest.mark.parametrize(
    ("content", "spoken"),
    [
        ("User's sister lives in Berlin.", "Your sister lives in Berlin."),
        ("User is a nurse.", "You are a nurse."),
        ("User has two kids.", "You have two kids."),
        ("User drives a Toyota.", "You drive a Toyota."),
        ("User still has to pay it back.", "You still have to pay it back."),
        ("User no longer works at the bank.", "You no longer work at the bank."),
        ("User's books go to the library when User dies.", "Your books go to the library when you die."),
        ("Caroline: I went there.", "Caroline: you went there."),
    ],
)
def test_statements_without_the_persons_words_are_turned_too(content: str, spoken: str):
    assert second_person(imported(content)) == spoken


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ("Emma's recital is on Friday.", False),
        ("It's this friday!", False),
        ("Emma's recital is soon.", True),
        ("I don't know.", True),
        ("", True),
        ("Emma has a piano recital.", True),
    ],
)
def test_an_answer_without_the_day_lacks_the_fact(answer: str, missing: bool):
    memory = told("My daughter Emma has a piano recital on Friday.")
    assert fact_is_missing(answer, memory, "When is Emma's recital?") == missing


@pytest.mark.parametrize(
    ("fact", "question", "good", "bad"),
    [
        ("I have two kids named Alex and Jordan.", "What are my kids' names?", "Alex and Jordan.", "You have kids."),
        ("My locker code is 4417.", "What is my locker code?", "It's 4417.", "You have a locker code."),
        ("I live in Porto.", "Where do I live?", "In Porto.", "You live in a city."),
        ("I'm 34 years old.", "How old am I?", "You are 34.", "You are old."),
        ("I'm allergic to peanuts.", "What am I allergic to?", "Peanuts.", "You have an allergy."),
    ],
)
def test_the_kind_of_question_says_what_must_be_in_the_answer(fact: str, question: str, good: str, bad: str):
    memory = told(fact)
    assert not fact_is_missing(good, memory, question)
    assert fact_is_missing(bad, memory, question)


KIDS = ("I have two children named Alex and Jordan.", "Alex is 8 years old and Jordan is 5 years old.")


def composed(question: str, *contents: str, bearing: bool = False) -> str | None:
    """Compose an answer; `bearing`: all of the memories are about the question without a word of it."""
    memories = [imported(content) for content in contents]
    return composed_text(question, memories, bearing=[one.id for one in memories if bearing])


def test_what_answers_is_of_the_kind_that_was_asked_for():
    assert composed("How old are my kids?", *KIDS) == "Alex is 8 years old and Jordan is 5 years old."
    assert composed("What are my kids' names?", *KIDS) == "You have two children named Alex and Jordan."


def test_twelve_children_are_all_named():
    names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo", "Ida", "Jon", "Kim", "Leo"]
    answer = composed("What are my children's names?", *(f"User's child is called {name}." for name in names))
    assert answer is not None
    assert [name for name in names if name not in answer] == []


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("What is the door code?", "User's car is a red Fiat."),
        ("What am I called?", "User's dog is called Rex."),
        ("What's my name?", "User's sister's name is Ann."),
        ("What am I called?", "User has two children named Alex and Jordan."),
    ],
)
def test_what_is_of_something_else_is_no_answer(question: str, content: str):
    assert composed(question, content) is None


def test_who_the_user_is_is_answered_by_what_is_said_of_the_user():
    assert composed("What am I called?", "User's dog is called Rex.", "User is called Bea.") == "You are called Bea."


def test_a_value_is_given_as_it_was_told():
    memory = told("My wifi password is otter-42.")
    assert fact_is_missing("42", memory, "What is my wifi password?")
    assert fact_is_missing("It is otter 42.", memory, "What is my wifi password?")
    assert not fact_is_missing("Your wifi password is otter-42.", memory, "What is my wifi password?")


def test_an_age_may_be_told_in_words_and_of_whom_it_is_linked_to():
    assert composed("How old is my dog?", "Rex is nine.", bearing=True) == "Rex is nine."


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("How old is Beatriz?", "User's sister-in-law Beatriz is a vet."),
        ("What is my cat called?", "User's cat is black."),
    ],
)
def test_an_age_or_a_name_is_not_answered_by_what_holds_none(question: str, content: str):
    assert composed(question, content) is None


def test_an_age_may_be_reckoned_from_a_year():
    assert composed("How old is my violin?", "User's violin was made in 1890.") == "Your violin was made in 1890."


def test_what_bears_on_a_question_answers_it_without_a_word_of_it():
    assert composed("Which herb do I hate?", "User can't stand parsley.") is None
    assert composed("Which herb do I hate?", "User can't stand parsley.", bearing=True) == "You can't stand parsley."


def test_what_bears_on_who_the_user_is_must_say_it_of_the_user():
    assert composed("What am I called?", "User's dog is called Rex.", bearing=True) is None


MANY = "I have twelve children: Anna, Ben, Clara, David, Emil, Frida, Greta, Hans, Ida, Jonas, Karl and Lena."


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ("Your children are Anna, Ben, Clara, David, Emil, Greta, Hans, Ida, Jonas, Karl, Lena.", True),
        ("Anna, Ben, Clara, David, Emil, Frida, Greta, Hans, Ida, Jonas, Karl and Lena.", False),
    ],
)
def test_a_list_lacks_the_fact_where_one_of_it_is_left_out(answer: str, missing: bool):
    assert fact_is_missing(answer, told(MANY), "What are my children's names?") is missing


@pytest.mark.parametrize(
    ("fact", "question", "answer", "missing"),
    [
        ("I don't eat meat.", "Do I eat meat?", "You eat meat.", True),
        ("I don't eat meat.", "Do I eat meat?", "No, you don't eat meat.", False),
        ("I eat meat.", "Do I eat meat?", "You don't eat meat.", True),
        ("I have never been to Japan.", "Have I been to Japan?", "You've been to Japan.", True),
    ],
)
def test_an_answer_that_denies_what_was_told_lacks_the_fact(fact: str, question: str, answer: str, missing: bool):
    assert fact_is_missing(answer, told(fact), question) is missing


def test_whom_a_question_names_is_whom_the_answer_is_about():
    memories = [told("I love mushrooms."), told("My friend Paul hates mushrooms.")]
    assert composed_text("Does Paul like mushrooms?", memories) == "Your friend Paul hates mushrooms."


def test_who_does_something_is_one():
    memories = [told("Emma's teacher is Mrs Novak."), told("My daughter Emma has a recital on Friday.")]
    assert composed_text("Who teaches Emma?", memories) == "Emma's teacher is Mrs Novak."


TODAY = date(2026, 11, 24)


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        ("My birthday is 14 March 1988.", "How old am I?", "You are 38. Your birthday is 14 March 1988."),
        (
            "My son Leo was born on 3 December 2019.",
            "How old is my son?",
            "Your son Leo is 6. Your son Leo was born on 3 December 2019.",
        ),
        ("I was born in 1990.", "How old am I?", "You were born in 1990. So you are 36, or will be this year."),
        (
            "My brother's birthday is 2 June.",
            "How old is my brother?",
            "Your brother's birthday is 2 June. I don't know the year, so I can't tell the age.",
        ),
        ("I'm 41 years old.", "How old am I?", "You're 41 years old."),
        ("My birthday is 14 March 1988.", "When is my birthday?", "Your birthday is 14 March 1988."),
    ],
)
def test_an_age_is_counted_from_a_birth_and_only_where_it_is_asked_for(fact: str, question: str, answer: str):
    assert composed_text(question, [told(fact)], today=TODAY) == answer


def test_who_died_is_spoken_of_in_the_past_and_others_are_not():
    rex, death, bo = told("My dog is called Rex."), told("My dog died."), told("My dog is called Bo.")
    cat = imported("User's cat sleeps on the sofa.")
    assert composed_text("What is my dog called?", [rex], gone=[death]) == "Your dog was called Rex. Your dog died."
    assert composed_text("Where does my cat sleep?", [cat], gone=[death]) == "Your cat sleeps on the sofa."
    of_two = composed_text("Is my dog called Rex?", [rex, bo], gone=[death])
    assert of_two == "Your dog is called Rex."  # which of the two died was not said


@pytest.mark.parametrize(
    ("question", "contents"),
    [
        ("Does Clara have kids?", ("User's sister Clara lives in Porto.",)),
        ("What does my sister's husband do?", ("User's sister Clara plays the harp.",)),
    ],
)
def test_what_only_names_whom_a_question_is_about_is_no_answer(question: str, contents: tuple[str, ...]):
    assert composed(question, *contents) is None


def test_a_name_that_is_said_as_a_mere_word_lacks_the_fact():
    memory = imported("User's neighbour Sue has a cat called Tiger.")
    assert fact_is_missing("Sue's cat is a tiger.", memory, "What is Sue's cat called?")
    assert not fact_is_missing("Sue's cat is called Tiger.", memory, "What is Sue's cat called?")


def test_a_sentence_that_does_not_say_who_somebody_is_lacks_the_fact():
    memory = imported("User's neighbour Sue has a cat called Tiger.")
    assert fact_is_missing("Sue has a cat called Tiger.", memory, "Who is Sue?")
    assert not fact_is_missing("Sue is your neighbour and has a cat called Tiger.", memory, "Who is Sue?")


def test_who_has_died_has_no_age():
    born, death = told("My mother was born on 3 May 1950."), told("My mother died last year.")
    answer = composed_text("How old is my mother?", [born], gone=[death], today=TODAY)
    assert answer == "Your mother was born on 3 May 1950. Your mother died last year."
    both = imported("User's grandmother was born in 1935 and died in 2010.")
    assert composed_text("How old is my grandmother?", [both], today=TODAY) == (
        "Your grandmother was born in 1935 and died in 2010."
    )


@pytest.mark.parametrize(
    ("question", "fact", "answer"),
    [
        ("Do I have any pets?", "My neighbour Sue has a cat called Tiger.", None),
        ("Do I have any pets?", "My brother owns a dog.", None),
        ("Do I have any pets?", "I have two cats, Milo and Otis.", "You have two cats, Milo and Otis."),
        (
            "do I have any pets",
            "My wife and I have a parrot called Polly.",
            "Your wife and you have a parrot called Polly.",
        ),
        ("Do I have any siblings?", "My sister Clara lives in Lisbon.", "Your sister Clara lives in Lisbon."),
        ("have I got a brother?", "My brother Ben is 30.", "Your brother Ben is 30."),
        ("can I eat peanuts?", "I'm allergic to penicillin.", None),
        ("can I eat peanuts?", "I'm allergic to peanuts.", "You're allergic to peanuts."),
        (
            "when's mum's birthday",
            "My mother's birthday is the 3rd of June.",
            "Your mother's birthday is the 3rd of June.",
        ),
        ("Window or aisle?", "I like window seats on planes.", "You like window seats on planes."),
        ("What's my nickname?", "People call me Dodo.", "You are called Dodo."),
        ("Where's the car?", "I parked on level 4.", "You parked on level 4."),
        ("Until when is my passport valid?", "My passport expires in May.", "Your passport expires in May."),
    ],
)
def test_a_question_is_answered_only_by_what_is_of_it(question: str, fact: str, answer: str | None):
    assert composed_text(question, [told(fact)]) == answer


@pytest.mark.parametrize(
    ("contents", "answer"),
    [
        (("User's dog is three years old.", "User's dog is called Rex."), "Your dog is called Rex."),
        (("User's dog is three years old.", "User's dog's name is Rex."), "Your dog's name is Rex."),
        (("User's dog is three.", "Rex is User's dog."), "Rex is your dog."),
        (("User has a 3-year-old dog.", "User's 3-year-old dog is called Rex."), "Your 3-year-old dog is called Rex."),
        (("User's dog barks a lot.", "User's dog's vet is called Tom."), "Your dog barks a lot."),
        (("User has a dog called Rex.", "User has a cat."), "You have a dog called Rex. You have a cat."),
    ],
)
@pytest.mark.parametrize("question", ["Do I have any pets?", "Do I have any animals?"])
def test_somebody_of_the_users_own_is_named_by_whoever_asks_for_any(contents, answer, question):
    assert composed_text(question, [replace(imported(one), id=one) for one in contents]) == answer


def test_who_somebody_is_is_told_by_what_says_it():
    beside, said = imported("Sue plays the harp."), imported("User's neighbour Sue has a cat called Tiger.")
    assert composed_text("who is Sue?", [beside, said]) == "Your neighbour Sue has a cat called Tiger."


def test_each_of_several_things_is_told_that_somebody_does_the_same_with():
    taken = [told("I take 5 mg of bisoprolol every morning."), told("I take metformin twice a day.")]
    both = "You take 5 mg of bisoprolol every morning. You take metformin twice a day."
    assert composed_text("What medication do I take?", taken) == both


def test_what_somebody_is_tells_the_kind_of_them():
    assert composed_text("What breed is Lotte?", [imported("Lotte is a dachshund.")]) == "Lotte is a dachshund."
    assert composed_text("What breed is Bruno?", [imported("User has two dogs, Bruno and Lotte.")]) is None


def test_a_number_of_dogs_is_no_time():
    assert composed_text("When does Bruno go to the vet?", [imported("User has two dogs, Bruno and Lotte.")]) is None


def test_who_is_named_in_one_breath_is_counted():
    counted = composed_text("How many kids do I have?", [imported("User's kids are Mia, Tom and Leo.")])
    assert counted == "I know of three. Your kids are Mia, Tom and Leo."


def test_each_name_is_told_once_and_of_several_what_says_most():
    kids = [imported("User's kids are Noah and Ella."), imported("Noah is 7."), imported("Ella is allergic to nuts.")]
    assert composed_text("What are my kids called?", kids) == "Your kids are Noah and Ella."
    playing = [
        told("My son Theo plays the trumpet."),
        told("My son Theo is 9."),
        told("My daughter Ida plays the violin."),
    ]
    both = "Your son Theo plays the trumpet. Your daughter Ida plays the violin."
    assert composed_text("What do my kids play?", playing) == both


def test_what_was_sold_is_not_driven_any_more():
    drives = told("I drive a Golf.")
    sold = replace(told("I sold the Golf."), id="sold", updated_at=SAID_AT.replace(hour=9))
    bought = replace(told("I bought a Polo."), id="bought", updated_at=SAID_AT.replace(hour=9))
    answer = composed_text("What car do I drive?", [drives], further=[sold, bought])
    assert answer == "You sold the Golf. You bought a Polo."
    assert composed_text("What car do I drive?", [drives]) == "You drive a Golf."


def test_an_age_is_no_time():
    assert composed_text("When is Ida's lesson?", [imported("User's daughter Ida is 12 years old.")]) is None
    assert (
        composed_text("When is Ida's lesson?", [imported("Ida's lesson is on Monday.")]) == "Ida's lesson is on Monday."
    )
