"""How well statements are read out of turns, by the labelled examples of tests/data/extraction."""

import sys

from tests.memory.extraction.score import everyday, load, score
from tests.memory.extraction.test_score import kept


def main() -> None:
    """Print precision, recall and the agreement of categories; of held-out turns nothing else may be printed."""
    for name, turns in (
        ("shown", load("shown")),
        ("opened", load("opened")),
        ("batch 1", load("batch_1")),
        ("batch 2", load("batch_2")),
        ("batch 3", load("batch_3")),
        ("batch 4", load("batch_4")),
        ("held out", load("held_out")),
        ("everyday", everyday()),
    ):
        result = score(turns, kept)
        agreement = "" if name == "everyday" else f"  category {result.category:.3f}"
        sys.stdout.write(f"{name:10} precision {result.precision:.3f}  recall {result.recall:.3f}{agreement}\n")


if __name__ == "__main__":
    main()
