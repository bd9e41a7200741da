"""What is said in the pictures: a week with Emma's piano recital in it. Every answer is the built-in model's own."""

import asyncio
from pathlib import Path
from typing import Final

import msgspec
from PySide6.QtWidgets import QListWidget

from alicia_desktop.config import ToolSettings
from alicia_desktop.session.state import Phase
from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.turn.phase_plot import PhasePlot
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.ui.permission import PermissionDialog
from tests.screenshots.speaker import Speaker
from tests.screenshots.stage import SIZE, SMALL, Stage

TOLD: Final = (
    ("Biscuit", ("My dog is called Biscuit.", "Biscuit goes to the vet on Tuesday.")),
    ("The move to Lisbon", ("We are moving to Lisbon in September.",)),
    (
        "Emma’s piano",
        (
            "My daughter Emma has a piano recital on Friday.",
            "Emma plays the Clementi first.",
            "Emma is allergic to walnuts.",
        ),
    ),
)
"""Title → what the person tells, each conversation before the one in the pictures."""
SPOKEN: Final = "What is Emma allergic to?"
SPOKEN_MS: Final = 500
WIDE_INSPECTOR: Final = 900
LOCAL_SERVER: Final = 5
"""The page in the list of pages."""


async def first_run(stage: Stage) -> None:
    """The first start: the card, then a first conversation."""
    await stage.until(stage.window.conversation.first_run.isVisible, "the first run's card")
    await stage.picture("first-run")
    stage.press("Skip test")


async def told(stage: Stage, *, pictured: bool = True) -> None:
    """Tell what is worth keeping; the last of these conversations shows what was stored."""
    for title, sentences in TOLD:
        await stage.new_conversation(title)
        for sentence in sentences:
            await stage.ask(sentence)
        await stage.entitle(title)
    if pictured:
        await stage.picture("stored")


async def asked(stage: Stage) -> None:
    """Ask in a new conversation: the answer knows what was told in another."""
    await stage.new_conversation("the questions")
    await stage.ask("When is Emma's recital?")
    await stage.ask("What is 17 * 23?")
    await stage.entitle("Emma’s recital")
    await stage.picture("conversation")
    stage.colours("dark")
    await stage.picture("conversation-dark")
    stage.colours("light")


async def searched(stage: Stage) -> None:
    """What the search finds: messages and memories by their words, another memory by its meaning."""
    search, rows = stage.window.sidebar.search, stage.window.sidebar.rows
    search.setText("Emma Friday")
    await stage.until(lambda: {"Messages", "Memories"} <= {row.section for row in rows}, "what was found")
    await stage.until(lambda: "Related" in {row.section for row in rows}, "what was found by meaning")
    stage.window.conversation_requested.emit(next(row.id for row in rows if row.kind == "message"))
    await stage.picture("search")
    search.clear()
    await stage.until(lambda: all(row.kind == "conversation" for row in rows), "the conversations again")


async def spoken(stage: Stage, speaker: Speaker) -> None:
    """Ask by voice: what is being heard, then the sentence that is being spoken."""
    await stage.until(lambda: not stage.voice.preparing, "the voice is ready")
    stage.window.toggle_voice()
    await stage.until(lambda: stage.voice.open, "the microphone is open")
    said = asyncio.gather(asyncio.to_thread(speaker.say, SPOKEN))
    await stage.until(
        lambda: stage.voice.interim is not None or stage.voice.spoken is not None, "an interim transcript"
    )
    stage.snap("hearing")
    await said
    await stage.until(lambda: _sounds(stage), "her voice")
    stage.snap("speaking")
    await stage.answered(SPOKEN)
    await stage.until(lambda: stage.voice.spoken is None, "the end of her voice")
    stage.window.toggle_voice()
    await stage.until(lambda: not stage.voice.open, "the microphone is closed")


async def inspected(stage: Stage) -> None:
    """Why she answered so: the four tabs."""
    question = next(row for row in stage.messages if row.role == "user")
    answer = next(row for row in stage.messages if row.role == "assistant")
    await stage.open_inspector()
    stage.window.turn_requested.emit(stage.messages[-2].id)
    await stage.picture("inspector-turn")
    await timed(stage)
    await replayed(stage)
    await compared(stage)
    await read(stage)
    stage.window.scroll_to_message(question.id)
    stage.window.chip_requested.emit(answer.chips[0].id)
    await stage.until(lambda: stage.inspector.tab == "memory", "the tab Memory")
    stage.colours("dark")
    await stage.picture("inspector-memory")
    stage.colours("light")
    tool = next(row for row in stage.messages if row.tools).tools[0]
    stage.window.tool_requested.emit(tool.id)
    await stage.until(lambda: stage.inspector.tab == "tools", "the tab Tools")
    await stage.picture("inspector-tools")
    await stanzas(stage)


async def read(stage: Stage) -> None:
    """What the model read of an answer that quotes a memory, word for word."""
    answer = next(row for row in stage.messages if row.role == "assistant" and row.chips)
    page = stage.inspector.turn_tab.prompt
    stage.window.prompt_requested.emit(answer.id)
    await stage.until(lambda: page.isVisible() and page.shows_texts, "what the model read")
    await stage.picture("inspector-prompt")
    page.back_requested.emit()


async def timed(stage: Stage) -> None:
    """Where the time of the turn went: a wide inspector with the longest wait chosen."""
    before = stage.inspector.width()
    stage.widen_inspector(WIDE_INSPECTOR)
    waterfall = next(iter(stage.inspector.findChildren(Waterfall)))
    longest = max(waterfall.rows, key=lambda row: row.path_ms if row.kind == "prompt" else 0.0)
    waterfall.choose(longest.id)
    await stage.picture("inspector-time")
    waterfall.choose("")
    stage.widen_inspector(before)


async def replayed(stage: Stage) -> None:
    """The turn once more, paused in the middle of what she says."""
    bar = stage.inspector.replay
    stage.inspector.replay_requested.emit()
    await stage.until(bar.isVisible, "the replay")
    bar.play_toggled.emit()
    track = bar.scrubber.track
    assert track is not None
    said = [line for line in track.lines if line.sequence]
    bar.seek_requested.emit((said[0].start + said[0].end) / 2)
    await stage.picture("inspector-replay")
    bar.close_requested.emit()


async def compared(stage: Stage) -> None:
    """Phases over all turns, by what answered them."""
    stage.press("Over turns", stage.inspector)
    page = stage.inspector.over_turns
    await stage.until(page.isVisible, "the page")
    stage.press("All", stage.inspector)
    phases = next(one for one in page.findChildren(Table) if one.accessibleName() == "Phases")
    await stage.until(lambda: phases.model().rowCount() > 8, "the phases")
    plot = next(iter(page.findChildren(PhasePlot)))
    await stage.until(lambda: plot.plot is not None, "the plot, whose library comes late")
    await stage.picture("inspector-over-turns")
    stage.press("Back to the turn", stage.inspector)


async def stanzas(stage: Stage) -> None:
    """The journal in a wide inspector, on the trace of a memory."""
    stage.inspector.show_tab("stanzas")
    stage.window.toggle_sidebar()
    stage.widen_inspector(WIDE_INSPECTOR)
    inspecting = stage.presenter.launcher.inspector
    assert inspecting is not None
    rows = inspecting.journal.rows
    await stage.until(lambda: any(row.type == "MemoryTrace" for row in rows), "the stanzas")
    stage.inspector.select_stanza(next(row for row in rows if row.type == "MemoryTrace").id)
    await stage.until(lambda: stage.inspector.stanzas._details._details is not None, "the stanza's details")
    await stage.picture("inspector-stanzas")
    line = stage.inspector.filter_lines["stanzas"]
    line.set_text("dir:in type:MemoryTrace recital")
    await stage.until(lambda: len(rows) > 0 and all(row.type == "MemoryTrace" for row in rows), "what was found")
    await stage.picture("inspector-filter")
    line.clear()


async def small(stage: Stage) -> None:
    """The smallest window."""
    stage.window.toggle_sidebar()
    stage.window.show_inspector(shown=False)
    stage.window.conversation.messages.scroll_to_end()
    stage.resize(SMALL)
    await stage.picture("small")
    stage.resize(SIZE)


async def settings(stage: Stage) -> None:
    """The settings, and the list of keys."""
    stage.window.settings_requested.emit()
    dialog = await stage.dialog()
    next(iter(dialog.findChildren(QListWidget))).setCurrentRow(LOCAL_SERVER)
    await stage.picture("settings", dialog)
    dialog.reject()
    await stage.until(lambda: stage._dialog() is None, "the settings are closed")
    stage.window.open_shortcuts()
    keys = await stage.dialog()
    await stage.picture("keys", keys)
    keys.reject()


async def permitted(stage: Stage, folder: Path) -> None:
    """The question before a tool looks through the files of an allowed folder."""
    notes = folder / "Notes"
    notes.mkdir()
    (notes / "plan.txt").write_text("Buy bread.\nWater the roses.\n", encoding="utf-8")
    client = stage.presenter.client
    client.settings = msgspec.structs.replace(client.settings, tools=ToolSettings(folders=[str(notes)]))
    await stage.new_conversation("what she may do")
    await stage.write("Search my files for roses")
    dialog = await stage.dialog()
    assert isinstance(dialog, PermissionDialog)
    dialog.activateWindow()  # no window manager does it here
    await stage.until(dialog.allow_button.isEnabled, "it has had the focus")
    await stage.picture("permission", dialog)
    stage.press("Allow", dialog)
    await stage.answered("what she may do")


async def before_it_left(stage: Stage) -> None:
    """A turn while the other server is there."""
    await stage.ask("Emma's recital is on Friday.")


async def offline(stage: Stage) -> None:
    """Another server goes away while one writes on."""
    active = stage.active_session
    assert active is not None
    await stage.until(lambda: active.session.state.phase is Phase.WAITING, "the other server is missed")
    await stage.write("Remind me to pack the sheet music on Friday.")
    await stage.write("And the dark blue shoes for Emma.")
    await stage.until(lambda: [row.state for row in stage.messages[-2:]] == ["queued"] * 2, "two queued rows")
    await stage.until(lambda: "2 messages" in stage.window.conversation.banner.text, "the banner")
    await stage.until(lambda: (active.session.next_try or 0) > 1, "a longer pause between two tries")
    await stage.until(lambda: all("next try" in row.state_text for row in stage.messages[-2:]), "the time of the next")
    stage.snap("offline")


def _sounds(stage: Stage) -> bool:
    """Whether she has spoken for half a second, so that the level of the loudspeaker is seen."""
    spoken = stage.voice.spoken
    return spoken is not None and spoken.spoken_ms >= SPOKEN_MS
