"""Forgetting by word of mouth, on a real server: at once, everywhere, and told to every client."""

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol.messages import AssistantSentence, MemoryConfirmation, MemoryTrace
from alicia_desktop.store.database import Database
from tests.support.participant import Participant


def answer(person) -> str:
    return " ".join(body.text for body in person.of(AssistantSentence))


async def everything_in(tmp_path) -> str:
    """Every text and blob of the server's database."""
    database = await Database.open(tmp_path / "server.db", clock=SystemClock())
    found = await database.read(_dump)
    await database.close()
    return found


def _dump(conn) -> str:
    names = conn.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
    tables = [name for (name,) in names if not name.startswith("sqlite_")]
    rows = [str(tuple(row)) for name in tables for row in conn.exec_driver_sql(f"SELECT * FROM {name}")]
    return "\n".join(rows)


async def test_what_is_to_be_forgotten_leaves_the_database_and_every_client_is_told(open_server, tmp_path):
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.ask("My daughter Emma has a piano recital on Friday.")
        stored = person.of(MemoryTrace)[0].memory_id
        await person.ask("Please forget what I said about Emma's piano recital.")
        told = [(body.memory_id, body.action, body.success) for body in person.of(MemoryConfirmation)]
        assert told == [(stored, "delete", True)]
        assert "I have forgotten it." in answer(person)
        await person.leave()
    left = (await everything_in(tmp_path)).lower()
    assert [word for word in ("piano", "recital") if word in left] == []


async def test_where_nothing_is_found_it_is_said(person):
    await person.join()
    await person.ask("Forget what I told you about my submarine.")
    assert "nothing to forget" in answer(person)
    assert not person.of(MemoryConfirmation)


async def test_a_private_word_is_answered_and_never_stored(person):
    await person.join()
    await person.ask("Off the record: my salary is 1900.")
    assert not person.of(MemoryTrace)
