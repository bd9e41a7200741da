"""`decode` and `journal`: whatever crossed the wire, or never did, is one JSON object a line."""

import asyncio
import contextlib
import io
import json
import os
import subprocess

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.cli import output
from alicia_desktop.cli.journal import _decode_lines, decode_line
from alicia_desktop.cli.output import CLOSED_PIPE_STATUS, ClosedPipeExit, GuardedStream
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryTrace, UserMessage
from alicia_desktop.session.inbound_batcher import InboundPacket
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.support.command import COMMAND, is_one_sentence, objects, run
from tests.support.patience import PATIENCE

KEYS = ["stanza_id", "conversation_id", "type", "name", "body", "meta", "problems"]


def envelope(content="Hello", number=1):
    body = UserMessage(id="am_1", conversation_id="ac_1", content=content, timestamp=5)
    return encode(Stanza(stanza_id=number, conversation_id="ac_1", body=body, meta={"source": "keyboard"}))


@pytest.mark.e2e
def test_an_envelope_is_one_object_with_what_is_in_it():
    (said,) = objects(run("decode", given=envelope("Grüße").hex()).stdout)
    assert list(said) == KEYS
    assert (said["stanza_id"], said["conversation_id"], said["type"]) == (1, "ac_1", 2)
    assert said["name"] == "UserMessage"
    assert said["body"]["content"] == "Grüße"
    assert said["meta"] == {"source": "keyboard"}
    assert said["problems"] == []


@pytest.mark.e2e
def test_lines_of_a_file_are_told_one_by_one_and_empty_ones_are_no_envelopes(tmp_path):
    file = tmp_path / "envelopes"
    file.write_text(f"{envelope().hex().upper()}\n\n  00 11 \nnot hex\n{envelope()[:-3].hex()}\n81a474797065cd03e7\n")
    done = run("decode", file)
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert "One line is not hex (line 4: " in done.stderr
    assert [said["name"] for said in objects(done.stdout)] == ["UserMessage"] + ["Malformed"] * 4
    assert all(said["problems"] for said in objects(done.stdout)[1:])


@pytest.mark.e2e
def test_a_file_that_is_not_there_is_one_sentence(tmp_path):
    done = run("decode", tmp_path / "nowhere")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


@given(st.binary(max_size=200))
def test_no_bytes_at_all_are_a_traceback(raw):
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.suppress(typer.Exit):
        _decode_lines(io.BytesIO(raw))
    for line in printed.getvalue().split("\n")[:-1]:
        assert list(json.loads(line, parse_constant=pytest.fail)) == KEYS


@given(st.data())
def test_no_damaged_envelope_is_a_traceback(data):
    raw = bytearray(envelope(data.draw(st.text(max_size=20))))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    said = decode_line(bytes(raw).hex().encode())
    assert list(said) == KEYS
    json.dumps(said, allow_nan=False)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.integers(0, 9), inner, max_size=3),
    max_leaves=8,
)


@given(st.integers(-5, 400), st.dictionaries(st.text(max_size=12), values, max_size=5), values)
def test_no_envelope_of_any_values_is_a_traceback(number, body, meta):
    import msgpack

    raw = msgpack.packb({"stanzaId": 1, "conversationId": "c", "type": number, "body": body, "meta": meta})
    said = decode_line(raw.hex().encode())
    assert list(said) == KEYS
    json.dumps(said, allow_nan=False)


@pytest.fixture
def kept(home):
    """A data folder in which one stanza went out and three came in, one of them unreadable, one a stranger's."""

    async def keep():
        database = await Database.open(home / "alicia" / "client.db", clock=SystemClock())
        at = SystemClock().now()
        await database.write(conversations.create, at=at, conversation_id="ac_1")
        ledger = Ledger(database=database, conversation_id="ac_1")
        await ledger.enqueue(UserMessage(id="am_1", conversation_id="ac_1", content="Hello"), {}, at=at)
        trace = MemoryTrace(id="amu_1", conversation_id="ac_1", previous_id="am_1", memory_id="amem_1", content="Fact")
        raw = encode(Stanza(stanza_id=-2, conversation_id="ac_1", body=trace))
        strange = InboundPacket(data=envelope("Mine!", 9), sender="mallory", from_server=False, at=at)
        await ledger.receive(
            [InboundPacket(data=raw, sender="agent", at=at), InboundPacket(data=b"\x00", at=at), strange]
        )
        await database.close()

    asyncio.run(keep())


@pytest.mark.e2e
def test_the_journal_is_told_in_order(kept):
    done = run("journal", "ac_1", "--json")
    said = objects(done.stdout)
    assert [(one["direction"], one["stanza_id"], one["name"]) for one in said] == [
        ("out", 1, "UserMessage"),
        ("in", -2, "MemoryTrace"),
        ("in", None, "Malformed"),
        ("in", 9, "UserMessage"),
    ]
    assert list(said[0]) == ["direction", "stanza_id", "type", "name", "body", "meta", "at", "sender", "stranger"]
    told = [(one["sender"], one["stranger"]) for one in said]
    assert told == [(None, False), ("agent", False), (None, False), ("mallory", True)]
    lines = run("journal").stdout.splitlines()
    assert len(lines) == 4
    assert lines[-1].endswith("[stranger] mallory: “Mine!”")


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("type:MemoryTrace", ["MemoryTrace"]),
        ("is:malformed OR is:stranger", ["Malformed", "UserMessage"]),
        ("dir:out body.content:hello", ["UserMessage"]),
        ("/^nothing$/", []),
    ],
)
def test_a_filter_prints_what_fits_and_its_status_says_whether_anything_does(kept, typed, names):
    done = run("journal", "--filter", typed, "--json")
    assert [one["name"] for one in objects(done.stdout)] == names
    assert done.returncode == (0 if names else 1)
    assert names or is_one_sentence(done.stderr)


@pytest.mark.e2e
def test_a_mistake_in_a_filter_is_marked_on_standard_error(kept):
    done = run("journal", "--filter", "dir:in type:MemoryTrac")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "dir:in type:MemoryTrac",
        "            ^^^^^^^^^^",
        "alicia-desktop: There is no type “MemoryTrac”. Did you mean: dir:in type:MemoryTrace",
    ]


@pytest.mark.e2e
def test_a_conversation_that_is_not_there_is_one_sentence(kept):
    done = run("journal", "ac_2")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


@pytest.mark.e2e
def test_without_any_journal_it_says_so():
    done = run("journal")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


@pytest.mark.e2e
@pytest.mark.parametrize("lines", [3, 0])
def test_a_pipe_that_is_closed_ends_it_quietly_and_at_once(tmp_path, lines):
    file = tmp_path / "envelopes"
    file.write_text(f"{envelope().hex()}\n" * 20_000)
    with subprocess.Popen([*COMMAND, "decode", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as decoding:
        assert decoding.stdout is not None
        assert decoding.stderr is not None
        for _ in range(lines):
            assert json.loads(decoding.stdout.readline())["name"] == "UserMessage"
        decoding.stdout.close()
        assert decoding.stderr.read() == b""
        assert decoding.wait(PATIENCE) == CLOSED_PIPE_STATUS


async def test_it_does_so_also_where_a_loop_runs(monkeypatch):
    read, write = os.pipe()
    os.close(read)
    raw = io.TextIOWrapper(os.fdopen(write, "wb"))
    stream = GuardedStream(raw)
    monkeypatch.setattr("sys.stdout", stream)
    with pytest.raises(ClosedPipeExit):
        output.print_text("Hello")
    output.print_text("Nobody hears this, and nothing happens.")
    stream.close()
