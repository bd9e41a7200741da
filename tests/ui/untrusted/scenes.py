"""Everything that shows text, each widget with a text of others in every place that takes one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Literal

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from alicia_desktop.app.settings.model_controller import MODEL_PLACES
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.observable import Rows
from alicia_desktop.captures.comparison import ComparisonRow
from alicia_desktop.filtering.columns import StanzaSums
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.protocol.conversation_settings import FEATURE, ChosenModel, ConversationSettings
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.captures.save_dialog import SavableStanzas, SaveCaptureDialog
from alicia_desktop.ui.captures.windows import CaptureWindow, ComparisonWindow
from alicia_desktop.ui.conversation.composer import Composer
from alicia_desktop.ui.conversation.header import Header
from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog
from alicia_desktop.ui.conversation.unsent_draft import PendingFile
from alicia_desktop.ui.dialogs import EraseDialog
from alicia_desktop.ui.folded_text import FoldedText, TextWindow
from alicia_desktop.ui.gallery import Gallery
from alicia_desktop.ui.image_viewer import ImageViewer
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.stanzas.compose_dialog import ComposeDialog
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StanzaComparisonDialog, StatisticsDialog
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.memories.dialogs import CategoryDialog, MergeDialog, TagDialog
from alicia_desktop.ui.memories.transfer_bar import ProblemsDialog
from alicia_desktop.ui.memories.window import MemoriesWindow
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.profiles_dialog import ProfilesDialog
from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.download_panel import DownloadPanel
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.mcp_page import McpPage
from alicia_desktop.ui.settings.model_page import ModelPage
from alicia_desktop.ui.settings.pages import Licence
from alicia_desktop.ui.settings.voice_page import VoiceOption
from alicia_desktop.ui.shortcuts import Key
from alicia_desktop.ui.shortcuts_dialog import shortcut_list
from alicia_desktop.ui.sync_window import SyncWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, FoldButton
from alicia_desktop.ui.widgets.voting import vote_menu
from alicia_desktop.view.answer_prompt import prompt_view
from alicia_desktop.view.composed_stanzas import SENDABLE, ComposedStanza
from alicia_desktop.view.context_window import context_view
from alicia_desktop.view.conversation_settings import ModelOption, own_settings_row
from alicia_desktop.view.memories_rows import Choices, FilterChoice, statistics_view
from alicia_desktop.view.models import ModelFileRow
from alicia_desktop.view.replay_track import ReplayLine, ReplayTrack
from alicia_desktop.view.rows import BannerRow, BranchRow, FileRow, MessageRow, NoteRow, VoteRow
from alicia_desktop.view.stanza_comparison import compare_stanzas
from alicia_desktop.view.stanza_statistics import statistics_of
from alicia_desktop.view.status import FactRow
from alicia_desktop.view.sync import SyncRow
from alicia_desktop.view.tools import GrantRow
from alicia_desktop.view.what_if import what_if_view
from tests.ui import samples
from tests.ui.inspector import memory_samples
from tests.ui.inspector import samples as inspected
from tests.ui.memories.conftest import Listing, state
from tests.ui.memories.conftest import row as listed
from tests.ui.memories.test_dialogs import remembered
from tests.ui.memories.test_pages import kept
from tests.ui.settings.test_dialog import FILLED
from tests.ui.settings.test_download_panel import FOUND as REPOSITORY_ROW
from tests.ui.settings.test_download_panel import PAUSED as DOWNLOAD_ROW
from tests.ui.settings.test_download_panel import SUGGESTIONS
from tests.ui.settings.test_mcp_page import FILES, WEB
from tests.ui.settings.test_model_page import FIGURES as MODEL_FIGURES
from tests.ui.settings.test_model_page import found
from tests.ui.test_sync_window import CONFLICT
from tests.ui.untrusted.poisoned import poisoned, poisoned_rows
from tests.view.test_answer_prompt import KNOWN as KNOWN_PROMPT
from tests.view.test_answer_prompt import SENT as SENT_PROMPT
from tests.view.test_context_window import CONTEXT
from tests.view.test_memories_rows_statistics import FIGURES, NOW
from tests.view.test_stanza_comparison import OTHER, TRACE, record_of
from tests.view.test_what_if import START as TRIED
from tests.view.test_what_if import one as tried
from tests.view.test_what_if import told as tried_ranking

PIXELS: Final = QImage(4, 4, QImage.Format.Format_RGB32)
Scene = Callable[[Theme, str], Iterator[QWidget]]
"""Makes windows and parts of them of a theme and a text; each is looked at before the next is made."""


def main_window(theme: Theme, text: str) -> Iterator[QWidget]:
    window = MainWindow(theme=theme, clock=JumpingClock())
    window.resize(1440, 900)
    window.set_conversations(poisoned_rows(samples.conversations(), text))
    window.set_current("ac_0")
    window.set_header(text)
    window.set_status(poisoned(samples.STATUS, text))
    window.set_voice(poisoned(samples.SPEAKING, text))
    window.set_devices([text, f"{text} (hw:0,0)"], [text])
    window.set_banner(BannerRow(kind="warn", text=text, action=text, second=text))
    window.set_messages(messages(text))
    window.sidebar.set_search_note(text)
    window.show_toast(text, text)
    window.conversation.find_bar.open()
    window.conversation.find_bar.field.setText(text)
    window.conversation.dock.composer.set_text(text)
    attachment = Attachment(name=text, media_type=text, size=1)
    window.conversation.dock.composer.attachments.add(
        [PendingFile(attachment=attachment, note=text, thumbnail=PIXELS), PendingFile(attachment=attachment, note=text)]
    )
    window.conversation.dock.composer.attachments.set_notice(text, "error")
    yield window
    yield ImageViewer(text, PIXELS, theme=theme, window=window)
    listed = window.conversation.messages
    for row in listed.rows:
        assert listed.scroll_to_message(row.id)
        shown = listed.widget_of(row.id)
        assert shown is not None
        for fold in shown.findChildren(FoldButton):
            fold.setChecked(True)
        yield shown
    window.open_switcher()
    yield window.switcher
    window.set_messages(Rows(lambda row: row.id))
    window.show_first_run(shown=True)
    yield window.conversation
    yield window.conversation.header.menu()
    yield window.conversation.dock.voice.microphone.menu()
    yield window.sidebar.context_menu(window.sidebar.list.model().index(0, 0))
    yield vote_menu(VoteRow(value="up", text=text), lambda _: None, theme=theme, parent=window)


def messages(text: str) -> Rows[MessageRow]:
    """Return every kind of message, with all that hangs below one."""
    rows = poisoned_rows(samples.messages(), text)
    note = NoteRow(id="n", message_id="m", text=text, who=text, state="pending", state_text=text, mine=True)
    branch = BranchRow(number=1, count=2, before="", after="am_9")
    failed = replace(samples.question(5, text), state="failed", state_text=text, state_reason=text, errors=(text,))
    kinds: tuple[Literal["image", "text", "other"], ...] = ("image", "text", "other")
    files = tuple(FileRow(position=n, name=text, kind=kind, size=text) for n, kind in enumerate(kinds))
    rows.put(replace(samples.question(9, text), files=files))
    rows.put(replace(failed, notes=(note,), branch=branch, tools=(poisoned(samples.tool(), text),)))
    answer = replace(samples.first_answer(), id="am_6", text=f"```{text}\n{text}\n```\n{text}", errors=(text,))
    votes = VoteRow(value="down", state="kept", text=text)
    rows.put(replace(answer, notes=(note,), vote=votes, incomplete=True, stopped_after=9))
    rows.put(replace(answer, id="am_7", role="system", name=text))
    return rows


def inspector(theme: Theme, text: str) -> Iterator[QWidget]:
    panel = InspectorPanel(theme=theme)
    panel.resize(700, 1200)
    panel.set_turn(poisoned(inspected.turn(), text))
    panel.over_turns.set_comparison(poisoned(inspected.comparison(), text))
    panel.over_turns.show_plot()
    panel.set_tools(poisoned_rows(inspected.tools(), text))
    panel.set_stanzas(poisoned_rows(inspected.stanzas(), text))
    panel.memory.set_traces(poisoned_rows(inspected.traces(), text))
    panel.memory.set_retrieval(poisoned(memory_samples.retrieval(), text))
    panel.memory.set_comparisons((memory_samples.comparison(),))
    panel.memory.set_timeline(poisoned_rows(memory_samples.timeline(), text))
    for tab in ("turn", "tools"):
        panel.show_tab(tab)
        panel.select_tool("atu_1")
        yield panel
    panel.show_tab("turn")
    bars = poisoned(inspected.turn(), text).waterfall
    said = ReplayLine(start=0.0, end=900.0, speaker="alicia", text=text, message_id="am_2", sequence=1)
    panel.replay.set_track(
        ReplayTrack.of(first=0.0, last=900.0, stanzas=(), lines=[said], clips=(), bars=bars, notes=[text])
    )
    panel.replay.set_position(100.0, text, [text])
    yield panel
    panel.turn_tab.show_prompt()
    panel.turn_tab.prompt.set_prompt(poisoned(prompt_view(KNOWN_PROMPT, SENT_PROMPT, today=SENT_PROMPT), text))
    yield panel
    panel.turn_tab.prompt.show_error(text, text)
    yield panel
    panel.turn_tab.close_prompt()
    panel.show_tab("memory")
    panel.memory.details.show_what_if(poisoned(TRIED, text))
    what_if = panel.memory.details.what_if
    assert what_if is not None
    what_if.set_view(poisoned(what_if_view(TRIED, tried_ranking([tried("c", 0.9)])), text))
    yield panel
    what_if.show_problem(text)
    yield panel
    panel.show_tab("stanzas")
    details = poisoned(inspected.details(), text)
    panel.set_stanza_details(details)
    panel.select_stanza(details.id)
    yield panel
    panel.stanzas.set_type_counts({text: 1})
    panel.stanzas.set_stanza_marks(1)
    comparison = poisoned(compare_stanzas(record_of(TRACE), record_of(OTHER)), text)
    yield StanzaComparisonDialog(comparison, theme=theme, parent=panel)
    sums = (StanzaSums(name=text, inwards=True, count=1, size=1),)
    yield StatisticsDialog(statistics_of(sums, 1, is_filtered=True), theme=theme, parent=panel)
    line = panel.filter_lines["stanzas"]
    line.set_occurring({"body": [text], "tool": [text], text: [text]})
    line.set_saved([(text, text)])
    line.set_text(text)
    line.set_text(f"type:{text}")
    line.status.set_progress(text, running=True)
    yield panel
    line.set_text('dir:in "nuts"')
    line.field.setText("tool:")
    line.field.completion_requested.emit()
    line.menu()
    yield panel
    panel.show_tab("memory")
    memory = panel.memory
    page = poisoned(memory_samples.page(), text)
    pages = (
        lambda: memory.set_trace_details(poisoned(memory_samples.trace_details(), text)),
        lambda: memory.show_retrieval(can_ask=True),
        lambda: memory.details.show_memory(page),
        lambda: memory.details.show_memory(
            replace(page, state="deleted", actions=tuple(replace(act, state="refused") for act in page.actions))
        ),
        lambda: memory.details.show_comparison(poisoned(memory_samples.comparison(), text)),
    )
    for show in pages:
        show()
        unfold(panel)
        yield panel
    memory.details.show_memory(page)
    for button in panel.findChildren(QWidget, "edit"):
        button.click()  # type: ignore[attr-defined]  # the button of that name
    yield panel
    memory.set_trace_details(None)
    memory.show_on_timeline("")
    yield panel


def unfold(widget: QWidget) -> None:
    """Open all that is folded."""
    for button in widget.findChildren(QWidget):
        if button.objectName().startswith("fold "):
            button.setChecked(True)  # type: ignore[attr-defined]  # a fold's button


def memories(theme: Theme, text: str) -> Iterator[QWidget]:
    window = MemoriesWindow(theme=theme, clock=JumpingClock())
    window.resize(1200, 800)
    listing = Listing(range(5))
    listing.rows = {number: poisoned(listed(number), text) for number in range(5)}
    listing.load()
    window.list.set_pages(listing.pages)
    window.list.set_state(state(note=text))
    choice = (FilterChoice(value=text, label=text),)
    window.list.filters.set_choices(Choices(categories=choice, tags=choice, kinds=choice, sources=choice))
    window.transfer.ended(text, [text])
    yield window
    window.context.set_conversations([FilterChoice(value="ac_1", label=text)], "ac_1")
    context = poisoned(context_view(CONTEXT), text)
    window.context.set_context(context, poisoned(kept(), text), [text])
    unfold(window)
    window.statistics.set_figures(poisoned(statistics_view(FIGURES, now=NOW), text))
    window.show_page("context")
    yield window
    window.show_page("statistics")
    yield window


def sync(theme: Theme, text: str) -> Iterator[QWidget]:
    window = SyncWindow(theme=theme)
    conflicts = (poisoned(CONFLICT, text), replace(poisoned(CONFLICT, text), id="sc_2"))
    window.set_row(SyncRow(line=text, busy=False, conflicts=conflicts, log=(text, text)))
    yield window
    window.tabs.setCurrentIndex(1)
    yield window


def recently_deleted(theme: Theme, text: str) -> Iterator[QWidget]:
    window = RecentlyDeletedWindow(poisoned_rows(samples.conversations(), text), theme=theme)
    yield window
    window.purge.click()
    yield window
    window.detach()


def profiles(theme: Theme, text: str) -> Iterator[QWidget]:
    """Names are checked, but a sentence about one may hold what was typed."""
    dialog = ProfilesDialog(theme=theme, parent=None)
    dialog.set_profiles(["default", text], used="default")
    dialog.select(text)
    dialog.show_problem(text)
    yield dialog
    dialog.remove.click()
    yield dialog


def shortcuts(theme: Theme, text: str) -> Iterator[QWidget]:
    """The list of keys, with commands that say such things."""
    room = QWidget()
    keys = [Key(keys=keys, text=text, act=list, group=text) for keys in ("Ctrl+N", "Ctrl+P")]
    dialog = shortcut_list(keys, title=text, theme=theme, parent=room)
    dialog.keys_changed.emit("Ctrl+N", "Ctrl+P")
    yield dialog
    yield room


def settings(theme: Theme, text: str) -> Iterator[QWidget]:
    form = replace(FILLED, server_address=text, user=text, model_address=text, model_name=text, folders=(text,))
    form = replace(form, spelling_language=text, own_words=(text,))
    dialog = SettingsDialog(
        form,
        theme=theme,
        inputs=[text],
        outputs=[text],
        version=text,
        licences=[poisoned(Licence(name="a", licence="MIT"), text)],
        grants=[GrantRow(pk=1, text=text, scope=text)],
    )
    dialog.server.set_livekit_problem(text)
    dialog.general.set_dictionaries([text], problem="no_enchant")
    dialog.voice.set_voices([VoiceOption(name=text, language=language) for language in (text, "de")])
    dialog.sound.push_to_talk.set_state(text)
    next(button for button in dialog.sound.findChildren(Button) if button.text() == "Test the microphone").click()
    dialog.sound.set_tested(microphone=True, speaker=True, problem=text)
    for page in range(dialog.page_names.count()):
        dialog.page_names.setCurrentRow(page)
        yield dialog
    dialog.voice.set_problem(text)
    yield dialog


def models(theme: Theme, text: str) -> Iterator[QWidget]:
    """What endpoints and files say of themselves."""
    page = ModelPage(SettingsForm(), theme=theme, places=MODEL_PLACES)
    page.choose("other")
    page.address.line.setText(text)
    page.set_found([poisoned(found(place="other"), text)])
    page.set_models(page.query, poisoned(found(place="other"), text))
    page.set_figures(page.query, poisoned(MODEL_FIGURES, text))
    assert page.figures.texts[0].startswith(text[:50])
    yield page
    page.set_failed(page.query, text)
    yield page
    page = ModelPage(SettingsForm(model_file=text), theme=theme, places=MODEL_PLACES)
    page.set_file(
        page.query, ModelFileRow(architecture=text, memory=text, context=text, threads=text, has_chat_template=True)
    )
    yield page


def downloads(theme: Theme, text: str) -> Iterator[QWidget]:
    """What a hub says of its models."""
    panel = DownloadPanel(theme=theme)
    panel.set_suggestions([poisoned(one, text) for one in SUGGESTIONS])
    panel.take(text)
    panel.set_failed(panel.asked, text)
    yield panel
    panel.take(text)
    panel.set_repository(panel.asked, poisoned(REPOSITORY_ROW, text))
    panel.downloads.show_rows([poisoned(DOWNLOAD_ROW, text)])
    panel.set_not_begun(text)
    yield panel


def tool_servers(theme: Theme, text: str) -> Iterator[QWidget]:
    """What MCP servers say of themselves."""
    page = McpPage(theme=theme)
    page.show_servers([poisoned(FILES, text), poisoned(WEB, text)])
    page.set_tried(poisoned(FILES, text))
    yield page
    page.set_failed(text)
    yield page


def all_dialogs(theme: Theme, text: str) -> Iterator[QWidget]:
    common: dict[str, Any] = {"theme": theme, "parent": None}
    yield dialogs.confirm(text, text, action=text, **common)
    yield dialogs.error(text, text, **common)
    yield dialogs.RenameDialog(text, **common)
    yield dialogs.FactsDialog(text, [FactRow(name=text, value=text)], **common)
    yield dialogs.NoteDialog(text, text, **common)
    yield from own_settings(theme, text)
    yield ProblemsDialog([text], **common)
    yield EraseDialog(3, **common)
    yield CategoryDialog(3, **common)
    yield TagDialog(3, known=[text], **common)
    yield MergeDialog(remembered("a", text), remembered("b", text), **common)
    arguments = {"text": text, text: text}
    yield PermissionDialog(text, arguments, server=text, clock=JumpingClock(), **common)
    yield PermissionDialog("open_address", {"url": text}, server=text, clock=JumpingClock(), **common)


def own_settings(theme: Theme, text: str) -> Iterator[QWidget]:
    """What a conversation has of its own, as a server or a file may say."""
    chosen = ChosenModel(url=text, name=text)
    settings = ConversationSettings(model=chosen, persona=text, temperature=0.7)
    dialog = OwnSettingsDialog(settings, in_settings=text, theme=theme, parent=None)
    dialog.add_models([ModelOption(title=text, where=text, model=ChosenModel(file=text))])
    yield dialog
    header = Header(theme=theme)
    header.set_own_settings(own_settings_row(settings, frozenset({FEATURE}), is_local=False))
    yield header


def long_texts(theme: Theme, text: str) -> Iterator[QWidget]:
    long = text + "and so on, " * 1_000
    folded = FoldedText(title=text, theme=theme)
    folded.set_text(long)
    yield folded
    yield TextWindow(text, long, theme=theme, parent=folded, is_file=True)
    composer = Composer(theme=theme)
    composer.set_text(long)
    assert composer.aside.text == long
    yield composer


def composing(theme: Theme, text: str) -> Iterator[QWidget]:
    composed = ComposedStanza(problem=text)
    begin = SENDABLE[0].number, text
    yield ComposeDialog(preset=lambda _: text, compose=lambda *_: composed, begin=begin, theme=theme, parent=None)


def captures(theme: Theme, text: str) -> Iterator[QWidget]:
    dialog = SaveCaptureDialog(SavableStanzas(total=2, filter_text=text, marked=1), theme=theme, parent=None)
    dialog.choose(selection="filtered")
    dialog.set_rules(memories=True, audio=True, text=text)
    dialog.show_preview(text, [text])
    dialog.show_problem(text)
    dialog.show_progress(1, 2)
    yield dialog
    window = CaptureWindow(text, theme=theme)
    window.show_progress(1, 2)
    window.show_opened(text, text)
    window.panel.set_stanzas(poisoned_rows(inspected.stanzas(), text))
    window.show_toast(text, text)
    yield window
    yield window.panel.captures_menu()
    rows = [ComparisonRow(id="1", title=text, differs=True, before=text, after=f"{text} {text}")]
    yield ComparisonWindow(text, text, rows, theme=theme)


def gallery(theme: Theme, text: str) -> Iterator[QWidget]:
    yield Gallery(theme=theme)


SCENES: Final[dict[str, Scene]] = {
    "main window": main_window,
    "inspector": inspector,
    "memories": memories,
    "sync": sync,
    "recently deleted": recently_deleted,
    "profiles": profiles,
    "settings": settings,
    "shortcuts": shortcuts,
    "models": models,
    "downloads": downloads,
    "tool servers": tool_servers,
    "dialogs": all_dialogs,
    "captures": captures,
    "composing": composing,
    "long texts": long_texts,
    "gallery": gallery,
}
