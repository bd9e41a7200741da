"""`python -m tests.bench.bench_interims`: what interim transcripts cost and how good they are, by turn and in all."""

from hibari import Hibari

from alicia_desktop.server.engines.partial_transcripts import PartialTranscriber
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from alicia_desktop.server.engines.text_to_speech import pcm_48k
from alicia_desktop.server.speech.pause_analysis import to_samples
from tests.bench.interim_transcripts import SENTENCES, measure


def main() -> None:
    """Print a line a turn, and one for all."""
    whisper, voice = Whisper(folder=bundled_model(), threads=1), Hibari(threads=1)
    transcriber = PartialTranscriber(whisper)
    measure(whisper, transcriber, to_samples(pcm_48k(voice(SENTENCES[0]))))  # loads what is loaded once
    results = [
        measure(whisper, transcriber, to_samples(pcm_48k(voice(sentence, seed=seed))))
        for seed, sentence in enumerate(SENTENCES)
    ]
    for one in results:
        print(  # noqa: T201 - a command
            f"{one.seconds:5.1f} s  ratio {one.ratio:.2f}  wrong {one.wrong}/{one.shown}  flickers {one.flickers}"
        )
    ratio = sum(one.ours_ms for one in results) / sum(one.plain_ms for one in results)
    wrong, shown = sum(one.wrong for one in results), sum(one.shown for one in results)
    print(  # noqa: T201 - as above
        f"  all    ratio {ratio:.2f}  wrong {wrong}/{shown}  flickers {sum(one.flickers for one in results)}"
    )


if __name__ == "__main__":
    main()
