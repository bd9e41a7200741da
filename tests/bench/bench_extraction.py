"""How well statements are read out of turns, by the labelled examples of tests/data/extraction, and at what cost.

Of held-out turns and pastes only these figures may be printed.
"""

import sys
import time

from alicia_desktop.extraction.extractor import read_turn
from tests.bench.train_extraction import (
    cross_validated,
    encoders,
    labelled_turns,
    pastes,
    print_scores,
)
from tests.extraction.reader import kept
from tests.extraction.score import everyday, load, score


def main() -> None:
    """Print the figures of each author held out, of the sets never learned from, of pastes, and the time a clause."""
    for name, encoder in encoders().items():
        print_scores(name, cross_validated(labelled_turns(encoder)))
    result = score(load("held_out"), kept)
    figures = f"precision {result.precision:.3f}  recall {result.recall:.3f}  category {result.category:.3f}"
    sys.stdout.write(f"held out  {figures}\n")
    texts = pastes("ABCD")
    sys.stdout.write(f"pastes    {sum(len(kept(text)) for text in texts)} memories of {len(texts)}\n")
    sys.stdout.write(f"time      {_milliseconds_a_clause():.1f} ms of a core a clause\n")


def _milliseconds_a_clause() -> float:
    """Return the processor time of reading everyday turns, by the clauses that were weighed."""
    turns = [turn.text for turn in everyday("everyday")[:200]]
    clauses = sum(len(read_turn(text).candidates) for text in turns)
    begun = time.process_time()
    for text in turns:
        kept(text)
    return (time.process_time() - begun) * 1000 / clauses


if __name__ == "__main__":
    main()
