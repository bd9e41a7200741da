import json
from typing import Any

import pytest

from tests.support.command import is_one_sentence, run
from tests.support.serving import serving

pytestmark = pytest.mark.e2e

LINES: list[dict[str, Any]] = [
    {"id": "amem_1", "content": "User's sister Ada plays the violin.", "created_at": "2025-03-04T05:06:07+00:00"},
    {
        "id": "amem_2",
        "content": "去年は京都\u2028が一番。",
        "importance": 0.8,
        "tags": ["Kyoto"],
        "pinned": True,
        "mood": "fond",
    },
    {"id": "amem_3", "content": "User kept three goats.", "category": "home", "archived": True, "kind": "hard"},
]


def written(folder) -> list[dict[str, Any]]:
    lines = folder.read_text(encoding="utf-8").splitlines()
    return sorted(map(json.loads, lines), key=lambda line: str(line["id"]))


def test_what_is_exported_imports_back_equal_elsewhere(tmp_path, monkeypatch):
    file, out, again = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "again.jsonl"))
    file.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in LINES), encoding="utf-8")
    assert run("memory", "import", file, "--no-wait").returncode == 0
    done = run("memory", "export", out)
    assert (done.returncode, done.stdout) == (0, f"3 memories exported to {out}.\n")
    for line, exported in zip(LINES, written(out), strict=True):
        assert {key: exported[key] for key in line} == line
    monkeypatch.setenv("ALICIA_DATA_DIR", str(tmp_path / "elsewhere"))
    assert run("memory", "import", out, "--no-wait").returncode == 0
    assert run("memory", "export", again).returncode == 0
    assert written(again) == written(out)


def test_it_goes_while_a_server_runs_and_to_standard_output(tmp_path):
    file = tmp_path / "in.jsonl"
    file.write_text(json.dumps(LINES[0]) + "\n", encoding="utf-8")
    with serving():
        assert run("memory", "import", file, "--no-wait").returncode == 0
        done = run("memory", "export", "-")
    assert json.loads(done.stdout)["content"] == LINES[0]["content"]


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
