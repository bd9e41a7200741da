"""Save the active conversation as a capture, open captures in windows of their own, and compare two of them.

Files are written and read in threads, over connections of their own, so that neither the window nor the journal
waits; *Stop* ends that between two rows, and leaves no file.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

from alicia_desktop.app.conversation_actions import file_name
from alicia_desktop.app.inspector.capture_windows import CaptureInspector, CaptureWindows, StoppableReport
from alicia_desktop.app.signal_connections import RunAction
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.captures.comparison import ComparisonRow, comparison_rows, pair_turns
from alicia_desktop.captures.container import SUFFIX
from alicia_desktop.captures.formats import SUFFIXES, CaptureFormat, save_as
from alicia_desktop.captures.opened import capture_connection, conversation_id_of
from alicia_desktop.captures.redaction import MAX_EXAMPLES, Redaction, parse_rules
from alicia_desktop.captures.turn_summary import TurnSummary, read_turns
from alicia_desktop.captures.writer import CaptureContents, CaptureStoppedError, Report, preview_redaction
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.store import journal, stanza_marks
from alicia_desktop.store.conversations.captured_rows import sounds_size
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.captures.save_dialog import FILTERED, MARKED, SavableStanzas, SaveCaptureDialog
from alicia_desktop.ui.captures.windows import CaptureWindow, ComparisonWindow
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text

R = TypeVar("R")
StanzaFilter = tuple[str, Expression]


class CapturesController:
    """What *Save capture…*, *Open capture…* and *Compare two captures…* do."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        scope: Scope,
        window: MainWindow,
        theme: Theme,
        run_action: RunAction,
        current: Callable[[], str],
        stanza_filter: Callable[[], StanzaFilter | None],
        time_references: Callable[[], tuple[int, ...]],
        create_player: Callable[[], SoundPlayer],
    ) -> None:
        """`current` returns the id of the active conversation.

        `stanza_filter` returns the filter of its Stanzas tab, and `time_references` the stanzas that times are counted
        from there.
        """
        self._database, self._clock, self._scope = database, clock, scope
        self._window, self._theme, self._run_action = window, theme, run_action
        self._current, self._stanza_filter = current, stanza_filter
        self._time_references = time_references
        self._windows = CaptureWindows(theme=theme, clock=clock, scope=scope, create_player=create_player)
        self.comparisons: list[ComparisonWindow] = []

    async def run(self, wish: str) -> None:
        """Do what was asked for: `save`, `open` or `compare`."""
        asked: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
            "save": self.ask_save,
            "open": self.ask_open,
            "compare": self.ask_compare,
        }
        await asked[wish]()

    @property
    def inspectors(self) -> Mapping[CaptureWindow, CaptureInspector | None]:
        """Of the captures that are open; None while one is being opened."""
        return self._windows.inspectors

    async def close(self) -> None:
        """Close all windows of captures."""
        for comparison in [*self.comparisons]:
            comparison.close()
        await self._windows.close()

    async def ask_save(self) -> None:
        """Ask what is to be saved, and save it."""
        conversation_id, title = self._current(), self._window.conversation.header.title
        which = journal.JournalFilter(conversation_id=conversation_id)
        marks = await self._database.read(stanza_marks.marks_of, conversation_id)
        stanza_filter = self._stanza_filter() or ("", EVERYTHING)
        stanzas = SavableStanzas(
            total=await self._database.read(journal.count, which),
            filter_text=stanza_filter[0],
            marked=len(marks),
            sound_bytes=await self._database.read(sounds_size, conversation_id),
        )
        dialog = SaveCaptureDialog(stanzas, theme=self._theme, parent=self._window)
        saving = _Saving(
            dialog=dialog,
            database=self._database,
            clock=self._clock,
            conversation_id=conversation_id,
            title=title,
            stanza_filter=stanza_filter,
            marked=tuple(marks),
            time_references=self._time_references(),
        )
        dialog.preview_requested.connect(lambda: self._run_action("preview", saving.preview()))
        dialog.save_requested.connect(lambda: self._run_action("save capture", saving.ask_save()))
        dialog.stop_requested.connect(saving.stop)
        try:
            if await dialogs.answer(dialog):
                saved = translate_count("{count} stanza", "{count} stanzas", saving.saved)
                self._window.show_toast(self._window.tr("Saved {count}").format(count=saved))
        finally:
            saving.stop()
            dialog.deleteLater()

    async def ask_open(self) -> None:
        """Ask for a file and open it."""
        path = await self._choose(self._window.tr("Open capture"))
        if path is not None:
            await self.open(path)

    async def open(self, path: Path) -> None:
        """Open a capture in a window of its own.

        Raises:
            WorldError: it is none, damaged, too large, or of a newer version.
        """
        await self._windows.open(path)

    async def ask_compare(self) -> None:
        """Ask for two files and compare them."""
        before = await self._choose(self._window.tr("Compare: the earlier capture"))
        if before is None:
            return
        after = await self._choose(self._window.tr("Compare: the later capture"), beside=before)
        if after is not None:
            await self.compare(before, after)

    async def compare(self, before: Path, after: Path) -> None:
        """Show two captures turn by turn.

        Raises:
            WorldError: as `open`.
        """
        rows = await asyncio.to_thread(_compare, before, after, self._clock)
        shown = ComparisonWindow(before.name, after.name, rows, theme=self._theme)
        self.comparisons.append(shown)
        shown.closed.connect(lambda: self._on_comparison_closed(shown))
        shown.show()

    async def _choose(self, title: str, *, beside: Path | None = None) -> Path | None:
        """Ask for a file; one `beside` another begins in its folder."""
        dialog = dialogs.create_open_dialog(SUFFIX, parent=self._window, title=title)
        if beside is not None:
            dialog.setDirectory(str(beside.parent))
        return await dialogs.choose_file(dialog)

    def _on_comparison_closed(self, shown: ComparisonWindow) -> None:
        if shown in self.comparisons:
            self.comparisons.remove(shown)
            shown.deleteLater()


class _Saving:
    """One dialog of saving: previews, and the file that is written."""

    def __init__(
        self,
        *,
        dialog: SaveCaptureDialog,
        database: Database,
        clock: Clock,
        conversation_id: str,
        title: str,
        stanza_filter: StanzaFilter,
        marked: tuple[int, ...],
        time_references: tuple[int, ...],
    ) -> None:
        self._dialog, self._database, self._clock = dialog, database, clock
        self._conversation_id, self._title = conversation_id, title
        self._stanza_filter, self._marked, self._time_references = stanza_filter, marked, time_references
        self._stopping: StoppableReport | None = None
        self.saved = 0
        """Stanzas in the file that was written."""

    async def preview(self) -> None:
        """Show what the rules would replace."""
        redaction = self._redaction()
        if redaction is None:
            return
        found = await self._work(
            lambda conn, report: preview_redaction(conn, self._contents(), redaction, report=report)
        )
        if found is not None:
            summary = _summary(redaction, found)
            lines = [
                line
                for one in redaction.examples
                for line in (
                    f"{one.number} {one.field}",
                    f"  - {text.one_line(one.before)}",
                    f"  + {text.one_line(one.after)}",
                )
            ]
            self._dialog.show_preview(summary, lines)

    async def ask_save(self) -> None:
        """Ask for a file name, and write the file."""
        redaction = self._redaction()
        if redaction is None:
            return
        form = next(one for one in get_args(CaptureFormat) if one == self._dialog.form)
        name = file_name("capture" if redaction.rules else self._title, SUFFIXES[form])
        chosen = dialogs.create_save_dialog(
            name, SUFFIXES[form], parent=self._dialog, title=self._dialog.tr("Save capture")
        )
        path = await dialogs.choose_file(chosen)
        if path is not None:
            await self.save(path, form, redaction)

    async def save(self, path: Path, form: CaptureFormat, redaction: Redaction) -> None:
        """Write the file, and close the dialog once it is whole."""
        contents, now, used = self._contents(), self._clock.now(), redaction if redaction.rules else None
        saved = await self._work(
            lambda conn, report: save_as(form, conn, contents, path, now=now, redaction=used, report=report)
        )
        if saved is not None:
            self.saved = saved
            self._dialog.accept()

    def stop(self) -> None:
        """Stop what runs."""
        if self._stopping is not None:
            self._stopping.stop()

    def _redaction(self) -> Redaction | None:
        """Return what the rules in the dialog make; None, and the dialog says why, where one of them is none."""
        self._dialog.show_problem("")
        try:
            return Redaction(parse_rules(self._dialog.rules))
        except WorldError as error:
            self._dialog.show_problem(error.sentence)
            return None

    def _contents(self) -> CaptureContents:
        said, expression = self._stanza_filter
        filtered = self._dialog.selection == FILTERED
        return CaptureContents(
            conversation_id=self._conversation_id,
            expression=expression if filtered else EVERYTHING,
            filter_text=said if filtered else "",
            seqs=self._marked if self._dialog.selection == MARKED else None,
            with_sound=self._dialog.with_sound,
            time_references=self._time_references,
        )

    async def _work(self, function: Callable[[Connection, Report], int]) -> int | None:
        """Run a function in a thread, with progress and *Stop*; None where it was stopped or failed."""
        self._stopping = StoppableReport(self._dialog.show_progress)
        self._dialog.set_running(running=True)
        try:
            return await asyncio.to_thread(_with_connection, self._database.path, function, self._stopping.report)
        except CaptureStoppedError:
            return None
        except WorldError as error:
            self._dialog.show_problem(error.sentence)
            return None
        finally:
            self._stopping = None
            self._dialog.set_running(running=False)


def _with_connection(path: Path, function: Callable[[Connection, Report], R], report: Report) -> R:
    with reading(path) as conn:
        return function(conn, report)


def _compare(before: Path, after: Path, clock: Clock) -> tuple[ComparisonRow, ...]:
    return tuple(comparison_rows(pair_turns(_turns_of(before, clock), _turns_of(after, clock))))


def _turns_of(path: Path, clock: Clock) -> list[TurnSummary]:
    with capture_connection(path, now=clock.now()) as (conn, manifest):
        return list(read_turns(conn, conversation_id_of(manifest)))


def _summary(redaction: Redaction, stanzas: int) -> str:
    """Return what a redaction changes of so many stanzas."""
    said = translate_count(
        "{changed} of {count} stanza redacted, {left_out} left out",
        "{changed} of {count} stanzas redacted, {left_out} left out",
        stanzas,
        changed=format_number(redaction.changed),
        left_out=format_number(redaction.left_out),
    )
    if len(redaction.examples) >= MAX_EXAMPLES:
        said += f"; {translate('the first {most} finds').format(most=format_number(MAX_EXAMPLES))}"
    if redaction.missing:
        said += "\n" + translate("Nothing stands in {texts}").format(texts=", ".join(redaction.missing))
    return said
