"""What is begun while a speaker pauses: kept where they had finished, and gone without a trace where they went on."""

import asyncio

import pytest
from sqlcipher3 import dbapi2

from alicia_desktop.base.clock import settle
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import AssistantSentence, ToolUseRequest, UserMessage
from alicia_desktop.server.run_ahead import RunAhead
from tests.support.participant import Participant
from tests.support.scripted_model import Script
from tests.support.scripted_server import until

WORDS = "Tell me something about bees."
PIECES = ("Bees make honey. ", "They live in hives.")


@pytest.fixture
def small():
    return False


@pytest.fixture
def aheads(monkeypatch):
    """What runs ahead in each conversation."""
    made = []

    class Noted(RunAhead):
        def __init__(self, **given) -> None:
            super().__init__(**given)
            made.append(self)

    monkeypatch.setattr("alicia_desktop.server.agent.RunAhead", Noted)
    return made


@pytest.fixture
async def person(aheads, server):
    someone = Participant(server)
    await someone.join()
    await until(lambda: aheads)
    yield someone
    await someone.leave()


async def pause(aheads, voice, scripted, *, script=None):
    """Pause behind the words until all that can be begun is."""
    scripted.say(script or Script(pieces=PIECES))
    said = len(voice.said)
    aheads[0].begin(WORDS)
    await until(lambda: len(voice.said) > said)


async def ask(person, text=WORDS):
    """Ask aloud, and return the sentences and timings of the answer."""
    await person.send(UserMessage(id="q", conversation_id=person.conversation_id, content=text), speak=True)
    await person.until(lambda: any(one.is_final for one in person.of(AssistantSentence)))
    last = next(one for one in person.stanzas if isinstance(one.body, AssistantSentence) and one.body.is_final)
    return [one.text for one in person.of(AssistantSentence)], last.meta["timings"]


def rows(tmp_path):
    """Return how much every table holds."""
    connection = dbapi2.connect(str(tmp_path / "server.db"))
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%'")]
    counts = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone() for name in names}
    connection.close()
    return counts


async def still(tmp_path):
    """Return that once nothing is being written any more."""
    last = None
    while (now := rows(tmp_path)) != last:
        last = now
        await asyncio.sleep(0.1)
    return now


async def test_who_had_finished_gets_the_answer_that_was_begun_and_the_model_is_asked_once(
    person, aheads, voice, scripted
):
    await pause(aheads, voice, scripted)
    sentences, timings = await ask(person)
    await until(lambda: "They live in hives." in voice.said)
    assert sentences == [*PIECES]
    assert len(scripted.requests) == 1
    assert voice.said == ["Bees make honey.", "They live in hives."]
    assert timings["ahead"] == {"begun": 1, "dropped": 0, "lostMs": 0.0}


async def test_of_who_went_on_nothing_is_kept_and_nothing_was_sent_or_said(person, aheads, voice, scripted, tmp_path):
    await person.ask("Hello there.")
    before = await still(tmp_path)
    stanzas = len(person.stanzas)
    await pause(aheads, voice, scripted)
    aheads[0].drop()
    await settle()
    assert await still(tmp_path) == before
    assert len(person.stanzas) == stanzas
    assert not person.sound


async def test_other_words_are_asked_anew(person, aheads, voice, scripted):
    await pause(aheads, voice, scripted)
    scripted.say("They are small.")
    sentences, timings = await ask(person, "Tell me something about bees and ants.")
    assert sentences == ["They are small."]
    assert "ahead" not in timings


async def test_what_was_thrown_away_is_counted(person, aheads, voice, scripted):
    await pause(aheads, voice, scripted)
    aheads[0].drop()
    await pause(aheads, voice, scripted)
    _, timings = await ask(person)
    assert (timings["ahead"]["begun"], timings["ahead"]["dropped"]) == (2, 1)
    assert timings["ahead"]["lostMs"] > 0


async def test_no_tool_runs_before_the_turn_is_certain(person, aheads, scripted):
    scripted.say(Script(calls=(("calculator", {"expression": "2+2"}),)), Script(pieces=("It is four.",)))
    aheads[0].begin(WORDS)
    await until(lambda: scripted.requests)
    await settle()
    assert not person.of(ToolUseRequest)
    sentences, _ = await ask(person)
    assert sentences == ["It is four."]
    assert [one.tool_name for one in person.of(ToolUseRequest)] == ["calculator"]


async def test_while_an_answer_is_written_nothing_is_begun(person, aheads, scripted):
    rest = asyncio.Event()
    scripted.say(Script(pieces=PIECES, hold=rest))
    await person.send(UserMessage(id="q", conversation_id=person.conversation_id, content="Hello?"))
    await until(lambda: scripted.requests)
    aheads[0].begin(WORDS)
    await settle()
    assert len(scripted.requests) == 1
    rest.set()


async def test_an_answer_is_taken_while_it_is_being_begun(person, aheads, voice, scripted):
    rest = asyncio.Event()
    scripted.say(Script(pieces=PIECES, hold=rest))
    aheads[0].begin(WORDS)
    await until(lambda: scripted.requests)
    async with Scope("test") as scope:
        scope.spawn("rest", _after_a_while(rest))
        sentences, _ = await ask(person)
    assert sentences == [*PIECES]
    assert len(scripted.requests) == 1


async def _after_a_while(rest):
    await settle()
    rest.set()
