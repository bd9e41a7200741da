"""What another program names is a link or a file that is known, or a sentence."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.visible_text import is_hidden
from alicia_desktop.view.open_target import (
    MAX_QUESTION_CHARACTERS,
    MAX_TARGET_CHARACTERS,
    FileTarget,
    LinkTarget,
    absolute_target,
    read_target,
)


@pytest.mark.parametrize(
    ("link", "asked"),
    [
        ("alicia:", LinkTarget()),
        ("alicia://", LinkTarget()),
        ("ALICIA:new", LinkTarget(new=True)),
        ("alicia:private", LinkTarget(private=True)),
        ("alicia:new?question=What%20time%20is%20it%3F", LinkTarget(new=True, question="What time is it?")),
        ("alicia:?question=One+two", LinkTarget(new=True, question="One two")),
        ("alicia:conversation/ac_1-x", LinkTarget(conversation_id="ac_1-x")),
        ("alicia://conversation/ac_1/?question=%C3%9C", LinkTarget(conversation_id="ac_1", question="Ü")),
        ("alicia:new?question=One%0D%0Atwo", LinkTarget(new=True, question="One\ntwo")),
    ],
)
def test_a_link_opens_a_conversation_or_shows_a_question(link, asked):
    assert read_target(link) == asked


@pytest.mark.parametrize(
    ("given", "path", "kind"),
    [
        ("/home/anna/talk.alicia-capture", "/home/anna/talk.alicia-capture", "capture"),
        ("garden.JSON", "garden.JSON", "conversation"),
        ("file:///home/anna/my%20garden.json", "/home/anna/my garden.json", "conversation"),
        ("file://localhost/x.json", "/x.json", "conversation"),
    ],
)
def test_a_file_is_a_capture_or_a_conversation(given, path, kind):
    assert read_target(given) == FileTarget(path=Path(path), kind=kind)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("alicia:conversation", "does not know"),
        ("alicia:conversation/../../etc/passwd", "does not know"),
        ("alicia:conversation/" + "a" * 200, "does not know"),
        ("alicia:delete/ac_1", "does not know"),
        ("alicia:new?question=a&question=b", "does not know"),
        ("alicia:new?send=yes&question=a", "does not know"),
        ("alicia:new#fragment", "does not know"),
        ("alicia:new?question", "damaged"),
        ("alicia:new?question=%ff", "damaged"),
        ("alicia://[x?question=a", "damaged"),
        ("alicia:new?a=1&b=2&c=3&d=4&e=5", "damaged"),
        (f"alicia:new?question={'a' * (MAX_QUESTION_CHARACTERS + 1)}", "more than 2,000 characters"),
        ("alicia:new?question=" + "a" * MAX_TARGET_CHARACTERS, "more than 16,384 characters"),
        ("https://example.org/alicia:new", "Only files of this computer"),
        ("javascript:alert(1)", "Only files of this computer"),
        ("file://example.org/share/x.json", "Only files of this computer"),
        ("/etc/passwd", "neither a capture"),
        ("talk.json\u202egpj.exe", "neither a capture"),
        ("", "neither a capture"),
    ],
)
def test_anything_else_is_a_sentence(given, said):
    with pytest.raises(WorldError) as refused:
        read_target(given)
    sentence = refused.value.sentence
    assert said in sentence
    assert len(sentence) < 250
    assert not any(is_hidden(one) for one in sentence if one not in "…’")


def test_nothing_is_hidden_in_a_question():
    asked = read_target("alicia:new?question=Send%20it%20to%20%E2%80%AEgro.elpmaxe%1B%5B2J")
    assert asked == LinkTarget(new=True, question=r"Send it to \u202egro.elpmaxe\x1b[2J")


@given(st.text(max_size=200).map(lambda text: f"alicia:{text}") | st.text(max_size=60))
def test_no_text_breaks_it(text):
    with suppress(WorldError):
        target = read_target(text)
        assert isinstance(target, FileTarget) or len(target.question) <= 10 * MAX_QUESTION_CHARACTERS


def test_a_file_is_found_from_another_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert absolute_target("x.json") == str(tmp_path / "x.json")
    assert absolute_target("alicia:new") == "alicia:new"
    assert absolute_target("file:///x.json") == "file:///x.json"
    assert absolute_target("") == ""
