"""Files whose heads alone came are fetched, once; what a server lacks or has otherwise is not asked for again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.attachments import digest_of
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import attachments, conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.sync.messages import fetch_files, merge_page

ANN = Account(server="https://home", user_id="ann")
CAT = b"\x89PNG cat"


class Files:
    """A server with one file, or with a reason to have none."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.code = ""
        self.data = CAT

    async def attachment(self, conversation_id: str, message_id: str, position: int) -> bytes:
        self.asked.append(f"{conversation_id} {message_id} {position}")
        if self.code:
            raise WorldError(sentence="No.", code=self.code)
        return self.data


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    clock = JumpingClock()
    opened = await Database.open(tmp_path / "client.db", clock=clock)
    head = {"name": "cat.png", "mediaType": "image/png", "size": len(CAT), "digest": digest_of(CAT)}
    await opened.write(
        conversations.create, at=clock.now(), conversation_id="ac_1", server=ANN.server, user_id=ANN.user_id
    )
    said = HistoryMessage(
        id="am_1", previous_id=None, role="user", contents="Look", created_at=None, attachments=[head, "odd"]
    )
    await opened.write(merge_page, "ac_1", [said], at=clock.now())
    yield opened
    await opened.close()


async def test_the_bytes_come_after_their_heads_and_once(database: Database):
    server = Files()
    for _ in range(2):
        await fetch_files(database, server, ANN, JumpingClock())
    assert server.asked == ["ac_1 am_1 0"]
    assert await database.read(attachments.data_of, "ac_1", "am_1", 0) == ("image/png", CAT)


@pytest.mark.parametrize(
    ("code", "data", "later", "reason"),
    [
        ("not_found", CAT, 1, "The server does not have this file."),
        ("", b"other", 1, "What the server has is not the file that was announced."),
        ("request_refused", CAT, 1, "No."),
        ("token_refused", CAT, 1, "No."),
        ("server_error", CAT, 2, "No."),
    ],
)
async def test_what_a_server_does_not_give_is_remembered_and_asked_for_when_somebody_wants_it(
    database: Database, code: str, data: bytes, later: int, reason: str
):
    server, clock = Files(), JumpingClock()
    server.code, server.data = code, data
    for _ in range(3):
        await fetch_files(database, server, ANN, clock)
    assert len(server.asked) == 1
    (head,) = await database.read(attachments.of_message, "am_1")
    assert head.name == "cat.png"
    assert await database.read(attachments.refusal, "am_1", 0) == reason
    await clock.advance(3_601)
    await fetch_files(database, server, ANN, clock)
    assert len(server.asked) == later
    server.code, server.data = "", CAT
    await database.write(attachments.ask_again, "am_1", 0)
    await fetch_files(database, server, ANN, clock)
    assert await database.read(attachments.data_of, "ac_1", "am_1", 0) == ("image/png", CAT)
    assert await database.read(attachments.refusal, "am_1", 0) == ""


async def test_files_of_another_user_of_this_computer_wait_for_that_user(database: Database):
    server = Files()
    server.code = "not_found"  # what a server says of conversations that are not one's own
    await fetch_files(database, server, Account(server=ANN.server, user_id="ben"), JumpingClock())
    server.code = ""
    await fetch_files(database, server, ANN, JumpingClock())
    assert server.asked == ["ac_1 am_1 0"]
    assert await database.read(attachments.data_of, "ac_1", "am_1", 0) is not None


async def test_a_server_that_is_away_is_asked_again_later(database: Database):
    server = Files()
    server.code = "unreachable"
    with pytest.raises(WorldError):
        await fetch_files(database, server, ANN, JumpingClock())
    server.code = ""
    await fetch_files(database, server, ANN, JumpingClock())
    assert await database.read(attachments.data_of, "ac_1", "am_1", 0) is not None
