import time

import pytest

from alicia_desktop.server.engines.contract import Thought
from alicia_desktop.server.engines.thought_splitter import ThoughtSplitter


def split(*pieces, thinks_first=False):
    """Return what was thought, what was answered, and whether a thought ended that had not begun."""
    splitter = ThoughtSplitter(thinks_first=thinks_first)
    found = [one for piece in pieces for one in splitter.push(piece)] + splitter.flush()
    thoughts = "".join(one.text for one in found if isinstance(one, Thought))
    return thoughts, "".join(one.text for one in found if not isinstance(one, Thought)), splitter.unopened


@pytest.mark.parametrize(
    ("text", "thought", "answer"),
    [
        ("Hello.", "", "Hello."),
        ("<think>So.</think>Hello.", "So.", "Hello."),
        ("\n<think>\nSo.\n</think>\n\nHello.", "\nSo.\n", "\nHello."),
        ("<think></think>\n\nHello.", "", "Hello."),
        ("<thinking>So.</thinking>Hello.", "So.", "Hello."),
        ("<think>One.</think>Hello.\n<think>Two.</think>Bye.", "One.Two.", "Hello.\nBye."),
        ("<think>Is <b> a tag? a < b</think>Yes: a < b <c>.", "Is <b> a tag? a < b", "Yes: a < b <c>."),
        ("<think>It never ends", "It never ends", ""),
        ("Models write <think> first.", "", "Models write <think> first."),
        ("So:\n```\n<think>x</think>\n```\nlike that.", "", "So:\n```\n<think>x</think>\n```\nlike that."),
        ("The tag `</think>` ends it.", "", "The tag `</think>` ends it."),
        ("a <", "", "a <"),
        ("<thin", "", "<thin"),
    ],
)
def test_thoughts_are_told_from_the_answer_wherever_the_stream_is_cut(text, thought, answer):
    assert split(text)[:2] == (thought, answer)
    assert split(*text)[:2] == (thought, answer)
    assert split(*(text[at : at + 3] for at in range(0, len(text), 3)))[:2] == (thought, answer)


def test_a_thought_that_the_prompt_opened_is_noticed_at_its_end_and_known_the_next_time():
    text = "Let me see.\n</think>\n\nHello."
    assert split(*text) == ("", "Let me see.\nHello.", True)
    assert split(*text, thinks_first=True) == ("Let me see.\n", "Hello.", False)


def test_an_answer_without_the_thought_that_is_known_to_come_first_is_an_answer():
    assert split("Hello ", "you.", thinks_first=True)[1] == "Hello you."


def test_a_thought_that_is_cut_off_is_no_answer():
    splitter = ThoughtSplitter(thinks_first=True)
    found = splitter.push("Let me see, a <") + splitter.flush(is_cut=True)
    assert all(isinstance(one, Thought) for one in found)
    assert "".join(one.text for one in found) == "Let me see, a <"


@pytest.mark.parametrize("text", ["<" * 300_000, "a<b " * 75_000])
def test_an_answer_of_many_brackets_takes_no_time(text):
    began = time.monotonic()
    assert split(text) == ("", text, False)
    assert time.monotonic() - began < 1


def test_what_is_certain_is_not_held_back():
    assert [one.text for one in ThoughtSplitter().push("Hello. <")] == ["Hello. "]
