"""What is kept of a conversation, on one connection; `test_conversation` has it over a whole one."""

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.context import upkeep
from alicia_desktop.context.api_types import CreatePinRequest
from alicia_desktop.store.conversations import messages, summaries
from alicia_desktop.store.conversations import summaries as pin_rows
from alicia_desktop.store.conversations.summaries import PinType
from alicia_desktop.store.database import Connection, Database
from tests.context.said import said
from tests.context.talk import CONVERSATION, talk
from tests.memory.conftest import NOW


def test_every_message_is_judged_and_what_matters_is_pinned():
    new = [said(1, "My name is Ada.", importance=None), said(2, "Hello!", importance=None)]
    measures, requests = upkeep.score_messages(new, [])
    assert [one.message_id for one in measures] == ["am_1", "am_2"]
    assert all(0 <= one.importance_score <= 1 and one.token_usage > 0 for one in measures)
    assert ("system", "am_1") in {(one.pin_type, one.source_message_id) for one in requests}


def test_nothing_is_pinned_of_what_is_not_to_be_kept():
    private = "Don't remember this: my name is Ada and I am allergic to nuts."
    (measure,), requests = upkeep.score_messages([said(1, private, importance=None)], [])
    assert (measure.importance_score, requests) == (0.0, [])


async def test_a_new_name_takes_the_place_of_the_old_one(database: Database, clock: JumpingClock):
    await talk(database, clock, ["Hi", "Hello."])
    for name in ("Ada", "Eve"):
        request = CreatePinRequest(session_id=CONVERSATION, content=f"The user's name is {name}.", pin_type="system")
        await database.write(upkeep.add_pin, request, NOW)
    kept = await database.read(pin_rows.pins_of, CONVERSATION)
    assert [one.content for one in kept] == ["The user's name is Eve."]


async def test_of_a_private_conversation_only_what_was_said_is_loaded(database: Database, clock: JumpingClock):
    await talk(database, clock, ["Hi", "Hello.", "Bye"])
    await database.write(upkeep.add_pin, CreatePinRequest(session_id=CONVERSATION, content="x"), NOW)
    for private, pins in ((False, 1), (True, 0)):

        def load(conn: Connection, private: bool = private) -> tuple[list[str], int]:
            found = upkeep.load_conversation(conn, CONVERSATION, before="am_3", private=private)
            return [one.id for one in found.messages], len(found.pins)

        assert await database.read(load) == (["am_1", "am_2"], pins)


async def test_what_does_not_hold_any_more_is_dropped_and_the_persons_own_pins_stay(
    database: Database, clock: JumpingClock
):
    await talk(database, clock, ["Hi", "Hello.", "Bye", "Bye!"])
    pinned: list[tuple[str, PinType]] = [("am_1", "manual"), ("am_1", "auto"), ("am_3", "auto")]
    for source, kind in pinned:
        request = CreatePinRequest(
            session_id=CONVERSATION, content=f"{source} {kind}", source_message_id=source, pin_type=kind
        )
        await database.write(upkeep.add_pin, request, NOW)

    def change(conn: Connection) -> None:
        summaries.add_summary(
            conn, session_id=CONVERSATION, summary="They met.", message_count=2, start_message_id="am_1",
            end_message_id="am_2", importance_score=0.5, at=NOW,
        )  # fmt: skip
        messages.delete(conn, "am_1", clock.now())

    await database.write(change)
    stale = await database.read(upkeep.find_stale, CONVERSATION)
    assert ([one.summary for one in stale.summaries], [one.content for one in stale.pins]) == (
        ["They met."],
        ["am_1 auto"],
    )
    await database.write(upkeep.delete_stale, stale, NOW)
    kept = await database.read(pin_rows.pins_of, CONVERSATION)
    assert {one.content for one in kept} == {"am_1 manual", "am_3 auto"}
    assert await database.read(summaries.summaries_of, CONVERSATION) == []
