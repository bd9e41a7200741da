"""The real voice and the real ears."""

import numpy as np
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EngineState, PartialTranscript
from alicia_desktop.server.engines.log_mel import RATE
from alicia_desktop.server.engines.partial_transcripts import PartialTranscriber
from alicia_desktop.server.engines.speech_to_text import (
    bundled_model,
    repeats_itself,
    windows,
)
from alicia_desktop.server.engines.text_to_speech import HibariEngine, pcm_48k
from alicia_desktop.server.engines.whisper_engine import CHECK_FOLDER, WhisperEngine
from alicia_desktop.server.speech.pause_analysis import to_samples
from tests.support.hearing import bundled_whisper
from tests.support.recordings import recorded_samples
from tests.support.scripted_server import until


@pytest.mark.slow
async def test_what_the_voice_says_the_ears_understand():
    async with Scope("test") as scope:
        voice, ears = HibariEngine(), WhisperEngine()
        for engine in (voice, ears):
            engine.start(scope)
        pcm = await voice.speak("My daughter Emma has a piano recital on Friday.")
        heard = await ears.transcribe(to_samples(pcm))
        short = await ears.transcribe(to_samples(await voice.speak("What time is it?")))
        silence = await ears.transcribe(np.zeros(RATE * 2, np.float32))
        for engine in (voice, ears):
            engine.close()
    assert heard.text == "My daughter Emma has a piano recital on Friday."
    assert heard.confidence > 0.6
    assert short.text == "What time is it?"
    assert silence.text == ""


LONG = (
    "Well, I was going to ask my sister whether she could bring the blue suitcase with her on Friday evening when she "
    "comes by train, and then we would go to the market in the old town and buy some bread, cheese, olives, a bottle "
    "of wine and all the other things that we need for the picnic at the lake on Saturday."
)


@pytest.mark.slow
def test_what_is_said_fast_is_heard_to_its_end():
    import hibari

    fast = to_samples(pcm_48k(hibari.Hibari(threads=1)(LONG, speed=1.8, seed=0)))
    assert len(fast) < 12 * RATE
    assert "lake on Saturday" in bundled_whisper().transcribe(fast).text


@pytest.mark.slow
def test_people_are_understood_as_they_were_by_faster_whisper():
    whisper = bundled_whisper()
    heard = {name: whisper.transcribe(recorded_samples(name)).text for name in ("cards_003", "cards_004", "goforward")}
    heard["cards_004"] = heard["cards_004"].replace("-", " ")  # processors round differently, and it is a close call
    assert heard == {"cards_003": "7 of clubs", "cards_004": "5 5", "goforward": "Go forward 10 meters."}


@pytest.mark.expects_log("engine failed to load")
async def test_a_damaged_voice_is_a_state_with_a_sentence(tmp_path):
    broken = tmp_path / "voice.onnx"
    broken.write_bytes(b"nothing")
    await assert_fails(HibariEngine(model=broken), lambda engine: engine.speak("Hello."))


@pytest.mark.expects_log("engine failed to load")
@pytest.mark.parametrize(
    "make", [lambda file: HibariEngine(model=file), lambda file: WhisperEngine(folder=lambda: file)]
)
async def test_a_missing_model_is_told_before_anybody_needs_it(make, tmp_path):
    engine = make(tmp_path / "nowhere")
    states: list[EngineState] = []
    engine.state_changed.connect(states.append)
    async with Scope("test") as scope:
        engine.start(scope)
        await until(lambda: states)
        engine.prepare()
        engine.close()
    assert [state.phase for state in states] == ["failed"]
    assert "install the program again" in engine.state.sentence


@pytest.mark.expects_log("engine failed to load")
async def test_a_missing_speech_model_is_a_state_with_a_sentence(tmp_path):
    ears = WhisperEngine(folder=lambda: tmp_path / "nowhere")
    await assert_fails(ears, lambda engine: engine.transcribe(np.zeros(RATE, np.float32)))


async def assert_fails(engine, use):
    async with Scope("test") as scope:
        assert engine.state.phase == "getting_ready"
        engine.start(scope)
        with pytest.raises(WorldError, match="could not be loaded"):
            await use(engine)
        assert engine.state.phase == "failed"
        assert "install the program again" in engine.state.sentence
        engine.close()


@pytest.mark.expects_log("engine failed to load")
@pytest.mark.parametrize("damaged", ["model.bin", "tokenizer.json", "config.json"])
async def test_a_damaged_speech_model_is_a_state_with_a_sentence(damaged, tmp_path):
    for file in bundled_model().iterdir():
        (tmp_path / file.name).symlink_to(file)
    (tmp_path / damaged).unlink()
    (tmp_path / damaged).write_bytes(b"nothing")
    await assert_fails(
        WhisperEngine(folder=lambda: tmp_path), lambda engine: engine.transcribe(np.zeros(RATE, np.float32))
    )


@pytest.mark.expects_log("engine failed to load")
async def test_an_own_model_that_is_missing_says_which_files_it_needs(tmp_path):
    engine = WhisperEngine(folder=lambda: tmp_path / "nowhere", remedy=CHECK_FOLDER)
    async with Scope("test") as scope:
        engine.start(scope)
        await until(lambda: engine.state.phase == "failed")
        engine.close()
    assert "Check the folder of the speech model in the settings" in engine.state.sentence


def noises(seconds):
    """Sounds in which nobody speaks."""
    random, at = np.random.default_rng(1), np.arange(seconds * RATE) / RATE
    chords = [(262, 330, 392), (220, 262, 330), (175, 220, 262), (196, 247, 294)]
    note = np.minimum(len(chords) - 1, (at / 0.4).astype(int) % len(chords))
    music = sum(np.sin(2 * np.pi * np.array([chord[part] for chord in chords])[note] * at) for part in range(3))
    return {
        "noise": random.standard_normal(len(at)) * 0.1,
        "hum": 0.2 * np.sin(2 * np.pi * 50 * at) + 0.1 * np.sin(2 * np.pi * 150 * at),
        "a tone": 0.3 * np.sin(2 * np.pi * 1000 * at),
        "music": 0.1 * music * np.exp(-3 * (at % 0.4)),
        "a motor": random.standard_normal(len(at)) * 0.1 * (1 + np.sin(2 * np.pi * 4 * at)),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["noise", "hum", "a tone", "music", "a motor"])
def test_no_words_are_made_up_where_nobody_speaks(name):
    whisper = bundled_whisper()
    transcriber = PartialTranscriber(whisper)
    for seconds in (1, 3, 6):
        sound = noises(seconds)[name].astype(np.float32)
        assert whisper.transcribe(sound).text == ""
        assert transcriber.extend(PartialTranscript(), sound).text == ""


@pytest.mark.slow
def test_two_people_at_once_are_no_loop_and_no_error():
    both = [recorded_samples(name) for name in ("cards_005", "goforward")]
    length = min(map(len, both))
    heard = bundled_whisper().transcribe(both[0][:length] + both[1][:length])
    assert not repeats_itself(heard.text)


@pytest.mark.slow
def test_much_sound_is_recognised_piece_by_piece():
    pause = np.zeros(4 * RATE, np.float32)
    spoken = [
        part
        for name in ("goforward", "cards_005", "cards_001", "cards_003")
        for part in (recorded_samples(name), pause)
    ]
    sound = np.concatenate(spoken * 2)
    assert len(sound) > 45 * RATE
    heard = bundled_whisper().transcribe(sound).text.lower()
    assert heard.count("forward") == 2


def test_long_sound_is_cut_at_its_quietest_place():
    sound = np.full(40 * RATE, 0.5, np.float32)
    sound[22 * RATE : 22 * RATE + RATE // 2] = 0.0
    parts = windows(sound)
    assert sum(map(len, parts)) == len(sound)
    assert abs(len(parts[0]) / RATE - 22.25) < 0.5


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("What time is it? What time is it?", True),
        ("What time is it? What time is", True),
        ("I said no, and she knew that I said no.", False),
        ("No, no, no, I said no.", False),
        ("What is the name of my dog?", False),
        ("la " * 40, True),
    ],
)
def test_loops_are_told_from_speech(text, loops):
    assert repeats_itself(text) is loops
