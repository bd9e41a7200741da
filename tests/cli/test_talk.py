"""`talk`: what goes wrong is one sentence, what was written is kept."""

import os
import pty
import signal
import socket
import subprocess
import time

import pytest

from alicia_desktop.cli.terminal import READING_SECONDS
from alicia_desktop.paths import find_paths
from alicia_desktop.store import outbox
from alicia_desktop.store.files.readonly_access import reading
from tests.support.command import COMMAND, is_one_sentence, objects, run
from tests.support.patience import PATIENCE
from tests.support.serving import serving

pytestmark = pytest.mark.e2e


@pytest.fixture
def nowhere():
    """An address at which nobody answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture
def silent():
    """An address at which somebody picks up and says nothing, so that nothing leaves and nobody gives up soon."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def test_a_server_that_is_not_there_is_one_sentence_and_the_words_are_kept(nowhere):
    done = run("talk", "--server", nowhere, "--user", "ada", "--text", "First", "--text", "Second")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert nowhere in done.stderr
    assert "kept" in done.stderr
    kept = objects(run("journal", "--json").stdout)
    assert [one["body"]["content"] for one in kept] == ["First", "Second"]


def test_who_interrupts_before_a_question_has_left_takes_it_back(silent):
    talk = subprocess.Popen(
        # Tests that run in the background of a shell ignore Ctrl+C, which what they start inherits.
        ["env", "--default-signal=INT", *COMMAND, "talk", "--server", silent, "--text", "First"],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    while "First" not in run("journal", "--json").stdout:
        assert talk.poll() is None
    talk.send_signal(signal.SIGINT)
    _, told = talk.communicate(timeout=PATIENCE)
    assert b"Nothing was sent." in told
    assert b"Traceback" not in told
    with reading(find_paths().client_database) as conn:
        assert outbox.conversations_waiting(conn) == {}


def test_a_token_that_is_wrong_is_one_sentence():
    with serving() as served:
        done = run("talk", "--server", served.address, "--text", "Hello", environment={"ALICIA_TOKEN": "wrong"})
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert "token" in done.stderr


@pytest.mark.parametrize("content", [b"", b"no sound at all", b"RIFF\x24\x00\x00\x00WAVEfmt ", None])
def test_a_wav_that_is_not_a_wav_is_one_sentence(tmp_path, content):
    wav = tmp_path / "sound.wav"
    if content is not None:
        wav.write_bytes(content)
    done = run("talk", "--wav", wav)
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert "sound.wav" in done.stderr


def test_sound_that_cannot_be_written_is_one_sentence(tmp_path):
    done = run("talk", "--text", "Hello", "--out", tmp_path / "nowhere" / "out.wav")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


def test_livekit_without_a_server_for_it_is_one_sentence_that_names_the_variables():
    done = run("talk", "--transport", "livekit", "--text", "Hello")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert "ALICIA_LIVEKIT_URL" in done.stderr


def test_a_token_is_not_sent_unencrypted_to_another_computer():
    arguments = ("talk", "--server", "http://192.0.2.7:1", "--text", "Hello")
    done = run(*arguments, environment={"ALICIA_TOKEN": "canary"})
    assert done.returncode == 1
    assert "would go to 192.0.2.7 unencrypted, so nothing was sent" in done.stderr
    assert "--allow-unencrypted" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--transport", "pigeon"),
        ("--new", "--conversation", "ac_1"),
        ("--transport", "memory", "--server", "http://127.0.0.1:1"),
        ("--allow", "format_disk"),
        ("--text", " "),
        ("--conversation", os.fsdecode(b"\xff"), "--text", "Hello"),
    ],
)
def test_what_contradicts_itself_is_refused(arguments):
    done = run("talk", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_files_go_with_the_first_question(tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("Jazz on Friday")
    image = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,"
    (tmp_path / "dot.gif").write_bytes(image + b"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
    files = ("--attach", notes, "--attach", tmp_path / "dot.gif")
    done = run("talk", "--transport", "memory", "--json", *files, "--text", "What is this?", "--text", "What is 2 + 3?")
    assert done.returncode == 0, done.stderr
    sent = [one["body"] for one in objects(run("journal", "--json").stdout) if one["body"].get("attachments")]
    assert [(one["content"], [file["name"] for file in one["attachments"]]) for one in sent] == [
        ("What is this?", ["notes.txt", "dot.gif"])
    ]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("gone.txt", None, "“gone.txt” is not there anymore."),
        ("empty.txt", b"", "“empty.txt” is empty."),
        ("tool", b"\x7fELF\0\0", "“tool” is neither a text file nor a PNG, JPEG, WebP or GIF image."),
        ("long.txt", b"a" * 900_000, "“long.txt” is too large"),
    ],
)
def test_a_file_that_cannot_be_attached_is_one_sentence_and_nothing_is_sent(tmp_path, name, content, sentence):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = run("talk", "--transport", "memory", "--attach", tmp_path / name, "--text", "What is this?")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert sentence in done.stderr
    assert objects(run("journal", "--json").stdout) == []


def test_files_without_a_question_are_told():
    done = run("talk", "--transport", "memory", "--attach", __file__, given=b"\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "The files were not sent: there was no question to send them with." in done.stderr
    done = run("talk", "--attach", __file__, "--wav", "a.wav")
    assert done.returncode == 2


def test_text_of_another_encoding_is_said_with_marks():
    done = run("talk", "--transport", "memory", "--json", "--text", os.fsdecode(b"caf\xe9 au lait"))
    assert done.returncode == 0, done.stderr
    assert "caf\ufffd au lait" in [one["body"].get("content") for one in objects(done.stdout)]


def test_a_conversation_that_is_nowhere_is_told_and_leaves_nothing_behind():
    for _ in range(2):
        done = run("talk", "--transport", "memory", "--conversation", "ac_none", "--text", "Hello")
        assert done.returncode == 1
        assert is_one_sentence(done.stderr)
        assert "Nothing was sent: ac_none is not on this computer either" in done.stderr
    assert "There are no conversations yet in " in run("conversations").stderr


def test_lines_of_standard_input_are_said_one_after_the_other():
    done = run("talk", "--transport", "memory", given=b"What is 17 * 23?\n\n  What is 2 + 3?\n\xff\n")
    assert "391" in done.stdout.splitlines()[0]
    assert "5" in done.stdout.splitlines()[1]
    assert "Traceback" not in done.stderr


def test_a_tool_that_was_allowed_is_used_and_for_others_the_person_is_asked_whose_silence_is_no():
    (ours, theirs), (screen, shown) = pty.openpty(), pty.openpty()
    wishes = ("Show me a notification saying tea is ready", "What is on my clipboard?", "What is on my clipboard?")
    texts = [part for wish in wishes for part in ("--text", wish)]
    talking = subprocess.Popen(
        [*COMMAND, "talk", "--transport", "memory", "--allow", "notify", *texts],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=shown,
    )
    with talking, os.fdopen(ours, "wb", buffering=0) as keyboard:
        assert talking.stdout is not None
        told = b""
        for times, answer in enumerate((b"\n", b"y\n"), 1):
            while told.count(b"anything else no: ") < times and (more := os.read(screen, 4096)):
                told += more
            time.sleep(READING_SECONDS + 0.2)  # noqa: TID251 - real time, of a real process
            keyboard.write(answer)
        said = talking.stdout.read().decode().splitlines()
    for end in (theirs, screen, shown):
        os.close(end)
    assert said == [
        "The notification is on your screen.",
        "This was not allowed.",
        "There is no clipboard without the window.",
    ]
    assert b"tea is ready" in told
