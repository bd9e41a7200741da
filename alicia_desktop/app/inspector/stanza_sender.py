"""Send stanzas that somebody composed by hand, marked as such for ever; it is asked before memories may change."""

from collections.abc import Awaitable, Callable

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.extensions import SENT_BY_HAND
from alicia_desktop.protocol.messages import Acknowledgement, Configuration, ErrorMessage, Message
from alicia_desktop.protocol.registry import entry_of
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.state import Phase
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.inspector.stanzas.compose_dialog import ComposeDialog
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.composed_stanzas import ComposedStanza, StanzaContext, again, compose, preset


class StanzaSender:
    """Asks for a stanza in a dialog."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        window: MainWindow,
        theme: Theme,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
    ) -> None:
        """`active_session` returns the session through which it is sent."""
        self._database, self._clock, self._window, self._theme, self._active_session = (
            database,
            clock,
            window,
            theme,
            active_session,
        )

    async def send(self, row_id: str, *, about: str) -> None:
        """Have a stanza written and send it to the server of the conversation.

        Args:
            row_id: What to begin with: the row of a stanza that was sent; empty for none.
            about: The message that presets name.

        Raises:
            WorldError: it can never be sent; or nobody would acknowledge it, and the server is not there.
        """
        active = await self._active_session()
        if active is None:
            return
        conversation_id = active.session.state.conversation_id
        at_ms = round(self._clock.now().timestamp() * 1_000)
        context = StanzaContext(conversation_id=conversation_id, message_id=about, at_ms=at_ms)
        record = await self._database.read(journal.get, int(row_id)) if row_id else None
        begin = again(record, context) if record is not None else None
        if row_id and begin is None:
            self._window.show_toast(
                self._window.tr("This stanza can’t be sent anew: its text is deleted, or it is sound.")
            )
            return
        dialog = ComposeDialog(
            preset=lambda number: preset(number, context),
            compose=lambda number, said: compose(number, said, conversation_id=conversation_id),
            begin=begin,
            theme=self._theme,
            parent=self._window,
        )
        while await dialogs.answer(dialog):
            if await self._may_send(dialog.composed, conversation_id):
                assert dialog.composed.body is not None
                await _send(active.session, dialog.composed.body)
                self._window.show_toast(self._window.tr("Sent by hand"))
                return

    async def _may_send(self, composed: ComposedStanza, conversation_id: str) -> bool:
        """Ask before memories are changed, or may be: of what is said in a private conversation nothing is learned."""
        if composed.memories == "none":
            return True
        tr = self._window.tr
        if composed.memories == "changed":
            title = tr("Change memories?")
            said = tr("This stanza changes what Alicia remembers, as if you had done it in the window.")
        else:
            record = await self._database.read(conversations.get, conversation_id)
            if record is not None and record.private:
                return True
            title = tr("Send this message?")
            said = tr("The server may learn from this message, or forget because of it.")
        question = dialogs.confirm(
            title,
            said,
            action=self._window.tr("Send"),
            theme=self._theme,
            parent=self._window,
        )
        return bool(await dialogs.answer(question))


async def _send(session: SessionDriver, body: Message) -> None:
    """Send a stanza; what can be acknowledged waits for that in the outbox."""
    meta = {SENT_BY_HAND: True}
    if not isinstance(body, Acknowledgement | Configuration | ErrorMessage):
        await session.enqueue(body, meta)
    elif session.state.phase is Phase.ONLINE:
        await session.send_unacknowledged(body, meta)
    else:
        name = entry_of(body).name
        sentence = translate(
            "{type} is sent only while the server is there: nobody acknowledges it. Try again when connected."
        ).format(type=name)
        raise WorldError(sentence=sentence, code="offline")
