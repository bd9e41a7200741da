"""After a redaction no byte of what was redacted is left in the file, in whatever way it is written there."""

import base64
import json
import re
import zipfile
from pathlib import Path

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.captures.opened import capture_connection
from alicia_desktop.captures.otlp import write_otlp
from alicia_desktop.captures.redaction import LEFT_OUT, REDACTED, Redaction, parse_rules
from alicia_desktop.captures.turn_summary import read_turns
from alicia_desktop.captures.writer import CaptureContents, preview_redaction, write_capture, write_json_lines
from alicia_desktop.protocol.codec import decode, encode, encode_envelope
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ReasoningStep, Transcription, UserMessage
from alicia_desktop.store import journal
from alicia_desktop.store.recording import record
from tests.captures.conftest import NOW, Recorded

CANARY = "Xylophonia"
WHOLE = CaptureContents(conversation_id="ac_1")
FORMATS = {
    "capture": lambda conn, path, redaction: write_capture(conn, WHOLE, path, now=NOW, redaction=redaction),
    "jsonl": lambda conn, path, redaction: write_json_lines(conn, WHOLE, path, redaction=redaction),
    "otlp": lambda conn, path, redaction: write_otlp(conn, WHOLE, path, now=NOW, redaction=redaction),
}


def unpacked(path: Path) -> bytes:
    """Return all bytes that are in a file, those in its members and in their base64 too."""
    content = path.read_bytes()
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            content += b"".join(archive.read(name) for name in archive.namelist())
    encoded = re.findall(rb'"raw":"([^"]*)"', content)
    return content + b"".join(map(base64.b64decode, encoded))


def leaks(path: Path, canary: str = CANARY) -> list[str]:
    """Return the ways in which a canary is still there."""
    content = unpacked(path).lower()
    raw = canary.encode()
    ways = {
        "plain": raw,
        "hex": raw.hex().encode(),
        "utf-16": canary.encode("utf-16-le"),
        "escaped": "".join(f"\\u{ord(letter):04x}" for letter in canary).encode(),
        **{f"base64 {n}": base64.b64encode(b"x" * n + raw)[4 if n else 0 : -4] for n in range(3)},
    }
    return [name for name, said in ways.items() if said.lower() in content]


@pytest.fixture
def canaries(blank) -> Recorded:
    """The same word everywhere: said, remembered, given to a tool, encoded, and in what is no stanza."""
    recorded: Recorded = blank()
    recorded.turn(1, f"Who is {CANARY}?", f"{CANARY.upper()} is my dog.", memory=f"{CANARY} is a dog", tool="look_up")
    recorded.turn(2, "And its age?", "Five.", memory=f"The dog {CANARY} is five", result={CANARY: [f"x{CANARY}"]})
    encoded = base64.b64encode(f"name={CANARY}".encode()).decode()
    escaped = json.dumps(CANARY).replace("X", "\\u0058")
    recorded.came(ReasoningStep(id="ar_1", previous_id="am_a2", step_index=1, content=f"{encoded} {escaped}"))
    recorded.came(ReasoningStep(id="ar_2", previous_id="am_a2", step_index=2, content=CANARY.encode().hex()))
    recorded.sent(UserMessage(id=f"am_{CANARY}", content="Hello"), origin={CANARY: CANARY})
    twice = UserMessage(id="am_9", content="Twice")
    raw = encode(Stanza(stanza_id=90, conversation_id="ac_1", body=twice))
    doubled = raw.replace(b"\x82\xa2id", b"\x83\xa7content\xaa" + CANARY.encode() + b"\xa2id")
    record(recorded.conn, [recorded._entry("out", decode(doubled), doubled)])
    recorded.came_raw(b"\xc1" + CANARY.encode())
    recorded.conn.exec_driver_sql("UPDATE alicia_conversations SET title = ?", (f"About {CANARY}",))
    return recorded


@pytest.mark.parametrize("save", FORMATS.values(), ids=FORMATS)
@pytest.mark.parametrize(
    "rules", [[CANARY], [f"/{CANARY[:6]}[a-z]+/"], ["memories"], ["memories", "audio", "field:body.content"]], ids=str
)
def test_no_byte_of_it_is_left(canaries, tmp_path, save, rules):
    path = tmp_path / "talk"
    save(canaries.conn, path, None)
    assert "plain" in leaks(path)
    save(canaries.conn, path, Redaction(parse_rules(rules)))
    assert leaks(path) == []


def test_a_field_is_replaced_with_the_same_words_anywhere_else(blank, tmp_path):
    recorded = blank()
    recorded.turn(1, f"{CANARY} lives here", f"So {CANARY} lives here.", tool="look_up", result=f"{CANARY} lives here")
    path = tmp_path / "talk"
    write_capture(recorded.conn, WHOLE, path, now=NOW, redaction=Redaction(parse_rules(["field:body.content"])))
    assert leaks(path) == []
    with capture_connection(path, now=NOW) as (conn, manifest):
        (turn,) = read_turns(conn, "ac_1")
    assert manifest.redacted == ("1 field",)
    assert (turn.asked, turn.said, turn.called[0].result) == ("[redacted 1]", "So [redacted 1].", "[redacted 1]")


def test_what_was_heard_is_redacted_with_the_sound(blank, tmp_path):
    recorded = blank()
    recorded.came(Transcription(id="at_1", text=f"Call {CANARY}", final=True))
    recorded.sent(UserMessage(id="am_1", content=f"Call {CANARY}"))
    path = tmp_path / "talk"
    write_capture(recorded.conn, WHOLE, path, now=NOW, redaction=Redaction(parse_rules(["audio"])))
    assert leaks(path) == []


def test_a_stanza_that_became_another_says_so_and_others_stay_byte_for_byte(canaries, tmp_path):
    path = tmp_path / "talk"
    redaction = Redaction(parse_rules([CANARY]))
    write_capture(canaries.conn, WHOLE, path, now=NOW, redaction=redaction)
    with capture_connection(path, now=NOW) as (conn, _):
        before, after = journal.page(canaries.conn), journal.page(conn)
    assert [one.seq for one in after] == [one.seq for one in before]
    assert [one.received_at for one in after] == [one.received_at for one in before]
    changed = [new for old, new in zip(before, after, strict=True) if old.raw != new.raw]
    assert all(one.problems[-1] in {REDACTED, LEFT_OUT} for one in changed)
    assert [one.name for one in changed if one.raw is None] == ["Malformed"]
    assert redaction.changed == len(changed) - 1
    assert redaction.left_out == 1
    assert 0 < len(changed) < len(before)


def test_turns_keep_their_order_times_tools_and_memories(canaries, tmp_path):
    path = tmp_path / "talk"
    write_capture(canaries.conn, WHOLE, path, now=NOW, redaction=Redaction(parse_rules([CANARY])))
    before = list(read_turns(canaries.conn, "ac_1"))
    with capture_connection(path, now=NOW) as (conn, _):
        after = list(read_turns(conn, "ac_1"))
    assert [turn.first_word_ms for turn in after] == [turn.first_word_ms for turn in before]
    assert [[one.name for one in turn.called] for turn in after] == [
        [one.name for one in turn.called] for turn in before
    ]
    assert after[0].asked == "Who is [redacted 1]?"
    assert [one.content for one in after[0].retrieved] == ["[redacted 1] is a dog"]


def test_a_number_is_redacted_by_a_pattern_and_shapes_stay(blank, tmp_path):
    recorded = blank()
    raw = encode_envelope(
        {
            "stanzaId": 1, "conversationId": "ac_1", "type": 2,
            "body": {"id": "am_1", "content": "Hello", "more": {"pin": 48151623, "list": [1.5, True, b"48151623"]}},
        }
    )  # fmt: skip
    record(recorded.conn, [recorded._entry("out", decode(raw), raw)])
    path = tmp_path / "talk"
    write_json_lines(recorded.conn, WHOLE, path, redaction=Redaction(parse_rules(["/48151623/"])))
    assert leaks(path, "48151623") == []
    assert json.loads(path.read_text())["body"]["content"] == "Hello"


def test_a_named_field_in_which_nothing_stood_is_known(canaries):
    redaction = Redaction(parse_rules(["field:body.content", "field:body.*.tags", "field:meta.nothing"]))
    assert redaction.missing == ("body.content", "body.*.tags", "meta.nothing")
    preview_redaction(canaries.conn, WHOLE, redaction)
    assert "body.content" not in redaction.missing
    assert "meta.nothing" in redaction.missing


def test_the_preview_says_what_would_be_replaced_and_writes_nothing(canaries, tmp_path):
    redaction = Redaction(parse_rules([CANARY]))
    before = sorted(tmp_path.iterdir())
    assert preview_redaction(canaries.conn, WHOLE, redaction) == len(journal.page(canaries.conn))
    first = redaction.examples[0]
    assert (first.number, first.field, first.before, first.after) == (
        1,
        "body.content",
        f"Who is {CANARY}?",
        "Who is [redacted 1]?",
    )
    assert redaction.changed > 5
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("rule", ["field:content", "field:body.", "field:nothing.x", "/(/", "/a*/", "/(?=a)/"])
def test_what_is_no_rule_is_one_sentence(rule):
    with pytest.raises(WorldError) as refusal:
        parse_rules([rule])
    assert refusal.value.sentence.endswith(".")


def test_rules_are_told_without_what_they_look_for():
    rules = parse_rules(["memories", "audio", "field:body.content", "/[0-9]+/", "/[a-z]{20}/", CANARY, " "])
    assert rules.told == ("memories", "audio", "1 field", "2 patterns", "1 text")
    assert not parse_rules([])
