"""`memory`: the same over a running server and out of the database itself."""

import asyncio
import json
from typing import Any

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Database
from tests.support.command import is_one_sentence, objects, run
from tests.support.serving import serving

pytestmark = pytest.mark.e2e

LINES: list[dict[str, Any]] = [
    {"id": "amem_1", "content": "User's sister Ada plays the violin.", "created_at": "2025-03-04T05:06:07+00:00"},
    {"id": "amem_2", "content": "User was born in Lisbon.", "importance": 8, "tags": ["birth"], "pinned": True},
    {"id": "amem_3", "content": "User keeps three goats.", "category": "home", "user_id": "user"},
]


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "memories.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in LINES))
    return file


def test_what_is_imported_is_found_the_same_way_with_and_without_a_server(file):
    done = run("memory", "import", file)
    assert done.returncode == 0
    assert "3 memories imported" in done.stdout
    commands = (
        ("memory", "search", "Which instrument does Ada play?", "--json", "-k", "2"),
        ("memory", "search", "--stdin", "-k", "1"),
        ("memory", "list", "--json"),
        ("memory", "list"),
    )
    given = "birthplace\n\nanimals\n"
    closed = [run(*command, given=given).stdout for command in commands]
    with serving():
        opened = [run(*command, given=given).stdout for command in commands]
    assert opened == closed
    (found,) = objects(closed[0])
    assert list(found) == ["query", "results"]
    assert found["query"] == "Which instrument does Ada play?"
    assert [found["results"][0][key] for key in ("id", "content")] == ["amem_1", LINES[0]["content"]]
    relevances = [result["relevance"] for result in found["results"]]
    assert relevances == sorted(relevances, reverse=True)
    assert [said["query"] for said in objects(closed[1])] == ["birthplace", "", "animals"]
    assert {said["id"] for said in objects(closed[2])} == {"amem_1", "amem_2", "amem_3"}


def test_a_running_server_imports_too_and_knows_what_is_there_already(file):
    with serving():
        assert "3 memories imported, 0 were there already" in run("memory", "import", file).stdout
        again = run("memory", "import", "-", given=file.read_bytes())
    assert "0 memories imported, 3 were there already" in again.stdout


def test_lines_that_are_no_memories_are_named_and_the_others_kept(tmp_path):
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(b'{"id":"a","content":"User likes tea."}\n{"id":"b"}\nnonsense\n\xff\xfe\n')
    done = run("memory", "import", file, "--no-wait")
    assert done.returncode == 1
    assert "1 memory imported" in done.stdout
    assert [f"line {number}:" in done.stderr for number in (1, 2, 3, 4)] == [False, True, True, True]
    assert "Traceback" not in done.stderr
    assert [said["id"] for said in objects(run("memory", "list", "--json").stdout)] == ["a"]


def test_scores_are_explained_when_asked(file):
    run("memory", "import", file, "--no-wait")
    (found,) = objects(run("memory", "search", "goats", "--json", "--explain").stdout)
    best = found["results"][0]
    assert best["id"] == "amem_3"
    assert {"name", "value", "weight"} == set(best["parts"][0])
    assert found["considered"] == 3
    assert "words" in run("memory", "search", "goats", "--explain").stdout


def test_an_explained_search_tells_what_was_read_into_the_query_where_it_led_and_what_missed(file):
    run("memory", "import", file, "--no-wait")
    (found,) = objects(run("memory", "search", "Which goats?", "--json", "--explain", "-k", "1").stdout)
    sent = found["retrieval"]
    assert sent["query"] == "Which goats?"
    assert len(sent["categories"]) == 11
    assert {missed["reason"] for missed in sent["missed"]} <= {"over_limit", "below_threshold"}
    printed = run("memory", "search", "Which goats?", "--explain", "-k", "1").stdout
    for heading in ("Retrieval", "Query analysis", "Categories", "Near misses"):
        assert f"\n{heading}\n" in printed
    assert "Intent: information request" in printed


def test_a_search_is_narrowed_the_same_way_with_and_without_a_server(tmp_path):
    archived = {"id": "amem_4", "content": "User's goat Bruno died.", "archived": True, "kind": "hard"}
    file = tmp_path / "memories.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in (*LINES, archived)))
    run("memory", "import", file, "--no-wait")
    filters: list[tuple[list[str], list[str]]] = [
        (["--category", "home", "--not-pinned", "--after", "2025-03-05"], ["amem_3"]),
        (["--archived", "--kind", "hard", "--source", "import"], ["amem_4"]),
        (["--pinned", "--tag", "BIRTH"], ["amem_2"]),
    ]

    def found(options: list[str]) -> list[str]:
        (said,) = objects(run("memory", "search", "sister Lisbon goats", "--json", *options).stdout)
        return [result["id"] for result in said["results"]]

    assert [found(options) for options, _ in filters] == [ids for _, ids in filters]
    with serving():
        assert found(filters[0][0]) == filters[0][1]
    assert run("memory", "search", "goats", "--after", "soon").returncode == 2


def test_statistics_are_the_same_with_and_without_a_server(file):
    run("memory", "import", file)
    closed = run("memory", "stats", "--json").stdout
    with serving():
        opened = run("memory", "stats", "--json").stdout
        printed = run("memory", "stats").stdout
    assert objects(opened) == objects(closed)
    (counted,) = objects(closed)
    assert counted["totalMessages"] == 0
    assert (counted["memories"]["total"], counted["memories"]["pinned"]) == (3, 1)
    for heading in ("Messages", "Memories", "By category", "By age", "By number of uses"):
        assert f"{heading}\n" in printed
    assert is_one_sentence(run("memory", "stats", "ac_nowhere").stderr)


def test_why_of_an_answer_that_is_not_there_is_one_sentence():
    done = run("memory", "why", "am_nowhere")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


def test_why_tells_of_an_answer_in_the_clients_or_in_the_servers_database(home):
    run("talk", "--transport", "memory", "--text", "My dog is called Biscuit.", "--text", "What is my dog called?")
    folder = home / "alicia"
    answer = asyncio.run(last_answer(folder / "client.db"))
    (known,) = objects(run("memory", "why", answer, "--json").stdout)
    assert known["question"]["content"] == "What is my dog called?"
    assert [one["action"] for one in known["traces"]] == ["retrieved"]
    assert known["retrieval"]["query"] == "What is my dog called?"
    printed = run("memory", "why", answer).stdout
    assert "Your dog is called Biscuit" in printed
    assert "not sent" not in printed.partition("Context")[0]
    (folder / "client.db").unlink()
    (from_server,) = objects(run("memory", "why", answer, "--json").stdout)
    for told in (known, from_server):
        assert [one["memoryId"] for one in told["traces"]] == [known["traces"][0]["memoryId"]]
    assert from_server["retrieval"]["routed"] == known["retrieval"]["routed"]


async def last_answer(path):
    database = await Database.open(path, clock=SystemClock())
    try:
        [conversation] = await database.read(conversations.listed)
        rows = await database.read(messages.of_conversation, conversation.id)
    finally:
        await database.close()
    return rows[-1].id


def test_a_query_or_standard_input_not_both_and_not_neither():
    for command in (("memory", "search"), ("memory", "search", "x", "--stdin")):
        done = run(*command)
        assert done.returncode == 2
        assert is_one_sentence(done.stderr)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path):
    done = run("memory", "import", tmp_path / "nowhere.jsonl")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


def test_a_database_that_is_damaged_is_one_sentence(home):
    (home / "alicia" / "server.db").write_bytes(b"this is no database" * 1000)
    done = run("memory", "list")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


def test_where_no_memories_are_a_sentence_says_so():
    assert run("memory", "import", "-").returncode == 0
    done = run("memory", "list")
    assert done.returncode == 0
    assert done.stdout == ""
    assert is_one_sentence(done.stderr)


def test_a_category_that_nothing_can_be_in_is_refused_and_the_others_are_named(tmp_path):
    file = tmp_path / "memories.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in LINES))
    run("memory", "import", file, "--no-wait")
    refused = run("memory", "search", "goats", "--category", "hobbys")
    assert refused.returncode == 2
    assert is_one_sentence(refused.stderr)
    assert "hobbys" in refused.stderr
    assert "work_career" in refused.stderr
    assert "home" in refused.stderr  # one of the user's own
