"""Nothing that others wrote makes the program recurse: every door is given JSON or TOML that is 100,000 levels deep.

Doors that need a server are with their servers: `tests/api/test_responses.py`, `tests/server/test_odd_requests.py`,
`tests/server/engines/test_completion_stream.py`, `tests/server/engines/test_sentence_endpoint.py`.
"""

import base64
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

import alicia_desktop
from alicia_desktop.base.errors import WorldError
from alicia_desktop.captures.container import parse_manifest
from alicia_desktop.cli.journal import decode_line
from alicia_desktop.config import Settings, load_settings, save_settings
from alicia_desktop.memory.json_lines import read_line
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Malformed
from alicia_desktop.server import server_child
from alicia_desktop.server.tools.arithmetic import ArithmeticRefusedError, evaluate
from alicia_desktop.store.conversations.captured_rows import CapturedSound, parse_line, parse_member
from alicia_desktop.store.conversations.conversation_file import parse_conversation
from alicia_desktop.transport.token import read_socket_token
from alicia_desktop.ui.application import read_early_look
from alicia_desktop.view.retrievals import retrieval_map
from alicia_desktop.view.status import server_facts

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LEVELS = 100_000
SHAPES = ("[" * LEVELS, "[" * LEVELS + "]" * LEVELS, '{"a":' * LEVELS, '{"a":' * LEVELS + "1" + "}" * LEVELS)
FREE: dict[str, str] = {
    "alicia_desktop/app/settings/settings_controller.py": "a file of the program's own",
    "alicia_desktop/ui/tokens.py": "as above",
    "alicia_desktop/memory/vocabulary.py": "as above",
    "alicia_desktop/server/dialogue/languages.py": "as above",
    "alicia_desktop/server/dialogue/reply_table.py": "as above",
    "alicia_desktop/server/engines/model_process.py": "a line from the process that started it",
    "alicia_desktop/base/decoding.py": "measures the nesting before",
    "alicia_desktop/store/schema/columns.py": "columns that this program encoded from what was measured on its way in",
    "alicia_desktop/store/conversations/answer_prompts.py": "as above",
    "alicia_desktop/store/memories/forgetting.py": "as above",
    "alicia_desktop/store/memories/personal_text.py": "as above",
    "alicia_desktop/store/memories/value_forgetting.py": "as above",
    "alicia_desktop/store/memories/memory_list.py": "as above",
    "alicia_desktop/store/memories/memory_copies.py": "as above",
    "alicia_desktop/store/memories/memory_search.py": "as above",
    "alicia_desktop/memory/retrieval/catalogue.py": "as above",
    "alicia_desktop/protocol/codec.py": "MessagePack, whose nesting `protocol.scanner` measures",
    "alicia_desktop/line/pipe.py": "frames between processes of the program, of fixed kinds",
}
"""Who decodes without `base.decoding`, and why that is safe."""
DECODING = re.compile(
    r"json\.loads?\(|json\.decode\(|json\.Decoder|tomllib\.|\.json\(\)|msgpack\.(decode|unpackb|Decoder)|literal_eval"
)


def test_nobody_else_decodes_what_others_wrote():
    root = Path(alicia_desktop.__file__).parents[1]
    found = {
        path.relative_to(root).as_posix()
        for path in root.glob("alicia_desktop/**/*.py")
        if DECODING.search(path.read_text(encoding="utf-8").replace("tomllib.TOMLDecodeError", ""))
    }
    assert found == FREE.keys()


def envelope(deep: str) -> bytes:
    return b'{"format": "x", "version": 1, "conversation": "ac_1", "tables": ' + deep.encode()


def manifest(deep: str) -> bytes:
    return b'{"format": "alicia-capture", "version": 1, "conversation": ' + deep.encode() + b"}"


DOORS: dict[str, Callable[[str], object]] = {
    "the import of a conversation": lambda deep: parse_conversation(deep.encode()),
    "a table of that import": lambda deep: parse_conversation(envelope(deep)),
    "a column of that import": lambda deep: parse_conversation(envelope(f'{{"alicia_meta": [{{"value": {deep}}}]}}}}')),
    "the manifest of a capture": lambda deep: parse_manifest(Path("capture"), deep.encode()),
    "the conversation of that manifest": lambda deep: parse_manifest(Path("capture"), manifest(deep)),
    "a stanza of a capture": lambda deep: parse_line("journal", 0, deep.encode()),
    "a column of that stanza": lambda deep: parse_line("journal", 0, b'{"seq": 1, "meta": ' + deep.encode() + b"}"),
    "a sound of a capture": lambda deep: parse_member(deep.encode(), CapturedSound, "sounds[0]"),
    "a row of a capture": lambda deep: parse_line("alicia_messages", 0, b'{"attachments": ' + deep.encode() + b"}"),
    "a line of memories": lambda deep: read_line(deep, user_id="user", now=NOW),
    "more of such a line": lambda deep: read_line(
        f'{{"id": "m", "content": "x", "more": {deep}}}', user_id="user", now=NOW
    ),
    "a stanza as hex": lambda deep: decode_line(deep.encode().hex().encode()),
    "how memories were looked for, as the server told": lambda deep: retrieval_map((), {"retrieval": deep}),
    "what a server told about itself": lambda deep: server_facts({"serverInfo": deep, "sessionStats": deep}),
    "the expression of the calculator": evaluate,
    "nested brackets of it": lambda deep: evaluate(deep.replace("[", "(").replace("]", ")")),
}


@pytest.mark.parametrize("deep", SHAPES, ids=range(len(SHAPES)))
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_what_nests_without_end_is_refused_or_passed_over(door, deep):
    with suppress(WorldError, ValueError, ArithmeticRefusedError):
        door(deep)


@pytest.mark.parametrize("kind", [b"\x91", b"\x81\xa1a", b"\xdd\x00\x00\x00\x01"])
def test_a_packet_that_nests_without_end_is_malformed(kind):
    assert isinstance(decode(kind * LEVELS), Malformed)
    assert isinstance(decode(b"\x82\xa4type\x02\xa4body" + kind * 1_000 + b"\xc0"), Malformed)


@pytest.mark.parametrize("deep", [SHAPES[0], SHAPES[1], "{a=" * LEVELS, "{a=" * LEVELS + "1" + "}" * LEVELS])
def test_settings_that_nest_without_end_are_broken_and_kept_aside(tmp_path, deep):
    path = tmp_path / "settings.toml"
    for text in (f"x = {deep}", f"[tools]\nfolders = {deep}", f"[look]\ntheme = {deep}"):
        path.write_text(text)
        with pytest.raises(WorldError) as refusal:
            load_settings(path, {})
        assert refusal.value.code == "settings_broken"
        assert read_early_look(path).theme == "system"
        save_settings(path, Settings(first_run_done=True), {})
        assert load_settings(path, {}).first_run_done
        assert path.with_suffix(".broken.toml").read_text() == text


def test_names_of_settings_that_nest_without_end_are_broken(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(f"{'.'.join('a' * LEVELS)} = 1")
    with pytest.raises(WorldError):
        load_settings(path, {})
    save_settings(path, Settings(first_run_done=True), {})
    assert load_settings(path, {}).first_run_done


@pytest.mark.parametrize("deep", SHAPES, ids=range(len(SHAPES)))
def test_where_a_server_runs_and_what_a_key_opens_is_nothing_then(tmp_path, deep):
    path = tmp_path / "server.json"
    path.write_text(deep)
    assert server_child.read_announcement(path) is None
    head = base64.urlsafe_b64encode(deep.encode()).decode().strip("=")
    assert read_socket_token(f"{head}.e30.e30", secret="s" * 32, now=NOW) is None
    assert read_socket_token(f"e30.{head}.e30", secret="s" * 32, now=NOW) is None
