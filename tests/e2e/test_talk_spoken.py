"""The spoken dialogue over wav devices: what she says, transcribed again, is what she wrote."""

import pytest

from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.audio.wav import wav_bytes
from tests.support.command import objects, run
from tests.support.hearing import is_heard, transcribed
from tests.support.talking import answers, named

Over = tuple[list[str], dict[str, str]]
"""The options and the environment of a transport."""

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(500)]

FACT = "My daughter Emma has a piano recital on Friday."
QUESTION = "When is Emma's recital?"


@pytest.fixture(params=["websocket", "livekit"])
def over(request):
    if request.param == "websocket":
        return ["--transport", "websocket"], {}
    return ["--transport", "livekit"], dict(request.getfixturevalue("livekit_server").environment)


def test_a_fact_that_is_spoken_answers_a_question_that_is_spoken(over, spoken, ears, tmp_path):
    told = talk(over, "--wav", spoken(FACT))
    assert is_heard(FACT, named(told, "UserMessage")[0]["body"]["content"])
    interim = [one["body"] for one in named(told, "Transcription")]
    assert interim[-1]["final"]
    assert [trace["body"]["action"] for trace in named(told, "MemoryTrace")] == ["stored"]
    out = tmp_path / "answer.wav"
    asked = talk(over, "--wav", spoken(QUESTION), "--out", out)
    (answer,) = answers(asked)
    assert "Friday" in answer
    assert "retrieved" in [trace["body"]["action"] for trace in named(asked, "MemoryTrace")]
    assert is_heard(answer, transcribed(ears, out))


def test_several_questions_have_all_their_answers_in_one_file(spoken, ears, tmp_path):
    out = tmp_path / "answers.wav"
    over: Over = ["--transport", "memory"], {}
    said = talk(over, "--wav", spoken(FACT), "--wav", spoken(QUESTION), "--out", out)
    assert len(answers(said)) == len(named(said, "UserMessage")) == 2
    assert is_heard(" ".join(answers(said)), transcribed(ears, out))
    assert [path.name for path in tmp_path.glob("*answers*")] == ["answers.wav"]


def test_a_file_in_which_nobody_speaks_says_so_and_ends(tmp_path):
    path = tmp_path / "silence.wav"
    path.write_bytes(wav_bytes(SILENCE * 50))
    done = run("talk", "--transport", "memory", "--wav", path, seconds=100)
    assert done.returncode == 1
    assert "No speech was heard in silence.wav." in done.stderr


def talk(over, *arguments):
    options, environment = over
    done = run("talk", "--json", *options, *arguments, environment=environment, seconds=200)
    assert done.returncode == 0, done.stderr
    return objects(done.stdout)
