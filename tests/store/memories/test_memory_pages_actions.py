"""What the person did to a memory, as journal and outbox have it."""

from typing import Any

from sqlalchemy import Connection

from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction, MemoryConfirmation
from alicia_desktop.store import outbox
from alicia_desktop.store.memories import memory_pages
from tests.store.wire import NOW, came, keep, stanza, turn


def tell(conn: Connection, number: int, action: Any, **memory: object) -> None:
    body = MemoryAction(id="amem_1", action=action, memory=memory or None, timestamp=number)
    outbox.put(conn, stanza(body, number), at=NOW)


def confirm(conn: Connection, number: int, action: str, *, success: bool = True, memory_id: str = "amem_1") -> None:
    keep(conn, came(MemoryConfirmation(memory_id=memory_id, action=action, success=success), -number))


def refuse(conn: Connection, number: int, sentence: str, **told: str) -> None:
    body = ErrorMessage(id=f"ae_{number}", code=202, message=sentence, severity=1, recoverable=True)
    keep(conn, came(body, -number, meta={"memory": {"id": "amem_1", **told}}))


def acts(conn: Connection) -> list[memory_pages.MemoryAct]:
    return memory_pages.actions_on(conn, "amem_1", limit=5)


def test_nothing_was_done_to_most_memories(conn: Connection) -> None:
    assert acts(conn) == []


def test_an_act_waits_until_the_server_has_it(conn: Connection) -> None:
    keep(conn, *turn())
    tell(conn, 2, "create", content="Nuts")
    tell(conn, 3, "pin", pinned=True)
    assert [(act.action, act.state) for act in acts(conn)] == [("pin", "waiting"), ("create", "waiting")]
    confirm(conn, 10, "create")
    assert [(act.action, act.state) for act in acts(conn)] == [("pin", "waiting"), ("create", "confirmed")]
    confirm(conn, 11, "pin")
    assert [act.state for act in acts(conn)] == ["confirmed", "confirmed"]


def test_a_refusal_has_the_servers_words(conn: Connection) -> None:
    keep(conn, *turn())
    tell(conn, 2, "create", content="Nuts")
    tell(conn, 3, "update", content="Mine")
    confirm(conn, 9, "pin", success=False, memory_id="amem_7")
    confirm(conn, 10, "create")
    confirm(conn, 11, "update", success=False)
    refuse(conn, 12, "It was changed meanwhile.", theirs="Theirs")
    latest = acts(conn)[0]
    assert (latest.state, latest.reason, latest.theirs) == ("refused", "It was changed meanwhile.", "Theirs")
    assert latest.memory["content"] == "Mine"


def test_what_could_not_be_sent_says_why(conn: Connection) -> None:
    keep(conn, *turn())
    tell(conn, 2, "create", content="Nuts")
    (waiting,) = outbox.of_content(conn, "amem_1")
    outbox.mark_failed(conn, waiting.pk, "Too large")
    assert [(act.state, act.reason) for act in acts(conn)] == [("failed", "Too large")]


def test_only_the_last_ones_are_read(conn: Connection) -> None:
    keep(conn, *turn())
    tell(conn, 2, "create", content="Nuts")
    for number in range(3, 10):
        tell(conn, number, "pin", pinned=number % 2 == 0)
    assert [act.seq for act in acts(conn)] == sorted((act.seq for act in acts(conn)), reverse=True)
    assert len(acts(conn)) == 5
