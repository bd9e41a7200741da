"""`python -m tests.bench.bench_names`: wrong and made-up names without names, with them, and with them as a prompt.

Each half of the sentences gets its own names, and, to see whether any is made up, those of the other half as well.
"""

from typing import Any

from hibari import Hibari

from alicia_desktop.server.engines.contract import Samples
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from alicia_desktop.server.engines.text_to_speech import pcm_48k
from alicia_desktop.server.speech.pause_analysis import to_samples
from tests.bench.spoken_names import Sentence, made_up, read_sentences, wrong_names


def main() -> None:
    """Print two lines a half, and what is made up where nobody says a name that is known."""
    voice, whisper = Hibari(threads=1), Whisper(folder=bundled_model(), threads=1)
    spoken = [(one, to_samples(pcm_48k(voice(one.text, seed=seed)))) for seed, one in enumerate(read_sentences())]
    for is_held_out in (False, True):
        mine = [(one, sound) for one, sound in spoken if one.is_held_out is is_held_out]
        others = [(one, sound) for one, sound in spoken if one.is_held_out is not is_held_out or not one.name]
        names = [one.name for one, _ in mine if one.name]
        report("held out" if is_held_out else "development", whisper, mine, others, names)


def report(title: str, whisper: Any, mine: list[tuple[Sentence, Samples]], others: Any, names: list[str]) -> None:
    """Print how many names are wrong and made up."""
    named = [(one, sound) for one, sound in mine if one.name]
    sentences = [one for one, _ in named]
    without = wrong_names(sentences, [whisper.transcribe(sound).text for _, sound in named], names)
    using = wrong_names(sentences, [whisper.transcribe(sound, names=names).text for _, sound in named], names)
    invented = sum(bool(made_up(one, whisper.transcribe(sound, names=names).text, names)) for one, sound in others)
    print(  # noqa: T201 - a command
        f"{title}: of {len(named)} names {without} wrong, with names {using}; made up in {invented} of {len(others)}"
    )


if __name__ == "__main__":
    main()
