import os
import threading
from pathlib import Path

import pytest

from alicia_desktop.session.tools import toolbox
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.folders import Allowed


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    made = tmp_path / "Notes"
    (made / "2026").mkdir(parents=True)
    (made / "plan.txt").write_text("Bread\nÄpfel und Brot\n")
    (made / "2026" / "brot.md").write_text("nothing here")
    (made / "photo.jpg").write_bytes(b"\xff\xd8\xff\0brot")
    return made


def test_a_folder_is_listed_with_folders_first(notes: Path):
    allowed = Allowed(folders=(notes,))
    assert toolbox.list_folder(None, allowed) == {"folders": ["Notes"]}
    names = [entry["name"] for entry in toolbox.list_folder("Notes", allowed)["entries"]]
    assert names == ["2026/", "photo.jpg", "plan.txt"]


def test_words_are_found_in_names_and_lines_whatever_their_case(notes: Path):
    found = toolbox.search_files("BROT", None, Allowed(folders=(notes,)), threading.Event())
    assert found["hits"] == [
        {"path": "Notes/2026/brot.md"},
        {"path": "Notes/plan.txt", "line": 2, "text": "Äpfel und Brot"},
    ]
    assert (found["files"], found["truncated"]) == (3, False)


def test_a_search_that_is_no_longer_wanted_ends(notes: Path):
    stop = threading.Event()
    stop.set()
    assert toolbox.search_files("brot", None, Allowed(folders=(notes,)), stop)["files"] == 0


def test_hits_have_a_limit_that_is_told(notes: Path):
    (notes / "many.txt").write_text("brot\n" * 200)
    found = toolbox.search_files("brot", "Notes", Allowed(folders=(notes,)), threading.Event())
    assert (len(found["hits"]), found["truncated"]) == (toolbox.MAX_HITS, True)


def test_a_long_text_is_cut_at_a_letter_and_says_so(notes: Path):
    (notes / "long.txt").write_text("ä€" * toolbox.MAX_CHARACTERS)
    found = toolbox.read_file("Notes/long.txt", Allowed(folders=(notes,)))
    assert found["truncated"]
    assert found["text"] == ("ä€" * toolbox.MAX_CHARACTERS)[: toolbox.MAX_CHARACTERS]
    (notes / "longer.txt").write_text("x" + "😀" * toolbox.MAX_CHARACTERS)
    assert len(toolbox.read_file("Notes/longer.txt", Allowed(folders=(notes,)))["text"]) == toolbox.MAX_CHARACTERS


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("Notes/photo.jpg", "no text file"),
        ("Notes", "That is a folder"),
        ("Notes/2026", "no text file"),
        ("Notes/gone.txt", "no such file"),
        ("Notes/gone/x.txt", "no such file"),
    ],
)
def test_what_cannot_be_read_says_why(notes: Path, path: str, sentence: str):
    with pytest.raises(ToolRefusalError, match=sentence):
        toolbox.read_file(path, Allowed(folders=(notes,)))


def test_names_that_are_no_text_are_passed_over(notes: Path):
    with open(os.fsencode(notes) + b"/\xff.txt", "wb") as file:  # noqa: PTH123 - a name that no Path writes
        file.write(b"brot")
    names = [entry["name"] for entry in toolbox.list_folder("Notes", Allowed(folders=(notes,)))["entries"]]
    assert names == ["2026/", "photo.jpg", "plan.txt"]
