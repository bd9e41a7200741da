"""`capture save` and `capture open`: a conversation of this computer to a file, and the file without it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from alicia_desktop.cli.commands import app
from alicia_desktop.paths import find_paths
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.conversations import conversations, sounds
from alicia_desktop.store.engine import writing_engine
from tests.captures.conftest import FACT, NOW, Recorded
from tests.support.command import is_one_sentence
from tests.support.templates import Template


@pytest.fixture
def kept(template: Template) -> Path:
    """Two turns in this computer's database; returns where a capture may be written."""
    paths = find_paths()
    paths.create()
    engine = writing_engine(paths.client_database)
    with engine.connect() as conn:
        template.migrate(conn, paths.client_database, now=NOW)
        with conn.begin():
            conversations.create(conn, at=NOW, conversation_id="ac_1", title="Emma")
            recorded = Recorded(conn=conn)
            recorded.turn(1, "When is Emma's recital?", "On Friday.", memory=FACT)
            recorded.turn(2, "What is 17 * 23?", "It is 391.", tool="calculator", ms=600)
    engine.dispose()
    return paths.folder / "talk.alicia-capture"


def run(*arguments: object):
    done = CliRunner().invoke(app, ["capture", *map(str, arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_a_conversation_is_saved_by_its_title_and_opened_without_the_database(kept):
    done = run("save", "Emma", kept)
    assert (done.exit_code, done.stdout) == (0, f"Saved 9 stanzas in {kept}.\n")
    find_paths().client_database.unlink()
    lines = run("open", kept).stdout.splitlines()
    assert lines[:2] == ["Emma (ac_1)", "9 stanzas: the whole conversation"]
    assert lines[4:] == [
        "1  When is Emma's recital?",
        f"   memory  {FACT}",
        "   said    On Friday.",
        "   time    400 ms to the first word, 400 ms in all",
        "",
        "2  What is 17 * 23?",
        "   tool    calculator(17 * 23): success → 391",
        "   said    It is 391.",
        "   time    610 ms to the first word, 610 ms in all",
    ]


def test_turns_are_objects_for_scripts(kept):
    run("save", "ac_1", kept)
    first, second = map(json.loads, run("open", kept, "--json").stdout.splitlines())
    assert (first["turn"], first["asked"], first["first_word_ms"]) == (1, "When is Emma's recital?", 400)
    assert [one["content"] for one in first["retrieved"]] == [FACT]
    assert second["called"] == [
        {"tool": "calculator", "arguments": {"expression": "17 * 23"}, "status": "success", "result": "391"}
    ]


def test_a_filter_saves_what_fits_and_says_by_what_it_was_chosen(kept):
    done = run("save", "ac_1", kept, "--filter", "type:MemoryTrace")
    assert done.stdout == f"Saved 1 stanza in {kept}.\n"
    assert run("open", kept).stdout.splitlines()[1] == "1 stanza: stanzas chosen by type:MemoryTrace"


def test_json_lines_are_for_other_programs(kept):
    run("save", "ac_1", kept, "--format", "jsonl")
    found = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [one["name"] for one in found][:2] == ["UserMessage", "MemoryTrace"]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("save", "Nobody", "{}"), 1),
        (("save", "ac_1", "{}/no/folder"), 1),
        (("save", "ac_1", "{}", "--filter", "type:MemoryAction"), 1),
    ],
)
def test_what_cannot_be_done_is_one_sentence(kept, arguments, status):
    from alicia_desktop.base.errors import WorldError

    done = CliRunner().invoke(app, ["capture", *(one.format(kept) for one in arguments)])
    assert isinstance(done.exception, WorldError)
    assert is_one_sentence(f"alicia-desktop: {done.exception.sentence}\n")


def test_a_mistake_in_a_filter_is_marked(kept):
    done = run("save", "ac_1", kept, "--filter", "type:MemoryTrac")
    assert done.exit_code == 2
    assert "Did you mean: type:MemoryTrace" in done.stderr


def test_equal_times_are_no_difference(kept, tmp_path, template):
    other = tmp_path / "other"
    run("save", "ac_1", kept)
    run("save", "ac_1", other, "--redact", "recital")
    lines = run("diff", kept, other).stdout.splitlines()
    assert ("  asked" in lines, "  time" in lines) == (True, False)


def test_two_runs_are_compared_by_the_command(kept, tmp_path, template):
    run("save", "ac_1", kept)
    assert run("diff", kept, kept).stdout == "No difference in 2 turns.\n"
    other = tmp_path / "other"
    run("save", "ac_1", other, "--filter", "turn:2")
    done = run("diff", kept, other)
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "turn 1 → none",
        "  turn",
        "  - When is Emma's recital?",
        "  - memories: Emma has a recital on Friday",
        "  - said: On Friday.",
    ]
    (found,) = map(json.loads, run("diff", kept, other, "--json").stdout.splitlines())
    assert found == {
        "turn_before": 1,
        "turn_after": None,
        "aspect": "turn",
        "before": ["When is Emma's recital?", "memories: Emma has a recital on Friday", "said: On Friday."],
        "after": [],
    }


def test_a_check_prints_each_expectation_and_its_status_says_whether_all_hold(kept):
    run("save", "ac_1", kept)
    assert run("check", kept, "--expect-tool", "calculator", "--forbid-error").exit_code == 0
    assert run("check", kept, "--expect-stanza", "tool:calculator", "--forbid-stanza", "is:malformed").exit_code == 0
    assert run("check", kept, "--forbid-stanza", "tool:calculator").exit_code == 1
    assert run("check", kept, "--forbid-stanza", "is:nothing").exit_code == 2
    done = run(
        "check", kept, "--max-first-word", "0.5s", "--expect-memory", "recital", "--junit", kept.with_suffix(".xml")
    )
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "ok      expect-memory recital",
        "failed  max-first-word 500 ms",
        "        Turn 2: 610 ms.",
    ]
    assert b'failures="1"' in kept.with_suffix(".xml").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "{0}"),
        ("check", "{0}", "--max-first-word", "soon"),
        ("check", "{0}", "--forbid-error", "--junit", "{0}/no/folder"),
        ("check", "{0}.no", "--forbid-error"),
        ("diff", "{0}", "{0}.no"),
    ],
)
def test_a_script_never_takes_what_could_not_be_done_for_a_result(kept, arguments):
    run("save", "ac_1", kept)
    done = run(*(one.format(kept) for one in arguments))
    assert done.exit_code == 2
    assert is_one_sentence(done.stderr)


def test_a_redacted_capture_is_previewed_then_saved_and_says_what_kind_of_rules_it_had(kept):
    preview = run("save", "ac_1", kept, "--redact", "Emma", "--preview")
    assert preview.stdout.splitlines() == [
        "      1  body.content",
        "       - When is Emma's recital?",
        "       + When is [redacted 1]'s recital?",
        "      2  body.content",
        f"       - {FACT}",
        "       + [redacted 1] has a recital on Friday",
        "Would save 9 stanzas; 2 redacted, 0 left out.",
    ]
    assert not kept.exists()
    assert run("save", "ac_1", kept, "--redact", "Emma", "--redact", "/[0-9]{3}/").exit_code == 0
    lines = run("open", kept).stdout.splitlines()
    assert lines[0].startswith("Redacted conversation")
    assert lines[3] == "redacted: 1 pattern, 1 text"
    assert not {"Emma", "391"} & {word for line in lines for word in line.replace("'", " ").split()}


def test_a_field_that_no_stanza_has_is_said(kept):
    rules = ("--redact", "field:body.contnet", "--redact", "field:body.content")
    assert run("save", "ac_1", kept, *rules, "--preview").stdout.splitlines()[-1] == (
        "Nothing stands in body.contnet, which was to be redacted."
    )


def test_what_is_no_rule_writes_nothing(kept):
    done = CliRunner().invoke(app, ["capture", "save", "ac_1", str(kept), "--redact", "/(/"])
    assert done.exit_code == 1
    assert not kept.exists()


def test_kept_sound_goes_along_unless_it_is_not_wanted(kept):
    engine = writing_engine(find_paths().client_database)
    with engine.connect() as conn, conn.begin():
        sounds.store_sentence(conn, "am_a1", 1, bytes(9_600), audio_format="pcm_s16le_48000", duration_ms=100, at=NOW)
        stanza_marks.mark(conn, 1, NOW, "slow")
    engine.dispose()
    assert run("save", "ac_1", kept).exit_code == 0
    assert "with 1 sound, 1 mark" in run("open", kept).stdout.splitlines()
    assert run("save", "ac_1", kept, "--no-sound").exit_code == 0
    assert "with 1 mark" in run("open", kept).stdout.splitlines()


def test_without_a_display_no_window_is_opened_and_it_says_what_to_do_instead(kept, monkeypatch):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    done = run("open", kept, "--window")
    assert done.exit_code == 1
    assert "without --window" in done.stderr
