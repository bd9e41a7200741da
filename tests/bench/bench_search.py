"""How long the search over all that is kept takes at every key of a word, and what ten times as many messages add.

Words are as frequent as in a language (Zipf), a query is typed letter by letter from its second letter on, and each
state of the field is one sample: most of what is looked for are beginnings, which is what an index likes least.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from functools import cache, partial
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from alicia_desktop.store.accounts import Account
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate
from alicia_desktop.view.search import search_words
from tests.bench.measure import Figure, Goal, Measure, Samples, seconds
from tests.bench.traffic import BEGUN

MILLISECONDS: Final = 1e3
FEW, MANY = 10_000, 100_000
VOCABULARY: Final = 6_000
WORDS_A_MESSAGE: Final = 25
QUERIES: Final = 40
GOAL_MS: Final = 3.0


def _vocabulary(chance: random.Random) -> tuple[list[str], list[float]]:
    letters = "aeioubcdfglmnprst"
    words = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(VOCABULARY)]
    return words, [1 / rank for rank in range(1, VOCABULARY + 1)]


@contextmanager
def _holding(path: Path, count: int) -> Iterator[Connection]:
    """Open a database of so many messages."""
    chance = random.Random(count)
    words, weights = _vocabulary(random.Random(1))
    at = BEGUN.isoformat(timespec="microseconds")
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=BEGUN)
        with conn.begin():
            conn.exec_driver_sql(
                "INSERT INTO alicia_conversations(id, user_id, created_at, updated_at) VALUES ('ac_1', 'user', ?1, ?1)",
                (at,),
            )
            conn.exec_driver_sql(
                "INSERT INTO alicia_messages(id, conversation_id, sequence_number, message_role, contents, "
                "completion_status, created_at, updated_at) VALUES (?, 'ac_1', ?, ?, ?, 'completed', ?, ?)",
                [
                    (f"am_{n}", n, "user", " ".join(chance.choices(words, weights, k=WORDS_A_MESSAGE)), at, at)
                    for n in range(count)
                ],
            )
            _fill_beside(conn, [" ".join(chance.choices(words, weights, k=12)) for _ in range(count // 20)], at)
        with conn.begin():
            yield conn
    engine.dispose()


def _fill_beside(conn: Connection, said: Sequence[str], at: str) -> None:
    """Write as many memories, tool results and notes as there are texts."""
    conn.exec_driver_sql(
        "INSERT INTO alicia_memory(id, content, user_id, created_at, updated_at) VALUES (?, ?, 'user', ?, ?)",
        [(f"amem_{n}", words, at, at) for n, words in enumerate(said)],
    )
    conn.exec_driver_sql(
        "INSERT INTO alicia_tool_uses(id, conversation_id, message_id, tool_name, tool_result, created_at, updated_at) "
        "VALUES (?, 'ac_1', ?, 'look_up', json_object('result', ?), ?, ?)",
        [(f"atu_{n}", f"am_{n}", words, at, at) for n, words in enumerate(said)],
    )
    conn.exec_driver_sql(
        "INSERT INTO alicia_user_conversation_commentaries(id, conversation_id, message_id, content, created_at, "
        "updated_at) VALUES (?, 'ac_1', ?, ?, ?, ?)",
        [(f"aucc_{n}", f"am_{n}", words, at, at) for n, words in enumerate(said)],
    )


def _typed() -> list[str]:
    """Return each state of the field while queries of one and two words are typed."""
    chance = random.Random(2)
    words, _ = _vocabulary(random.Random(1))
    queries = [" ".join(chance.choices(words[:2_000], k=chance.randint(1, 2))) for _ in range(QUERIES)]
    return [query[:end] for query in queries for end in range(2, len(query) + 1)]


def _timed(conn: Connection, typed: str) -> float:
    look: Callable[[], object] = partial(search_words, conn, typed, account=Account(), zone=UTC)
    return MILLISECONDS * seconds(look)


@cache
def _sample() -> Samples:
    """Take both figures' samples at once: they are of the same keys."""
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder:
        home = Path(folder)
        with _holding(home / "many.db", MANY) as many, _holding(home / "few.db", FEW) as few:
            states = _typed()
            for conn in (many, few):
                _timed(conn, "warm")
            taken = [(_timed(many, typed), _timed(few, typed)) for typed in states]
    return Samples(
        ours=[pair[0] for pair in taken], baseline=[pair[1] for pair in taken], note=f"{len(taken)} states of the field"
    )


def measures() -> Iterator[Measure]:
    """Yield what a key costs at most times, and how it grows."""
    yield Measure(
        name=f"Search as one types, {MANY:,} messages",
        what="From the words to the newest finds that the sidebar asks for, with their excerpts, at every "
        "key: in messages, and in a twentieth as many memories, tool results and notes each.",
        unit="ms",
        figure=Figure.P95,
        run=_sample,
        goal=Goal(limit=GOAL_MS),
    )
    yield Measure(
        name=f"Search as one types, growth from {FEW:,}",
        what=f"The same key in {MANY:,} messages.",
        unit="ms",
        figure=Figure.COST,
        run=_sample,
        baseline=f"in {FEW:,} messages",
    )
