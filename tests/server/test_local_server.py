"""What a whole server does by itself while it runs."""

from pathlib import Path

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.recording import record
from tests.server.test_seed_message_flow import rows
from tests.store.wire import went
from tests.support.scripted_server import until


async def test_sound_that_is_too_old_goes_when_the_server_starts(open_server, tmp_path: Path):
    def send_long_ago(conn: Connection) -> None:
        record(conn, [went(wire.AudioChunk(track_sid="TR_1", format="opus_48000", seq=1, data=b"sound"), 1)])

    database = await Database.open(tmp_path / "server.db", clock=SystemClock())
    await database.write(send_long_ago)
    await database.close()
    async with open_server():
        await until(lambda: rows(tmp_path, "SELECT audio_data FROM alicia_audio") == [{"audio_data": None}])
