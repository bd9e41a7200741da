import json
from typing import Any

import pytest

from tests.support.command import is_one_sentence, run
from tests.support.serving import serving

pytestmark = pytest.mark.e2e

LINES: list[dict[str, Any]] = [
    {"id": "amem_1", "full_text": "User's sister Ada plays the violin.", "created_at": "2025-03-04T05:06:07+00:00"},
    {
        "id": "amem_2",
        "full_text": "去年は京都\u2028が一番。",
        "importance": 0.8,
        "tags": ["Kyoto"],
        "pinned": True,
        "last_referenced": "2024-03-04T05:06:07+00:00",
        "reference_links": ["https://example.org/kyoto"],
        "source_chat_id": "chat-1",
        "source_type": "chat",
    },
    {"id": "amem_3", "full_text": "User kept three goats.", "category": "home", "archived": True, "type": "hard"},
]
FORMER = {"id": "amem_4", "content": "User kept a donkey.", "kind": "hard", "mood": "fond"}
"""With other names, and with more than there are."""


def written(folder) -> list[dict[str, Any]]:
    lines = folder.read_text(encoding="utf-8").splitlines()
    return sorted(map(json.loads, lines), key=lambda line: str(line["id"]))


def test_what_is_exported_imports_back_equal_elsewhere(tmp_path, monkeypatch):
    file, out, again = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "again.jsonl"))
    lines = [json.dumps(line, ensure_ascii=False) for line in [*LINES, FORMER]]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert run("memory", "import", file, "--no-wait").returncode == 0
    done = run("memory", "export", out)
    assert (done.returncode, done.stdout) == (0, f"4 memories exported to {out}.\n")
    *found, former = written(out)
    for line, exported in zip(LINES, found, strict=True):
        assert {key: exported[key] for key in line} == line
    assert (former["full_text"], former["type"], former["metadata"]["mood"]) == ("User kept a donkey.", "hard", "fond")
    monkeypatch.setenv("ALICIA_DATA_DIR", str(tmp_path / "elsewhere"))
    assert run("memory", "import", out, "--no-wait").returncode == 0
    assert run("memory", "export", again).returncode == 0
    assert written(again) == written(out)


def test_it_goes_while_a_server_runs_and_to_standard_output(tmp_path):
    file = tmp_path / "in.jsonl"
    file.write_text(json.dumps(LINES[0]) + "\n", encoding="utf-8")
    with serving():
        imported = run("memory", "import", file, "--no-wait")
        done = run("memory", "export", "-")
    said = (imported.returncode, imported.stdout)
    assert said == (0, "1 memory imported, 0 were there already, 0 lines not read.\n")
    assert json.loads(done.stdout)["full_text"] == LINES[0]["full_text"]


def test_an_unknown_category_is_kept_and_told(tmp_path):
    file = tmp_path / "in.jsonl"
    kinds = ["home", "home", "work", "work_career", None]
    lines = [{"id": f"amem_{at}", "full_text": f"Fact {at}.", "category": kind} for at, kind in enumerate(kinds)]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    done = run("memory", "import", file, "--no-wait")
    assert (done.returncode, done.stdout) == (0, "5 memories imported, 0 were there already, 0 lines not read.\n")
    assert (
        "Unknown categories, which the memories keep: home (lines: 2), work (lines: 1). Alicia knows rel" in done.stderr
    )
    with serving():
        again = run("memory", "import", file, "--no-wait")
    assert "home (lines: 2), work (lines: 1)" in again.stderr
    kept = [json.loads(line) for line in run("memory", "export", "-").stdout.splitlines()]
    assert {one["id"]: one["category"] for one in kept} == dict(
        zip((one["id"] for one in lines), [*kinds[:4], "personal_life_interests"], strict=True)
    )


def test_where_nothing_can_be_read_or_written_it_says_so_in_a_sentence(tmp_path):
    nothing = run("memory", "export", tmp_path / "out.jsonl")
    assert nothing.returncode == 1
    assert is_one_sentence(nothing.stderr)
    assert list(tmp_path.glob("out.jsonl*")) == []
    file = tmp_path / "in.jsonl"
    file.write_text(json.dumps(LINES[0]) + "\n", encoding="utf-8")
    assert run("memory", "import", file, "--no-wait").returncode == 0
    nowhere = run("memory", "export", tmp_path / "missing" / "out.jsonl")
    assert nowhere.returncode == 1
    assert "cannot be written" in nowhere.stderr
