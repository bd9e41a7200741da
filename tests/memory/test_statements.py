import pytest

from alicia_desktop.memory.statements import MAX_READ_CHARACTERS, MAX_TAG_CHARACTERS, derive_columns, statement_of


@pytest.mark.parametrize("content", ["User lives in Lisbon.", "I live in Lisbon"])
def test_a_memory_that_is_typed_states_what_one_that_was_told_states(content: str):
    meta = derive_columns(content).meta
    assert (meta["statement"], meta["subject"], meta["attribute"], meta["value"]) == (
        "user lives in lisbon",
        "user",
        "home",
        "lisbon",
    )


def test_it_is_routed_and_tagged():
    values = derive_columns("User is allergic to penicillin.").values
    assert values["category"] == "health_wellness"
    assert "penicillin" in values["tags"]
    assert values["token_count"] > 0


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("User likes jazz.", "semantic"),
        ("User's locker code is 4417.", "hard"),
        (
            "User's locker code is 4417, and whoever needs it at night asks the porter at the door behind the hall.",
            "hybrid",
        ),
    ],
)
def test_what_is_kept_to_the_letter_is_hard_and_with_a_summary_both(content: str, kind: str):
    values = derive_columns(content).values
    assert (values["kind"], bool(values["summary"])) == (kind, kind == "hybrid")


def test_a_turn_of_a_dialogue_states_nothing_of_the_person():
    assert derive_columns("Caroline: I live in Paris.").meta == {"statement": "caroline i live in paris"}


@pytest.mark.parametrize("content", ["x" * 20_000, "word " * 4_000])
def test_what_was_pasted_is_only_looked_at(content: str):
    reading = derive_columns(content)
    assert (reading.meta, statement_of(content)) == ({"statement": ""}, "")
    assert all(len(tag) <= MAX_TAG_CHARACTERS for tag in reading.values["tags"])
    assert len(content) > MAX_READ_CHARACTERS


@pytest.mark.parametrize("content", ["أحب الشاي 🍵", "私は京都に住んでいます", "🍵", "?!"])
def test_any_script_can_be_read(content: str):
    assert isinstance(derive_columns(content).meta["statement"], str)
