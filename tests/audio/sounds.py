"""Sounds for tests: tones, and real speech in her own voice."""

import wave

import numpy as np

RATE = 48_000
FRAME = 960
SENTENCE = "My daughter Emma has a piano recital on Friday evening, and she is very excited about it."
OTHER_SENTENCE = "Please stop talking now, I would like to ask you something else about the weather."


def tone(seconds, *, hertz=440.0, level=0.3, rate=RATE):
    """16-bit mono PCM of a sine."""
    at = np.arange(round(seconds * rate)) / rate
    return (np.sin(2 * np.pi * hertz * at) * level * 32_767).astype("<i2").tobytes()


def frames_of(pcm):
    """The whole frames of 10 ms in `pcm`."""
    return [pcm[start : start + FRAME] for start in range(0, len(pcm) - FRAME + 1, FRAME)]


def write_wav(path, pcm, *, rate=RATE, channels=1, width=2):
    """A wav file of interleaved PCM."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(pcm)
    return path


def speech(text=SENTENCE):
    """Speech at 48 kHz, as the local server speaks it."""
    import hibari

    from alicia_desktop.audio.processing import Resampler

    voice = hibari.Hibari()
    samples = np.concatenate([np.asarray(part, dtype=np.float32).ravel() for part in voice.stream(text)])
    pcm = (np.clip(samples, -1.0, 1.0) * 32_767).astype("<i2").tobytes()
    resampler = Resampler(from_rate=voice.sample_rate, to_rate=RATE)
    return resampler.push(pcm) + resampler.flush()
