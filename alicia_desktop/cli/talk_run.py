"""One run of `talk`: a client without a window, its turns one after the other, its answers as they come."""

import asyncio
import sys
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from alicia_desktop.base.ids import MESSAGE, new_id
from alicia_desktop.cli import output
from alicia_desktop.cli.output import Display
from alicia_desktop.cli.talk_plan import TalkPlan
from alicia_desktop.cli.talk_sound import Recording, write_silence
from alicia_desktop.cli.terminal import StandardInput, TerminalDesktop, TerminalPermissions
from alicia_desktop.cli.turn_tracker import TurnTracker
from alicia_desktop.compose.client import Client
from alicia_desktop.credentials import Credentials, withdraw_secrets
from alicia_desktop.protocol.conversation_settings import FEATURE, NO_SETTINGS, settings_in
from alicia_desktop.session.ledger import undelivered_conversations
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.tools.folders import as_allowed
from alicia_desktop.session.tools.tool_runner import OfferedTools
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.store.accounts import NO_ATTACHMENTS, takes_attachments
from alicia_desktop.store.conversations import conversations, default_titles
from alicia_desktop.store.database import Connection
from alicia_desktop.store.sync import pending_changes

ANSWER_SECONDS: Final = 120.0
"""How long a question may be on its way to the server; once it is there, its answer is waited for."""
UNHEARD_SECONDS: Final = 10.0
"""How long an answer to a file is awaited in which this computer heard nobody; the server may have."""
READY_SECONDS: Final = 30.0
"""How long a terminal waits for the server before it asks for the first question."""
DELIVERY_SECONDS: Final = 15.0
"""How long the end of a run waits for what earlier runs could not deliver."""
SOUND_SECONDS: Final = 60.0
"""How long the next sentence of an answer may take to sound: the voice may have to be loaded first."""
ACKNOWLEDGE_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 0.1
MCP_SECONDS: Final = 20.0
"""How long a run waits for MCP servers before it begins without them."""
MCP_STARTING: Final = "It is still starting."
KEPT: Final = "What was written is kept and goes out when you talk again."
NOT_HERE: Final = "Nothing was sent: {id} is not on this computer either; see `alicia-desktop conversations`."
GETTING_READY: Final = "Getting ready…"
PROMPT: Final = "> "
NO_OWN_SETTINGS: Final = (
    "This server answers all conversations alike: --model, --persona-file and --temperature change nothing there."
)
NO_ANSWER: Final = "No answer came in time."
NOTHING_SENT: Final = "Nothing was sent."
NO_QUESTION: Final = "The files were not sent: there was no question to send them with."
NO_SPEECH: Final = "No speech was heard in {name}. Choose a file in which somebody speaks, or ask with --text."
NOT_UNDERSTOOD: Final = "Nothing was understood of the sound, or no answer came in time."


async def talk(plan: TalkPlan) -> int:
    """Send all questions and print the answers; returns the exit status, 1 when something failed.

    Raises:
        WorldError: it cannot even begin.
    """
    if plan.questions.wavs:
        _check_sounds(plan.questions.wavs)
    recording = Recording(plan.wav_out) if plan.wav_out is not None else None
    display, lines = Display(), StandardInput()
    client = _create_client(plan, display)
    with tempfile.TemporaryDirectory(prefix="alicia-talk-") as folder:
        async with client:
            is_known = not plan.conversation_id or await _is_known(client, plan.conversation_id)
            conversation_id = await _conversation(client, plan)
            if not plan.as_json and not plan.conversation_id:
                _print_id(client, conversation_id, display)
            await _offer_tools(client, plan, display, lines)
            if _is_terminal():
                output.print_notice(GETTING_READY)
            active = await client.sessions.open(conversation_id)
            silence = write_silence(Path(folder) / "silence.wav")
            run = _Run(plan, client, active, recording, silence=silence, display=display, lines=lines)
            if is_known or await run.finds_it():
                await run.send_all()
                if plan.own and run.tracker.is_online:
                    await _report_lost_settings(client, active.session.state.conversation_id, display)
            else:
                await client.database.write(conversations.delete, conversation_id, client.clock.now())
    if recording is not None:
        recording.join()
    if run.tracker.failure:
        display.print_error(run.tracker.failure)
    return 1 if run.tracker.failure or run.tracker.is_incomplete else 0


def _create_client(plan: TalkPlan, display: Display) -> Client:
    client = Client(
        paths=plan.paths,
        settings=plan.settings,
        credentials=Credentials(folder=plan.paths.folder, environment=withdraw_secrets()),
        transport=plan.transport,
    )
    client.noticed.connect(display.print_error)
    client.damage_found.connect(display.print_error)
    return client


async def _report_lost_settings(client: Client, conversation_id: str, display: Display) -> None:
    """Say so where the server answers all conversations alike."""
    if await client.database.read(_lacks_settings, conversation_id):
        display.print_error(NO_OWN_SETTINGS)


def _check_sounds(files: tuple[Path, ...]) -> None:
    from alicia_desktop.audio.wav import check_wav  # noqa: PLC0415 - brings NumPy, which takes a tenth of a second

    for file in files:
        check_wav(file)


def _is_terminal() -> bool:
    """Whether standard input and standard error are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def _print_id(client: Client, local_id: str, display: Display) -> None:
    """Print the id of this run's conversation once the server has made it; others may be delivered in the same run."""

    def on_adopted(ids: tuple[str, str]) -> None:
        if ids[0] == local_id:
            disconnect()
            display.print_error(f"conversation {ids[1]}")

    disconnect = client.sessions.adopted.connect(on_adopted)


async def _offer_tools(client: Client, plan: TalkPlan, display: Display, lines: StandardInput) -> None:
    """Offer tools of this computer and of MCP servers where the user can be asked, or has allowed some by `--allow`."""
    is_there = _is_terminal()
    if not is_there and not plan.allowed:
        return
    folders = client.settings.tools.folders
    toolbox = Toolbox(
        desktop=TerminalDesktop(display), allowed=lambda: as_allowed(folders, client.own_data), clock=client.clock
    )
    permitting = TerminalPermissions(allowed=plan.allowed, display=display, lines=lines if is_there else None)
    client.sessions.offer_tools(OfferedTools(toolbox=toolbox, ask=permitting.ask, mcp=client.mcp))
    await client.use_mcp_servers()
    await client.mcp.settled(MCP_SECONDS)  # what is not offered with the first question is not used for it
    for state in client.mcp.states:
        if state.status != "ready":
            display.print_error(f"MCP server {state.name}: {state.reason or MCP_STARTING}")


async def _is_known(client: Client, conversation_id: str) -> bool:
    """Whether a conversation is on this computer; one in which nothing was ever said is not."""
    known = await client.database.read(conversations.get, conversation_id)
    return known is not None and (
        known.status != "deleted" or bool(await client.database.read(default_titles.opening_question, conversation_id))
    )


async def _conversation(client: Client, plan: TalkPlan) -> str:
    wanted = plan.conversation_id
    if not wanted:
        own = msgspec.structs.replace(NO_SETTINGS, **plan.own)
        title = default_titles.default_title(plan.questions.texts[0]) if plan.questions.texts else ""
        return await client.new_conversation(title, settings=own)
    if await client.database.read(conversations.get, wanted) is not None:
        if not await _is_known(client, wanted):
            await client.database.write(conversations.undelete, wanted, client.clock.now())
    else:
        await client.database.write(
            conversations.create,
            at=client.clock.now(),
            conversation_id=wanted,
            user_id=client.account.user_id,
            server=client.account.server,
        )
    if plan.own:
        await client.database.write(_change_settings, wanted, plan.own, client.clock.now())
    return wanted


def _change_settings(conn: Connection, conversation_id: str, own: Mapping[str, Any], at: datetime) -> None:
    """Change some of a conversation's settings; the server hears of them before the first question."""
    record = conversations.get(conn, conversation_id)
    before = settings_in(record.preferences if record is not None else None)
    pending_changes.set_settings(conn, conversation_id, at, msgspec.structs.replace(before, **own))


def _lacks_settings(conn: Connection, conversation_id: str) -> bool:
    """Whether the server that was joined answers all conversations alike."""
    record = conversations.get(conn, conversation_id)
    features = conversations.server_features(conn, record) if record is not None else None
    return record is not None and FEATURE not in (features or ())


class _Run:
    """The turns of one run."""

    def __init__(
        self,
        plan: TalkPlan,
        client: Client,
        active: ActiveSession,
        recording: Recording | None,
        *,
        silence: Path,
        display: Display,
        lines: StandardInput,
    ) -> None:
        self.tracker = TurnTracker(active, line=client.line, display=display, as_json=plan.as_json)
        self._plan = plan
        self._display = display
        self._client = client
        self._active = active
        self._recording = recording
        self._silence = silence
        self._lines = lines
        self._is_sound_open = False
        self._files = plan.questions.attached
        """Those that are still to be sent."""

    async def finds_it(self) -> bool:
        """Wait until the server has let us into a conversation that is not on this computer; say why if it does not."""
        tracker = self.tracker
        if await tracker.wait(lambda: tracker.is_online, seconds=READY_SECONDS):
            return True
        tracker.fail(self._active.session.state.sentence or NO_ANSWER)
        tracker.failure += f" {NOT_HERE.format(id=self._plan.conversation_id)}"
        return False

    async def send_all(self) -> None:
        """Say what the plan has, else what standard input has, then deliver what earlier runs left."""
        plan = self._plan
        if self._files and not await self._may_attach():
            self.tracker.fail(f"{NO_ATTACHMENTS} {NOTHING_SENT}")
            return
        for wav in plan.questions.wavs:
            await self._play(wav)
        for text in plan.questions.texts:
            await self._send(text)
        if not plan.questions.texts and not plan.questions.wavs:
            await self._send_lines()
        if self._files and not self.tracker.failure:
            self.tracker.fail(NO_QUESTION)
        await self._deliver_the_rest()

    async def _may_attach(self) -> bool:
        """Whether the server takes files; one that does not come gets them when it does."""
        tracker, state = self.tracker, self._active.session.state
        await tracker.wait(lambda: tracker.is_online, seconds=READY_SECONDS)
        return await self._client.database.read(takes_attachments, state.conversation_id) is not False

    async def _send_lines(self) -> None:
        """Say each line of standard input; on a terminal, ask for it once the server is there."""
        is_terminal, tracker = _is_terminal(), self.tracker
        if is_terminal:
            await tracker.wait(lambda: tracker.is_online, seconds=READY_SECONDS)
        while not tracker.failure:
            if is_terminal:
                output.print_notice(PROMPT, end="")
            line = await self._lines.next()
            if not line:
                break
            if line.strip():
                await self._send(line.strip())
        if is_terminal:
            output.print_notice("")

    async def _send(self, text: str) -> None:
        """Send a question and wait for its answer; after a failure, leave it in the outbox."""
        if self._recording is not None and not self._is_sound_open:
            await self._open_sound(self._recording, self._silence)
        message_id = new_id(MESSAGE)
        self.tracker.ask(message_id)  # before it is sent, since it may be answered before that returns
        speak = self._recording is not None
        files, self._files = self._files, ()
        await self._active.session.send_message(text, message_id=message_id, speak=speak, attachments=files)
        if await self._is_answered(message_id, text):
            await self._play_out()
        else:
            reason = self.tracker.failure or self._active.session.state.sentence or NO_ANSWER
            self.tracker.failure = f"{reason.removesuffix(KEPT).strip()} {KEPT}"

    async def _is_answered(self, message_id: str, text: str) -> bool:
        """Wait for the answer to a question, after which an untitled conversation is called.

        Whoever interrupts that before the question has left takes it back.
        """
        tracker, now = self.tracker, self._client.clock.now()
        title = default_titles.default_title(text)
        try:
            await self._client.database.write(default_titles.title_untitled_of, message_id, title, now)
            return await tracker.wait(
                lambda: not tracker.question, seconds=ANSWER_SECONDS, patient=lambda: tracker.is_in_progress
            )
        except asyncio.CancelledError:
            if await self._active.session.withdraw(message_id) is not None:
                self._display.print_error(NOTHING_SENT)
            raise

    async def _title(self) -> None:
        """Title the conversation after its first question, unless it has a title."""
        client, conversation_id = self._client, self._active.session.state.conversation_id
        title = default_titles.default_title(
            await client.database.read(default_titles.opening_question, conversation_id)
        )
        await client.database.write(default_titles.title_untitled, conversation_id, title, client.clock.now())

    async def _play(self, wav: Path) -> None:
        tracker = self.tracker
        if not await tracker.wait(lambda: tracker.is_online, seconds=ANSWER_SECONDS):
            tracker.fail(self._active.session.state.sentence or NO_ANSWER)
            return
        tracker.listen()
        await self._open_sound(self._recording, wav)
        voice = self._active.voice
        has_played = await tracker.wait(
            lambda: tracker.wav_ended, seconds=ANSWER_SECONDS, patient=lambda: voice.state.open
        )
        is_silent = has_played and not tracker.has_heard
        if not has_played or not await tracker.wait(
            lambda: tracker.is_answered,
            seconds=UNHEARD_SECONDS if is_silent else ANSWER_SECONDS,
            patient=lambda: tracker.is_in_progress,
        ):
            tracker.fail(NO_SPEECH.format(name=wav.name) if is_silent else NOT_UNDERSTOOD)
            return
        await self._title()
        await self._play_out()
        self._active.voice.shut()
        self._is_sound_open = False

    async def _play_out(self) -> None:
        """Wait until the server knows that the answer came, and the loudspeaker, if any, has played all of it."""
        tracker = self.tracker
        await tracker.wait(lambda: tracker.acknowledged, seconds=ACKNOWLEDGE_SECONDS)
        await tracker.wait(lambda: tracker.is_spoken, seconds=SOUND_SECONDS, patient=lambda: tracker.is_sounding)

    async def _open_sound(self, recording: Recording | None, microphone: Path) -> None:
        """Open the devices; wait until what is to be recorded is, so that no word of hers is missing."""
        out = recording.next_part() if recording is not None else None
        voice, settings = self._active.voice, self._client.settings.voice
        choice = SoundChoice(
            output=settings.output,
            threshold=settings.threshold,
            barge_in=settings.barge_in,
            volume=settings.volume,
            wav_input=str(microphone),
            wav_output=str(out) if out is not None else None,
        )
        voice.set_mode("hands_free")
        voice.choose(choice)
        voice.open()
        self._is_sound_open = True
        if out is not None:
            await self.tracker.wait(lambda: voice.state.output_device == out.name, seconds=ANSWER_SECONDS)

    async def _deliver_the_rest(self) -> None:
        """Give what earlier runs wrote the time to arrive, while there is a server that takes it."""
        clock, database = self._client.clock, self._client.database
        end = clock.monotonic() + DELIVERY_SECONDS
        account = self._client.account
        while self.tracker.is_online and clock.monotonic() < end:
            if not await database.read(undelivered_conversations, account):
                return
            await clock.sleep(LOOK_SECONDS)
