"""Interim transcripts against plain repeated transcription: processor time, flicker, and how many words are wrong.

    transcriber, whisper = …
    result = measure(whisper, speak("My daughter Emma has a piano recital on Friday."))
    result.ratio  # of the processor time of both, in this run

Plain repeated transcription is what the recogniser does with a whole turn, done every 300 ms with all sound so far.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from alicia_desktop.server.engines.contract import PartialTranscript, Samples
from alicia_desktop.server.engines.log_mel import RATE
from alicia_desktop.server.engines.partial_transcripts import PartialTranscriber, normalized
from alicia_desktop.server.engines.speech_to_text import Whisper

STEP = RATE * 3 // 10
SENTENCES = tuple(
    """\
What time is it?
My daughter Emma has a piano recital on Friday.
Could you remind me to call the dentist tomorrow morning at nine thirty?
Well, I was going to ask my sister whether she could bring the blue suitcase with her on Friday evening.
I think we should go to the mountains this summer, because the sea was so crowded, and the children would rather hike.
Yesterday I met an old friend from school in the supermarket. We talked for an hour, and he told me he is a doctor now.
Please write down that the washing machine makes a strange noise, and that the plumber comes on Tuesday before twelve.
On Monday I have to take the car to the garage, and then I will be without it. Maybe you can pick me up on the way? \
If that is too early for you, I could also take the bus at seven, it stops right in front of the house.
""".splitlines()
)


@dataclass(frozen=True, kw_only=True)
class InterimResult:
    """What interim transcripts of one turn cost, and how good they are."""

    seconds: float
    plain_ms: float
    """Processor time of plain repeated transcription."""
    ours_ms: float
    shown: int
    """Words of all interim transcripts."""
    wrong: int
    """Of these, words that the transcript of the whole turn does not have there."""
    flickers: int
    """Interim transcripts that changed what the two before it agreed on."""

    @property
    def ratio(self) -> float:
        """Processor time, of that of plain repeated transcription."""
        return self.ours_ms / self.plain_ms


def interim_texts(transcriber: PartialTranscriber, turn: Samples) -> list[str]:
    """Return what is shown, looking every 300 ms."""
    partial = PartialTranscript()
    texts: list[str] = []
    for end in range(STEP, len(turn), STEP):
        partial = transcriber.extend(partial, turn[partial.start : end])
        if not texts or texts[-1] != partial.text:
            texts.append(partial.text)
    return texts


def measure(whisper: Whisper, transcriber: PartialTranscriber, turn: Samples) -> InterimResult:
    """Measure both in this process."""
    begun = time.process_time()
    for end in range(STEP, len(turn), STEP):
        whisper.transcribe(turn[:end])
    between = time.process_time()
    texts = interim_texts(transcriber, turn)
    ended = time.process_time()
    whole = normalized(whisper.transcribe(turn).text.split())
    words = [normalized(text.split()) for text in texts]
    return InterimResult(
        seconds=len(turn) / RATE,
        plain_ms=(between - begun) * 1000,
        ours_ms=(ended - between) * 1000,
        shown=sum(map(len, words)),
        wrong=sum(_prefix_errors(shown, whole) for shown in words),
        flickers=count_flickers(words),
    )


def count_flickers(words: Sequence[Sequence[str]]) -> int:
    """Count transcripts that do not begin with what the two before them have in common."""
    count = 0
    for (one, two), three in zip(pairwise(words), words[2:], strict=False):
        common = 0
        while common < min(len(one), len(two)) and one[common] == two[common]:
            common += 1
        count += list(three[:common]) != list(two[:common])
    return count


def _prefix_errors(shown: Sequence[str], whole: Sequence[str]) -> int:
    """Return the edits between what was shown and the nearest beginning of the whole."""
    row = list(range(len(whole) + 1))
    for at, word in enumerate(shown, 1):
        new = [at]
        for place, other in enumerate(whole):
            new.append(min(new[place] + 1, row[place + 1] + 1, row[place] + (word != other)))
        row = new
    return min(row)
