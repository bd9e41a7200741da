"""A capture in a window alone: all tabs and replay, without server or database, and a line for sound only."""

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QApplication

from alicia_desktop.app.capture_viewer import UNREADABLE_STATUS, view_capture
from alicia_desktop.captures.writer import CaptureContents, write_capture
from alicia_desktop.config import Settings
from alicia_desktop.line import frames
from alicia_desktop.paths import find_paths
from alicia_desktop.store.conversations import conversations, sounds
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.ui.captures.windows import CaptureWindow
from tests.captures.conftest import FACT, NOW, Recorded
from tests.session.rehearsal import QuietLine
from tests.support.scripted_server import until
from tests.view.test_replay import tone


def captured(template, folder: Path) -> Path:
    """A capture of one turn whose answer is kept as it sounded."""
    path, database = folder / "talk.alicia-capture", folder / "other.db"
    engine = writing_engine(database)
    with engine.connect() as conn:
        template.migrate(conn, database, now=NOW)
        with conn.begin():
            conversations.create(conn, at=NOW, conversation_id="ac_1", title="Emma")
            recorded = Recorded(conn=conn)
            recorded.turn(1, "When is Emma's recital?", "On Friday.", memory=FACT)
            sounds.store_sentence(conn, "am_a1", 1, tone(300), audio_format="pcm_s16le_48000", duration_ms=300, at=NOW)
            write_capture(conn, CaptureContents(conversation_id="ac_1"), path, now=NOW)
    engine.dispose()
    return path


def windows() -> list[CaptureWindow]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, CaptureWindow) and one.isVisible()]


async def test_it_opens_alone_and_asks_for_a_line_only_to_be_heard(theme, template, tmp_path):
    line = QuietLine()
    viewing = asyncio.ensure_future(  # noqa: TID251 - awaited below
        view_capture(captured(template, tmp_path), theme=theme, settings=Settings(), line=line)
    )
    await until(lambda: windows() and "9 stanzas" not in windows()[0].about and windows()[0].about)
    (shown,) = windows()
    assert "all of it" in shown.about
    assert not shown.windowIcon().isNull()
    panel = shown.panel
    assert line.posted == []
    panel.replay_requested.emit()
    await until(lambda: line.of(frames.OpenSound))
    line.tell(frames.SoundChanged(open=True, opened_for=line.of(frames.OpenSound)[0].link, output="Speakers"))
    await until(lambda: line.of(frames.PlaySentence))
    panel.show_tab("stanzas")
    await until(lambda: panel.stanza_shown)
    shown.close()
    assert await asyncio.wait_for(viewing, 60) == 0
    assert line.of(frames.CloseSound)
    assert not find_paths().client_database.exists()


async def test_what_is_no_capture_is_said_and_ends_it(theme, tmp_path, capsys):
    path = tmp_path / "talk.alicia-capture"
    path.write_bytes(b"PK")
    assert await view_capture(path, theme=theme, settings=Settings(), line=QuietLine()) == UNREADABLE_STATUS
    assert capsys.readouterr().err == "alicia-desktop: talk.alicia-capture is no capture, or was cut off.\n"
    assert windows() == []
