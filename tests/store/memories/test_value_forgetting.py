import pytest

from alicia_desktop.store.memories.value_forgetting import fact_of, gives_value, secret_pattern, sentences_of

WIFI = fact_of("m", "User's wifi password is otter-42.", {"value": "otter 42", "attribute": "wifi password"})
DOG = fact_of("m", "User's dog is called Rex.", {"value": "rex", "attribute": "has dog named"})
HOME = fact_of("m", "User lives in Rome.", {"value": "rome", "attribute": "home"})
RECITAL = fact_of("m", "User's daughter Emma has a piano recital on Friday.", {"value": "piano recital on friday"})


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (WIFI, "It is otter-42, as you told me."),
        (WIFI, "Otter 42."),
        (DOG, "Rex."),
        (HOME, "Rome, of course."),
        (RECITAL, "On Friday Emma plays in her piano recital."),
    ],
)
def test_an_answer_that_used_the_memory_gives_its_value_in_whatever_words(fact, sentence):
    assert gives_value(fact, sentence, used=True)


@pytest.mark.parametrize(
    ("fact", "sentence", "given"),
    [
        (DOG, "Rex is Latin for king.", False),
        (DOG, "Rex is your dog, a terrier.", True),
        (DOG, "The user has a dog called Rex.", True),
        (DOG, "T. rexes are gone, as you know.", False),
        (HOME, "The capital of Italy is Rome.", False),
        (HOME, "User lives in Rome.", True),
        (HOME, "Your home is Rome.", True),
        (RECITAL, "You are free on Friday.", False),
    ],
)
def test_another_text_gives_it_where_it_says_what_the_value_is_of(fact, sentence, given):
    assert gives_value(fact, sentence, used=False) is given


@pytest.mark.parametrize(
    ("content", "value", "secrets"),
    [
        ("User's wifi password is otter-42.", "otter 42", ("otter-42",)),
        ("User's password is swordfish.", "swordfish", ("swordfish",)),
        ("User's locker code is 4417.", "4417", ("4417",)),
        ("User's dog is called Rex.", "rex", ()),
        ("User had COVID-19.", "covid 19", ()),
        ("User's key to happiness is music.", "music", ()),
    ],
)
def test_what_only_the_user_can_have_chosen_is_a_secret(content, value, secrets):
    fact = fact_of("m", content, {"value": value})
    assert fact is not None
    assert fact.secrets == secrets


def test_a_secret_is_found_where_it_stands_alone():
    found = secret_pattern("4417")
    assert [found.sub("", text) for text in ("Code 4417.", "14417", "4417b")] == ["Code .", "14417", "4417b"]


def test_an_earlier_version_says_what_the_present_one_does_not():
    before = fact_of("m", "User lives in Oslo.", {}, instead_of="User lives in Rome.")
    assert before is not None
    assert before.value == {"oslo"}


@pytest.mark.parametrize(("content", "value"), [("Alex is 8 years old.", "8"), ("User is well.", "")])
def test_a_value_of_one_letter_or_none_tells_nothing(content, value):
    assert fact_of("m", content, {"value": value}) is None


def test_sentences_stand_as_they_stand_in_the_text():
    text = 'It is otter-42. She said "no." Really?\n- a line\nand v1.2 too'
    assert list(sentences_of(text)) == ["It is otter-42.", 'She said "no."', "Really?", "- a line", "and v1.2 too"]


def test_marks_without_end_are_looked_at_once():
    text = f"{'.' * 200_000}x"
    assert list(sentences_of(text)) == [text]


@pytest.mark.parametrize(
    ("content", "value", "secrets"),
    [
        ("User's favourite number is 1000.", "1000", ()),
        ("User's card has a limit of 5000 euros.", "5000 euros", ()),
        ("User's phone number is 555-1234.", "555 1234", ("555-1234",)),
        ("User's locker code is 4417.", "4417", ("4417",)),
    ],
)
def test_a_short_number_is_a_secret_only_as_a_code(content: str, value: str, secrets: tuple[str, ...]):
    fact = fact_of("m", content, {"value": value})
    assert fact is not None
    assert fact.secrets == secrets
