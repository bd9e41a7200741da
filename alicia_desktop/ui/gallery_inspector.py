"""Parts of the gallery that belong to the inspector: timelines of memories, replays, captures and their comparison."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.captures.comparison import ComparisonRow
from alicia_desktop.store.memories.traces import MemoryEventKind
from alicia_desktop.ui.captures.save_dialog import SavableStanzas, SaveCaptureDialog
from alicia_desktop.ui.captures.windows import CaptureWindow, ComparisonWindow
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.memory.memory_timeline import MemoryTimeline
from alicia_desktop.ui.inspector.turn.replay_bar import ReplayBar
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.memory_timeline import Lane, TimelineRow
from alicia_desktop.view.replay import NO_SOUND, NO_SPEECH, NO_TIMES
from alicia_desktop.view.replay_track import ReplayClip, ReplayEvent, ReplayLine, ReplayTrack
from alicia_desktop.view.row_filters import MEMORIES
from alicia_desktop.view.stanzas import FORGOTTEN
from alicia_desktop.view.text import duration, signed
from alicia_desktop.view.turn_phases import Kind
from alicia_desktop.view.turns import TurnView
from alicia_desktop.view.waterfall import WaterfallRow

SAID: Final = "Emma’s recital is on Friday at six, in the hall of the music school."
BARS: Final[tuple[tuple[Kind, str, float, float], ...]] = (
    ("speech", "You speak", -1_900, 1_900),
    ("transcript", "Speech to text", 0, 210),
    ("retrieval", "Memory retrieval", 230, 19),
    ("prompt", "Reading the prompt", 260, 240),
    ("tokens", "Tokens", 500, 1_400),
    ("sound", "Alicia speaks", 900, 3_600),
)
DIFFERENCES: Final = (
    ComparisonRow(id="1", title="Turn 1 · said", differs=True, before="On Friday at five.", after="On Friday at six."),
    ComparisonRow(id="2", title="Turn 2 · tools", differs=True, before="calculator(17 * 23) → 391", after=""),
    ComparisonRow(id="3", title="Turn 3 · only in the later one", differs=True, before="", after="And where is it?"),
)
LIFE: Final[tuple[MemoryEventKind, ...]] = ("stored", "retrieved", "updated", "retrieved", "archived", "forgotten")
WINDOW_HEIGHT: Final = 320


def replays(theme: Theme) -> Iterator[QWidget]:
    """Yield the bar while it plays, where no sound is kept, and of a turn without times; and the line it moves."""
    waterfall = Waterfall(theme=theme)
    waterfall.set_turn(_turn())
    waterfall.set_whole(whole=True)
    waterfall.set_position(1_240.0)
    yield waterfall
    for track, position, playing in (
        (_track(sounds=True, notes=(NO_SPEECH,)), 1_240.0, True),
        (_track(sounds=False, notes=(NO_SOUND,)), -600.0, False),
        (ReplayTrack.of(first=0.0, last=0.0, stanzas=(), lines=(), clips=(), bars=(), notes=(NO_TIMES,)), 0.0, False),
    ):
        bar = ReplayBar(theme=theme)
        bar.set_track(track)
        line = track.line_at(position)
        bar.set_position(position, f"Alicia: {line.text}" if line is not None else "", track.phases_at(position))
        bar.set_playing(playing=playing)
        yield bar


def timelines(theme: Theme) -> Iterator[QWidget]:
    """Yield the memories of a conversation along time: a few events, and ten thousand."""
    for events in (
        [_event(number, kind, 4 * number) for number, kind in enumerate(LIFE)],
        [_event(number, LIFE[number % 3], number) for number in range(10_000)],
    ):
        rows: Rows[TimelineRow] = Rows(lambda row: row.id)
        rows.extend(events)
        line = FilterLine(MEMORIES, theme=theme, name="")
        timeline = MemoryTimeline(theme=theme, filter_line=line)
        line.setParent(timeline)
        line.hide()
        timeline.set_rows(rows)
        timeline.setFixedHeight(WINDOW_HEIGHT)
        timeline.select(events[2].id)
        yield timeline


def _event(number: int, kind: MemoryEventKind, minutes: int) -> TimelineRow:
    lanes: dict[MemoryEventKind, Lane] = {"stored": "stored", "updated": "updated", "retrieved": "used"}
    return TimelineRow(
        id=str(number),
        kind=kind,
        lane=lanes.get(kind, "faded"),
        at=minutes * 60_000_000,
        time=f"1 Jan {12 + minutes // 60 % 12}:{minutes % 60:02}:00",
        content=FORGOTTEN if kind == "forgotten" else "Emma is allergic to walnuts",
        detail=kind.capitalize(),
        turn=number + 1 if kind in lanes else None,
        message_id="",
        memory_id="amem_1",
    )


def captures(theme: Theme) -> Iterator[QWidget]:
    """Yield the window of a capture while it is opened and afterwards, that of two, and the dialog of saving."""
    opening = CaptureWindow("talk.alicia-capture", theme=theme)
    opening.show_progress(40_000, 100_000)
    opened = CaptureWindow("talk.alicia-capture", theme=theme)
    opened.panel.set_turn(_turn())
    opened.show_opened(
        "Emma’s recital", "9 stanzas · all of it · saved Thursday, 1 January, 12:00 · redacted: memories"
    )
    comparison = ComparisonWindow("yesterday.alicia-capture", "today.alicia-capture", DIFFERENCES, theme=theme)
    for window, height in ((opening, WINDOW_HEIGHT), (opened, 2 * WINDOW_HEIGHT), (comparison, WINDOW_HEIGHT)):
        window.setFixedHeight(height)
        yield window
    stanzas = SavableStanzas(total=1_200, filter_text="type:MemoryTrace", marked=3, sound_bytes=3_200_000)
    dialog = SaveCaptureDialog(stanzas, theme=theme, parent=None)
    dialog.setWindowFlags(Qt.WindowType.Widget)
    yield dialog


def _turn() -> TurnView:
    return TurnView(
        id="am_1",
        answer_id="am_2",
        number=1,
        count=1,
        title="Turn 1 of 1",
        subtitle="Spoken · Thursday, 1 January, 12:00",
        figures=(("500 ms", "to the first word"), ("900 ms", "to the first sound")),
        zero="end of speech",
        waterfall=_bars(),
        chain=(),
        previous_id=None,
        next_id=None,
    )


def _bars() -> tuple[WaterfallRow, ...]:
    return tuple(
        WaterfallRow(id=label, kind=kind, label=label, at_ms=at, took_ms=took, at=signed(at), took=duration(took))
        for kind, label, at, took in BARS
    )


def _track(*, sounds: bool, notes: tuple[str, ...]) -> ReplayTrack:
    said = ReplayLine(start=900.0, end=4_500.0, speaker="alicia", text=SAID, message_id="am_2", sequence=1)
    clip = ReplayClip(start=900.0, message_id="am_2", sequence=1, pcm=b"", length=3_600.0)
    return ReplayTrack.of(
        first=-1_900.0,
        last=4_500.0,
        stanzas=[ReplayEvent(at=at, kind="stanza", label="", id=str(at)) for at in (-1_200, 210, 249, 400, 520, 900)],
        lines=[said],
        clips=[clip] if sounds else [],
        bars=_bars(),
        notes=notes,
    )
