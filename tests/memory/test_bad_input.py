"""What nobody means to say to a memory: every case is answered, and none takes anything else down."""

import json
import time
from collections.abc import Sequence

import numpy as np
import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.encoders import Encoder, Vector, vector_to_bytes
from alicia_desktop.memory.retrieval.result import explain_retrieval
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memories
from alicia_desktop.store.schema import search_indexes
from tests.extraction.reader import learned
from tests.memory.conftest import NOW
from tests.memory.encoder import WIDTH, WordEncoder

MEGABYTE = 1_000_000
SAID = {
    "english": "User's daughter Emma plays the piano.",
    "chinese": "我女儿叫小梅",
    "japanese": "猫の名前はタマです",
    "thai": "ฉันชอบดื่มชา",
    "korean": "제 딸 이름은 수진입니다",
    "russian": "Мою дочь зовут Анна",
    "greek": "Την κόρη μου τη λένε Ελένη",
    "arabic": "ابنتي اسمها ليلى",
    "hebrew": "לבת שלי קוראים נועה",
    "hindi": "मेरी बेटी का नाम आशा है",
    "emoji": "User loves 🍕 and 🧑‍🚀",
    "khmer": "កូនស្រីខ្ញុំឈ្មោះសុភា",
}
ASKED = {
    "english": "What does Emma play?",
    "chinese": "女儿叫什么",
    "japanese": "猫の名前は",
    "thai": "ชอบดื่มชา",
    "korean": "제 딸 이름은 수진입니다?",
    "russian": "Как зовут мою дочь Анна?",
    "greek": "Πώς λένε την κόρη μου;",
    "arabic": "ما اسمها ابنتي؟",
    "hebrew": "איך קוראים לבת שלי?",
    "hindi": "मेरी बेटी का नाम क्या है",
    "emoji": "🍕?",
    "khmer": "ឈ្មោះសុភា",
}


async def store(memory: MemorySystem, contents: dict[str, str]) -> None:
    await memory.import_lines([json.dumps({"id": name, "content": text}) for name, text in contents.items()])


@pytest.mark.parametrize("name", SAID)
async def test_any_script_is_found_by_its_words(memory: MemorySystem, name: str):
    await store(memory, SAID)
    found = await memory.retrieve(ASKED[name], threshold=0.1)
    assert found.candidates[0].memory.id == name


@pytest.mark.parametrize(
    "query",
    [
        "",
        " \n\t ",
        "\0",
        "?",
        '"',
        "' OR 1=1 --",
        "NEAR(a b)",
        "🧑‍🚀",
        "\u202eright to left",
        "a" * 300,
        "%_\\",
        "\ud800",
    ],
)
async def test_a_query_that_asks_nothing_finds_what_it_finds_and_says_why(memory: MemorySystem, query: str):
    await store(memory, SAID)
    found = await memory.retrieve(query)
    json.dumps(explain_retrieval(found))
    assert len(found.selected) <= found.limit


async def test_an_empty_query_still_has_what_is_pinned(memory: MemorySystem):
    await memory.import_lines([json.dumps({"id": "a", "content": "User is deaf.", "pinned": True})])
    assert [one.memory.id for one in (await memory.retrieve("")).selected] == ["a"]


async def test_a_megabyte_is_asked_and_was_stored(memory: MemorySystem, database: Database):
    begun = time.monotonic()
    long = "piano lesson " * (MEGABYTE // 13)
    row = memories.new_memory(memory_id="long", content=long, at=NOW, user_id="user")
    await database.write(memories.insert_memories, [row])
    await store(memory, SAID)
    found = await memory.retrieve("What does Emma play? " + "x y z " * (MEGABYTE // 6), threshold=0.2)
    assert found.selected[0].memory.id == "english"
    assert time.monotonic() - begun < 30
    cut = {one["memoryId"]: one for one in explain_retrieval(await memory.retrieve("Which piano lesson?"))["missed"]}
    assert cut["long"]["reason"] == "over_budget"
    assert len(cut["long"]["content"]) <= 160


@pytest.mark.parametrize("budget", [0, 1])
async def test_budgets_of_0_and_1_leave_everything_out_and_say_so(memory: MemorySystem, budget: int):
    await memory.import_lines([json.dumps({"id": "a", "content": SAID["english"], "pinned": True})])
    found = await memory.retrieve("What does Emma play?", budget=budget)
    assert found.selected == ()
    assert [missed["reason"] for missed in explain_retrieval(found)["missed"]] == ["over_budget"]
    assert explain_retrieval(found)["budget"] == {"tokens": budget, "used": 0}


@pytest.mark.expects_log("no sentence encoder")
async def test_without_an_encoder_words_find_and_the_reason_is_shown(database: Database, clock: JumpingClock):
    def none() -> Encoder:
        raise WorldError(sentence="No sentence encoder can load.", code="encoder_missing")

    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=none) as memory:
        await store(memory, SAID)
        found = await memory.search("What does Emma play?")
        assert found.selected[0].memory.id == "english"
        assert (found.encoder, explain_retrieval(found)["note"]) == (None, "No sentence encoder can load.")


class StrangeEncoder(WordEncoder):
    """Gives what no encoder should."""

    def __init__(self, passage: Vector, query: Vector) -> None:
        super().__init__()
        self._passage, self._query = passage, query

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        return np.stack([self._passage for _ in texts])

    def query(self, text: str) -> Vector:
        return self._query


NAN, WIDE, NONE = (np.full(WIDTH, np.nan), np.ones(WIDTH + 3), np.zeros(WIDTH))
GOOD = np.ones(WIDTH)


@pytest.mark.parametrize("passage", [NAN, WIDE, NONE, np.full(WIDTH, np.inf)], ids=["nan", "wide", "zeros", "inf"])
async def test_memories_without_a_usable_vector_are_found_by_their_words(
    database: Database, clock: JumpingClock, passage: Vector
):
    encoder = StrangeEncoder(passage.astype(np.float32), GOOD.astype(np.float32))
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=lambda: encoder) as memory:
        await store(memory, SAID)
        await memory.wait_for_vectors()
        found = await memory.retrieve("What does Emma play?")
        assert found.selected[0].memory.id == "english"
        assert found.selected[0].similarity is None


@pytest.mark.parametrize("query", [NAN, WIDE], ids=["nan", "wide"])
async def test_a_query_without_a_usable_vector_finds_by_words_and_says_so(
    database: Database, clock: JumpingClock, query: Vector
):
    encoder = StrangeEncoder(GOOD.astype(np.float32), query.astype(np.float32))
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=lambda: encoder) as memory:
        await store(memory, SAID)
        await memory.wait_for_vectors()
        found = await memory.retrieve("What does Emma play?")
        assert found.selected[0].memory.id == "english"
        assert "no vector" in found.note


async def test_a_damaged_column_is_no_vector(database: Database, clock: JumpingClock):
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        await store(memory, SAID)
        await memory.wait_for_vectors()
    await database.write(_spoil)
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        found = await memory.search("What does Emma play?")
        assert found.candidates[0].memory.id == "english"
        assert found.candidates[0].similarity is None


@pytest.mark.expects_log("made again")
async def test_a_missing_index_is_made_again_from_the_columns(database: Database, clock: JumpingClock):
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        await store(memory, SAID)
        await memory.wait_for_vectors()
        before = await memory.search("What does Emma play?")
    await database.write(_empty_indexes)
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        after = await memory.search("What does Emma play?")
    assert [(one.memory.id, one.relevance) for one in after.candidates] == [
        (one.memory.id, one.relevance) for one in before.candidates
    ]


@pytest.mark.expects_log("made again")
async def test_a_damaged_index_is_made_again_from_the_columns(database: Database, clock: JumpingClock):
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        await store(memory, SAID)
        await database.write(_damage_index)
        found = await memory.search("What does Emma play?")
        assert found.selected[0].memory.id == "english"


def _damage_index(conn: Connection) -> None:
    conn.exec_driver_sql(f"UPDATE {search_indexes.MEMORY_WORDS}_data SET block = zeroblob(40) WHERE id > 10")


def _spoil(conn: Connection) -> None:
    spoilt = np.frombuffer(vector_to_bytes(GOOD.astype(np.float32)), np.float32).copy()
    spoilt[0] = np.nan
    conn.exec_driver_sql("UPDATE alicia_memory SET embeddings = ? WHERE id = 'english'", (spoilt.tobytes(),))


def _empty_indexes(conn: Connection) -> None:
    conn.exec_driver_sql(f"DELETE FROM {search_indexes.MEMORY_VECTORS}")
    conn.exec_driver_sql(
        f"INSERT INTO {search_indexes.MEMORY_WORDS}({search_indexes.MEMORY_WORDS}) VALUES ('delete-all')"
    )
