"""What can be read of a damaged database is saved row by row; the damaged file is kept, nothing is lost silently."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlcipher3 import dbapi2

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.conversations import conversations, messages, search
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.database_file import FileLock, suspect
from alicia_desktop.store.files.readonly_access import check, reading
from alicia_desktop.store.files.salvage import RECOVERED, Salvaged, salvage
from alicia_desktop.store.migration import migrate
from tests.store.wire import NOW, keep, went

PAGE = 4096
SAID = 300


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some hundred messages, and not a page of it in the log."""
    path = tmp_path_factory.mktemp("whole") / "client.db"
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW)
        with conn.begin():
            conversations.create(conn, at=NOW, conversation_id="ac_1", title="Ships")
            for number in range(SAID):
                body = UserMessage(id=f"am_{number}", conversation_id="ac_1", content=_text(number))
                keep(conn, went(body, number + 1))
    engine.dispose()
    return path


@pytest.fixture
def damaged(whole: Path, tmp_path: Path) -> Path:
    path = tmp_path / "client.db"
    path.write_bytes(whole.read_bytes())
    return path


def _text(number: int) -> str:
    return f"Question {number} about ships. " + "x" * 150


def _messages(path: Path) -> dict[str, str]:
    with closing(dbapi2.connect(str(path))) as conn:
        return dict(conn.execute("SELECT id, contents FROM alicia_messages"))


def _schema(path: Path) -> set[tuple[str, str, str]]:
    with closing(dbapi2.connect(str(path))) as conn:
        return set(conn.execute("SELECT type, name, sql FROM sqlite_master"))


def _roots(path: Path) -> dict[str, int]:
    with closing(dbapi2.connect(str(path))) as conn:
        return dict(conn.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0"))


def _overwrite(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


def _flips(path: Path, seed: int) -> Iterator[int]:
    """Where bits of the file flip: anywhere, as a dying disk does it."""
    random = Random(seed)
    size = path.stat().st_size
    for _ in range(random.choice((1, 5, 40))):
        yield random.randrange(size)


def _is_whole(path: Path) -> bool:
    check(path)
    with reading(path) as conn:
        return not conn.exec_driver_sql("PRAGMA foreign_key_check").all()


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.slow
def test_after_any_flipped_bits_there_is_a_whole_database_and_the_old_one_is_kept(damaged: Path, seed: int):
    random = Random(seed)
    for place in _flips(damaged, seed):
        (byte,) = damaged.read_bytes()[place : place + 1]
        _overwrite(damaged, place, bytes([byte ^ (1 << random.randrange(8))]))
    before = damaged.read_bytes()
    salvaged = salvage(damaged, now=NOW)
    assert salvaged.quarantine.read_bytes() == before
    assert _is_whole(damaged)
    left = _messages(damaged)
    (count,) = (one for one in salvaged.tables if one.name == "alicia_messages")
    assert count.saved == len(left)
    assert count.lost is None or count.lost >= SAID - len(left)
    assert str(salvaged.quarantine) in salvaged.sentence


def test_a_bad_page_costs_the_rows_on_it_and_no_others(damaged: Path):
    pages = range(damaged.stat().st_size // PAGE)
    content = damaged.read_bytes()
    (page,) = [n for n in pages if b"Question 150 about" in content[n * PAGE : (n + 1) * PAGE]][:1]
    _overwrite(damaged, page * PAGE, bytes(PAGE))
    salvaged = salvage(damaged, now=NOW)
    lost = [count for count in salvaged.tables if count.lost]
    assert sum(count.lost or 0 for count in lost) in range(1, 40)
    assert _is_whole(damaged)
    assert SAID - len(_messages(damaged)) <= 40


def test_a_damaged_index_costs_nothing_and_what_was_said_is_found(damaged: Path):
    root = _roots(damaged)["sqlite_autoindex_alicia_messages_1"]
    _overwrite(damaged, (root - 1) * PAGE, b"\xff" * PAGE)
    salvaged = salvage(damaged, now=NOW)
    assert len(_messages(damaged)) == SAID
    assert f"{SAID} messages" in salvaged.sentence
    with reading(damaged) as conn:
        assert [hit.message_id for hit in search.find(conn, "Question 150")] == ["am_150"]


def test_what_a_lost_conversation_held_stands_in_one_that_is_called_recovered(damaged: Path):
    root = _roots(damaged)["alicia_conversations"]
    _overwrite(damaged, (root - 1) * PAGE, b"\xff" * PAGE)
    salvaged = salvage(damaged, now=NOW)
    assert len(_messages(damaged)) == SAID
    assert "Not readable any more" in salvaged.sentence
    with reading(damaged) as conn:
        found = conversations.get(conn, "ac_1")
    assert found is not None
    assert found.title == RECOVERED


def test_a_spoilt_header_is_mended(damaged: Path):
    _overwrite(damaged, 0, b"\0" * 24)
    salvage(damaged, now=NOW)
    assert len(_messages(damaged)) == SAID


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9])
def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(damaged: Path, part: float):
    content = damaged.read_bytes()
    damaged.write_bytes(content[: int(len(content) * part)])
    salvaged = salvage(damaged, now=NOW)
    assert salvaged.quarantine.stat().st_size == int(len(content) * part)
    assert _is_whole(damaged)


def test_nothing_is_changed_while_a_program_has_it_open_and_each_copy_has_a_name_of_its_own(damaged: Path):
    lock = FileLock(damaged)
    lock.acquire()
    before = sorted(damaged.parent.iterdir())
    with pytest.raises(WorldError, match="already using"):
        salvage(damaged, now=NOW)
    assert sorted(damaged.parent.iterdir()) == before
    lock.release()
    kept = {salvage(damaged, now=NOW + timedelta(seconds=number // 2)).quarantine for number in range(3)}
    assert len(kept) == 3
    assert len(_messages(damaged)) == SAID


def test_a_salvaged_database_goes_on_where_the_old_one_was(damaged: Path, whole: Path):
    clock = JumpingClock()
    found: Salvaged = salvage(damaged, now=clock.now())
    assert all(count.lost == 0 for count in found.tables), found.sentence
    assert "Every row was readable" in found.sentence
    with reading(damaged) as conn:
        record = conversations.get(conn, "ac_1")
    assert record is not None
    assert record.last_client_stanza_id == SAID
    assert _schema(damaged) == _schema(whole)


async def test_damage_that_is_met_in_use_is_found_at_the_next_opening_until_it_is_salvaged(damaged: Path):
    root = _roots(damaged)["alicia_messages"]
    _overwrite(damaged, (root - 1) * PAGE, b"\xff" * PAGE)
    database = await Database.open(damaged, clock=JumpingClock())
    with pytest.raises(WorldError, match="doctor --salvage"):
        await database.read(messages.of_conversation, "ac_1")
    await database.close()
    with pytest.raises(WorldError, match="is damaged"):
        await Database.open(damaged, clock=JumpingClock())
    salvage(damaged, now=NOW)
    database = await Database.open(damaged, clock=JumpingClock())
    assert len(await database.read(messages.of_conversation, "ac_1")) == len(_messages(damaged))
    await database.close()


async def test_a_suspicion_that_was_wrong_is_forgotten(damaged: Path):
    suspect(damaged)
    for _ in range(2):
        database = await Database.open(damaged, clock=JumpingClock())
        await database.close()
    assert not [path for path in damaged.parent.iterdir() if "suspect" in path.name]
