"""What a person sees and does in the Memory tab, over the real local server: only the models are scripts."""

from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QDoubleSpinBox

from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.memory.what_if_page import TriedList
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.comparisons import Comparison
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.trace_details import TraceDetails
from tests.app.stage import Stage, on_stage
from tests.ui.reach import part

CTRL = Qt.KeyboardModifier.ControlModifier
TOLD = ("My daughter Emma is allergic to walnuts.", "My dog is called Biscuit.")
QUESTION = "What is my daughter Emma allergic to?"


@dataclass(frozen=True)
class Memory:
    """The Memory tab in the hands of a test."""

    stage: Stage
    tab: MemoryTab

    @property
    def details(self) -> TraceDetails:
        """What is shown of the chosen trace."""
        shown = self.tab.details.shown
        assert isinstance(shown, TraceDetails)
        return shown

    @property
    def page(self) -> MemoryPageView:
        """The memory's page that is seen."""
        page = self.tab.details.memory_page
        assert page is not None
        return page

    @property
    def compared(self) -> Comparison:
        """The two answers that are shown."""
        shown = self.tab.details.shown
        assert isinstance(shown, Comparison)
        return shown

    async def shows(self, kind: type[object]) -> None:
        """Wait for a page of a kind."""
        await self.stage.until(lambda: isinstance(self.tab.details.shown, kind))

    async def ask_without(self) -> None:
        """Ask again without the memory, and wait for the whole answer beside the first one."""
        await self.press("ask")
        await self.shows(Comparison)
        await self.stage.until(lambda: self.compared.second.text and not self.compared.second.note)

    def _buttons(self, name: str) -> list[QAbstractButton]:
        found = self.tab.details.findChildren(QAbstractButton, name)
        return [button for button in found if button.isVisible()]

    async def press(self, name: str) -> None:
        """Press a button of the page once it is there."""
        await self.stage.until(lambda: self._buttons(name))
        self._buttons(name)[0].click()


async def asked(stage: Stage) -> Memory:
    """Tell two things, ask for one of them elsewhere, and open the inspector on its trace."""
    await stage.online()
    for said in TOLD:
        await stage.ask(said)
    stage.window.new_conversation()
    await stage.until(lambda: not stage.rows)
    await stage.online()
    stage.model.say("She is allergic to walnuts.")
    await stage.ask(QUESTION)
    (await stage.chip("retrieved")).click()
    panel = await stage.inspector()
    made = Memory(stage=stage, tab=panel.memory)
    await made.shows(TraceDetails)
    return made


@on_stage
async def test_a_trace_says_why_it_was_chosen_and_what_just_missed(stage) -> None:
    memory = await asked(stage)
    await stage.until(lambda: "walnuts" in memory.details.page.content and memory.details.retrieval is not None)
    details = memory.details
    assert any(part.share > 0 for part in details.parts)
    assert "is above the threshold of" in details.reasons[0]
    retrieval = details.retrieval
    assert retrieval is not None
    assert len(retrieval.categories) == 11
    (missed,) = [row for row in retrieval.missed if "Biscuit" in row.content]
    assert missed.reason.startswith("below the threshold: ")


@on_stage
async def test_an_answer_without_a_memory_stands_beside_the_first_one(stage) -> None:
    memory = await asked(stage)
    walnuts = memory.details.memory_id
    stage.model.say("I do not know what she is allergic to.")
    await memory.ask_without()
    compared = memory.compared
    assert compared.mode == "without"
    assert walnuts in {row.memory_id for row in compared.first.traces}
    assert walnuts not in {row.memory_id for row in compared.second.traces}
    assert compared.first.only_here == {walnuts}
    assert (compared.first.text, compared.second.text) == (
        "She is allergic to walnuts.",
        "I do not know what she is allergic to.",
    )
    assert compared.second.times
    await stage.until(lambda: stage.rows[-1].branch is not None)
    stage.window.branch_requested.emit(stage.rows[-1].branch.before)
    await stage.until(lambda: [row.superseded for row in stage.rows] == [False, True])
    retrieved = {chip.memory_id for chip in stage.rows[1].chips if chip.action == "retrieved"}
    assert retrieved == {row.memory_id for row in compared.first.traces}


@on_stage
async def test_what_was_left_out_is_among_what_missed_and_can_be_brought_back(stage) -> None:
    memory = await asked(stage)
    walnuts = memory.details.memory_id
    stage.model.say("I do not know.")
    await memory.ask_without()
    second = memory.compared.second.id
    panel = await stage.inspector()
    memory.tab.details.back.click()
    await memory.shows(TraceDetails)
    stage.window.turn_requested.emit(second)
    await stage.until(lambda: panel.tab == "turn" and not memory.tab.rows)
    panel.show_tab("memory")
    await stage.until(lambda: memory.tab.details.key == "retrieval")
    retrieval = memory.tab.retrieval
    assert retrieval is not None
    assert [row.reason for row in retrieval.missed if row.id == walnuts] == ["excluded at your request"]
    stage.model.say("Walnuts.")
    await memory.press(f"with {walnuts}")
    await stage.until(lambda: isinstance(memory.tab.details.shown, Comparison) and memory.compared.mode == "with")
    await stage.until(lambda: memory.compared.second.text == "Walnuts.")
    assert walnuts in {row.memory_id for row in memory.compared.second.traces}
    await memory.press("earlier")
    await stage.until(lambda: memory.compared.mode == "without")


@on_stage
async def test_two_answers_can_be_compared_later_and_there_is_a_way_back(stage) -> None:
    memory = await asked(stage)
    await memory.ask_without()
    memory.tab.details.back.click()
    await memory.shows(TraceDetails)
    first = stage.window.sidebar.current
    stage.window.new_conversation()
    await stage.until(lambda: stage.window.sidebar.current != first)
    await stage.until(lambda: not memory.tab.compare.isVisible())
    stage.window.conversation_requested.emit(first)
    await stage.until(memory.tab.compare.isVisible)
    memory.tab.compare.click()
    await memory.shows(Comparison)
    assert memory.compared.mode == "without"


@on_stage
async def test_forgetting_asks_first(stage) -> None:
    memory = await asked(stage)
    memory.tab.details.forget_requested.emit(memory.details.memory_id)
    await stage.until(lambda: stage.visible(QDialog))
    (dialog,) = stage.visible(QDialog)
    dialog.reject()
    await stage.until(lambda: not stage.visible(QDialog))
    await stage.until(lambda: "walnuts" in memory.page.content)


@on_stage
async def test_what_is_done_shows_at_once_reaches_the_server_and_can_be_undone(stage) -> None:
    memory = await asked(stage)
    await stage.until(lambda: memory.page.state == "here")
    await memory.press("pin")
    await stage.until(lambda: memory.page.pinned)
    await stage.until(lambda: [act.state for act in memory.page.actions] == ["done"])
    await memory.press(f"undo {memory.page.actions[0].id}")
    await stage.until(lambda: not memory.page.pinned)
    await memory.press("delete")
    await stage.until(lambda: memory.page.state == "deleted")
    toast = stage.toast
    await stage.until(lambda: (toast.isVisible(), toast.text) == (True, "Memory deleted"))
    toast.action_requested.emit()
    await stage.until(lambda: memory.page.state == "here")


@on_stage
async def test_an_edit_keeps_what_was_said_before(stage) -> None:
    memory = await asked(stage)
    await stage.until(lambda: memory.page.state == "here")
    await memory.press("edit")
    (page,) = memory.tab.details.memory_pages()
    assert page.form is not None
    page.form.content.setPlainText("Emma is allergic to walnuts and hazelnuts")
    page.form.importance.setValue(100)
    page.form.save.click()
    await stage.until(lambda: "hazelnuts" in memory.page.content and memory.page.importance == 1)
    await stage.until(lambda: [act.state for act in memory.page.actions] == ["done"])
    newest = memory.page.history[0]
    assert newest.words == "Edited by you"
    assert {piece.kind for piece in newest.pieces} == {"same", "removed", "added"}


@on_stage
async def test_a_vote_on_the_page_is_that_of_the_chip_and_is_confirmed(stage) -> None:
    memory = await asked(stage)
    await stage.until(lambda: memory.page.voted_under and memory.tab.findChildren(VotePair))
    memory.tab.findChildren(VotePair)[0].up.click()
    await stage.until(lambda: memory.page.vote.state == "confirmed")
    told = ("Your vote", "Helpful · saved on server")
    await stage.until(lambda: told in memory.page.facts)  # they come with the copy of the server's memory
    await stage.until(
        lambda: {chip.memory_id: chip.vote.value for chip in stage.rows[-1].chips}[memory.page.id] == "up"
    )


@on_stage
async def test_forgetting_takes_the_words_away_everywhere(stage) -> None:
    memory = await asked(stage)
    await stage.until(lambda: memory.page.state == "here")
    await memory.press("forget")
    await stage.until(lambda: stage.visible(QDialog))
    stage.visible(QDialog)[0].accept()
    await stage.until(lambda: memory.page.state == "forgotten")
    assert memory.page.content == ""
    assert not any(act.can_undo for act in memory.page.actions)


@on_stage
async def test_what_the_server_refuses_is_told_and_shown_with_both_texts(stage) -> None:
    memory = await asked(stage)
    await stage.client.database.write(_only_here)
    await stage.presenter.launcher.inspector.show_memory("amem_here")
    await stage.until(lambda: memory.tab.details.memory_page is not None and memory.page.id == "amem_here")
    memory.tab.details.action_requested.emit("amem_here", "update", {"content": "My own words"})
    await stage.until(lambda: [act.state for act in memory.page.actions] == ["refused"])
    (act,) = memory.page.actions
    assert (act.mine, act.theirs, act.can_undo) == ("My own words", "", False)
    assert "no such memory" in act.reason
    toast = stage.toast
    await stage.until(lambda: "no such memory" in toast.text)
    memory.tab.details.back_requested.emit()
    await memory.shows(TraceDetails)
    toast.action_requested.emit()
    await stage.until(lambda: memory.page.id == "amem_here")


def _only_here(conn: Connection) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    trace = "trace"  # what came with a trace is not taken for gone because the server's list does not name it
    kept = memories.new_memory(memory_id="amem_here", content="Words", at=at, user_id="user", source_type=trace)
    memories.insert_memories(conn, [kept])


@on_stage
async def test_what_just_missed_is_let_in_by_a_lower_threshold(stage) -> None:
    memory = await asked(stage)
    await memory.press("what if")
    await stage.until(
        lambda: memory.tab.details.what_if is not None and part(memory.tab.details.what_if, TriedList).isVisible()
    )

    def changes() -> dict[str, str]:
        assert memory.tab.details.what_if is not None
        model = part(memory.tab.details.what_if, TriedList).model()
        rows = [model.index(at, 0).data(ROW_ROLE) for at in range(model.rowCount())]
        return {row.content: row.change for row in rows}

    before = changes()
    assert not {"in", "out"} & set(before.values()), "nothing is tried yet"
    (biscuit,) = [content for content in before if "Biscuit" in content]
    assert before[biscuit] == "missed"
    part(memory.tab, QDoubleSpinBox, "Threshold").setValue(0.0)
    await stage.until(lambda: changes().get(biscuit) == "in")
    memory.tab.details.back_requested.emit()
    await memory.shows(TraceDetails)


@on_stage
async def test_what_is_asked_on_the_page_of_a_trace_is_about_its_answer(stage) -> None:
    memory = await asked(stage)
    trace = memory.details.id
    stage.model.say("You are welcome.")
    await stage.ask("Thanks!")
    panel = await stage.inspector()
    panel.turn_requested.emit(stage.rows[-1].id)
    await stage.until(lambda: panel.tab == "turn")
    panel.show_tab("memory")
    memory.tab.memory_scope_requested.emit("conversation")
    await stage.until(lambda: memory.tab.rows.get(trace) is not None)
    panel.select_trace(trace)
    await memory.shows(TraceDetails)
    await memory.press("what if")
    await stage.until(lambda: memory.tab.details.what_if is not None)
    assert memory.tab.details.what_if is not None
    assert memory.tab.details.what_if.start.question == QUESTION
