"""The spoken dialogue over wav devices: what she says, transcribed again, is what she wrote."""

import re
import wave

import numpy as np
import pytest

from alicia_desktop.audio.wav import read_wav
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from alicia_desktop.server.engines.text_to_speech import Hibari
from tests.support.command import objects, run
from tests.support.talking import answers, named

Over = tuple[list[str], dict[str, str]]
"""The options and the environment of a transport."""

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(500)]

FACT = "My daughter Emma has a piano recital on Friday."
QUESTION = "When is Emma's recital?"
NEEDED = 0.8


@pytest.fixture(scope="module")
def voice():
    return Hibari(model=None)


@pytest.fixture(scope="module")
def ears():
    return Whisper(folder=bundled_model(), threads=2)


@pytest.fixture
def spoken(voice, tmp_path):
    """From words to the wav file of somebody who says them."""

    def speak(text):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.wav"
        with wave.open(str(path), "wb") as file:
            file.setparams((1, 2, 48_000, 0, "NONE", ""))
            file.writeframes(bytes(48_000) + voice.speak(text))
        return path

    return speak


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


def talk(over, *arguments):
    options, environment = over
    done = run("talk", "--json", *options, *arguments, environment=environment, seconds=200)
    assert done.returncode == 0, done.stderr
    return objects(done.stdout)


def transcribed(ears, path):
    pcm = np.frombuffer(read_wav(path), "<i2").astype(np.float32) / 32768
    return ears.transcribe(pcm[::3].copy()).text


def is_heard(said, heard):
    """Whether most of the words that were said were heard."""
    words = re.findall(r"[a-z0-9]+", said.lower())
    there = set(re.findall(r"[a-z0-9]+", heard.lower()))
    share = sum(word in there for word in words) / len(words)
    assert share >= NEEDED, (said, heard)
    return True
