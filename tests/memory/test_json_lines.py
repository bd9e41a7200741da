import contextlib
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.json_import import ImportProgress, LineProblem
from alicia_desktop.memory.json_lines import read_line
from alicia_desktop.memory.statements import Turn
from alicia_desktop.memory.system import MemorySystem
from tests.memory.conftest import NOW


def read(**line: object):
    return read_line(json.dumps({"id": "a", "content": "User likes jazz."} | line), user_id="user", now=NOW)


def test_every_key_finds_its_column():
    memory = read(
        created_at="2023-05-08T13:56:00+02:00", category="work_career", tags=["x"], importance=7, pinned=True,
        kind="hard", topic="t", summary="s", reference_to="b", user_id="ann", speaker="Ann",
    )  # fmt: skip
    assert memory.created_at == datetime(2023, 5, 8, 11, 56, tzinfo=UTC)
    assert (memory.category, memory.tags, memory.importance) == ("work_career", ["x"], 0.7)
    assert (memory.pinned, memory.kind, memory.topic, memory.summary) == (True, "hard", "t", "s")
    assert (memory.reference_to, memory.user_id) == ("b", "ann")
    assert memory.meta == {"speaker": "Ann"}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ({}, "semantic"),
        ({"summary": "Jazz"}, "semantic"),
        ({"content": "Ann: I like jazz."}, "hard"),
        ({"content": "Ann: I like jazz.", "summary": "Jazz"}, "hybrid"),
        ({"content": "Ann: I like jazz.", "kind": "semantic"}, "semantic"),
    ],
)
def test_an_exact_log_is_hard_and_with_its_summary_both(line: dict[str, str], kind: str):
    assert read(**line).kind == kind


async def test_what_contradicts_an_imported_statement_changes_it(memory: MemorySystem):
    await memory.import_lines(['{"id": "a", "content": "User lives in Porto."}'])
    (change,) = await memory.remember(
        Turn(conversation_id="ac_1", message_id="am_1", text="I live in Rome.", said_at=NOW)
    )
    assert (change.action, change.memory.id, change.before) == ("updated", "a", "User lives in Porto.")


def test_what_is_not_said_is_filled_in():
    memory = read()
    assert (memory.created_at, memory.importance, memory.user_id, memory.source_type) == (NOW, 0.5, "user", "import")
    assert memory.category == "personal_life_interests"
    assert "jazz" in memory.tags
    assert memory.token_count == 4


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`"),
        ('{"id": "a"}', "content"),
        ('{"id": "a", "content": 3}', r"Expected `str`.*\$\.content"),
        ('{"id": "", "content": "x"}', "`id` is empty"),
        ('{"id": "a", "content": " "}', "`content` is empty"),
        ('{"id": "a", "content": "x", "importance": 11}', "importance"),
        ('{"id": "a", "content": "x", "created_at": "soon"}', "created_at"),
        ('{"id": "a", "content": "x", "created_at": "0001-01-01T00:00:00+23:59"}', "created_at"),
        ('{"id": "a", "content": "x", "kind": "soft"}', "kind"),
        ("[" * 100_000, "recursion|depth|JSON|object"),
    ],
)
def test_a_bad_line_says_what_is_wrong(line: str, problem: str):
    with pytest.raises(ValueError, match=problem):
        read_line(line, user_id="user", now=NOW)


@given(st.text(max_size=200))
def test_any_line_is_a_memory_or_a_value_error(line: str):
    with contextlib.suppress(ValueError):
        assert read_line(line, user_id="user", now=NOW).id


async def test_bad_lines_are_named_and_the_good_ones_stored(memory: MemorySystem):
    told: list[ImportProgress] = []
    lines = ['{"id": "a", "content": "User likes jazz."}', "", "nonsense", '{"id": "b", "content": "User has a cat."}']
    report = await memory.import_lines(lines, progress=told.append)
    assert (report.stored, report.already_there) == (2, 0)
    assert [(problem.line, type(problem)) for problem in report.problems] == [(3, LineProblem)]
    assert told[-1] == ImportProgress(read=3, stored=2, problems=1)


async def test_words_are_found_before_vectors_and_twice_is_once(memory: MemorySystem):
    lines = [json.dumps({"id": f"m{number}", "content": f"User likes song {number}."}) for number in range(600)]
    assert (await memory.import_lines(lines)).stored == 600
    assert [one.memory.id for one in (await memory.retrieve("Which song is 417?", k=1)).selected] == ["m417"]
    again = await memory.import_lines(lines)
    assert (again.stored, again.already_there) == (0, 600)
    left: list[int] = []
    await memory.wait_for_vectors(left.append)
    assert left == sorted(left, reverse=True)
    assert len(await memory.list_memories()) == 600
