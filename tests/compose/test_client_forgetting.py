"""What is forgotten by word of mouth is gone on this computer, too, also when the client leaves right after."""

import asyncio

import pytest

from alicia_desktop.config import Settings
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence
from tests.app.stage import near_client
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ScriptedModel


class Talk:
    """One run of a client: what is asked and answered."""

    def __init__(self, active):
        self.session, self.answers = active.session, []
        self._ended = asyncio.Event()
        active.session.stanza_journaled.connect(self._on_journaled)

    async def ask(self, text):
        """Ask, and return with the last sentence of the answer."""
        self._ended.clear()
        self.answers.append("")
        await self.session.send_message(text)
        async with asyncio.timeout(PATIENCE):
            await self._ended.wait()
        return self.answers[-1]

    def _on_journaled(self, passed):
        if isinstance(passed.inbound, Stanza) and isinstance(passed.inbound.body, AssistantSentence):
            self.answers[-1] += passed.inbound.body.text
            if passed.inbound.body.is_final:
                self._ended.set()


@pytest.mark.slow
async def test_i_have_forgotten_it_is_said_when_it_is_so_on_both_sides_also_when_the_client_leaves_at_once(tmp_path):
    async with ScriptedModel("It is otter-42, as you told me.") as model:
        client, server = near_client(tmp_path, model, Settings(first_run_done=True))
        async with client:
            talk = Talk(await client.sessions.open(await client.new_conversation()))
            await talk.ask("My wifi password is otter-42.")
            assert "otter-42" in await talk.ask("What is my wifi password?")
            assert "I have forgotten it. The words are gone" in await talk.ask("Forget my wifi password.")
        await server.close()
    for name in ("client.db", "server.db"):
        left = (tmp_path / name).read_bytes()
        assert b"I have forgotten it." in left
        assert [word for word in (b"otter-42", b"Otter-42", b"otter 42") if word in left] == [], name
