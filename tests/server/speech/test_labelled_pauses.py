"""The labels of the pauses that the end of a turn is judged by."""

import io
import struct

import numpy as np
import pytest
import soundfile

from alicia_desktop.server.speech.endpointing import PauseEvidence, bundled_weights, evidence_inputs
from tests.bench.pause_actors import ENTRY, TABLE, acted, last_parts
from tests.bench.pause_evidence import label, masked
from tests.bench.pause_sounds import RATE

LONG = "Would you please tell me where your brother keeps the book?"


def wav(seconds):
    sound = np.sin(np.arange(int(seconds * RATE)) * 0.1).astype(np.float32)
    file = io.BytesIO()
    soundfile.write(file, sound, RATE, format="WAV")
    return file.getvalue()


def game(parts):
    begin, table, sounds = TABLE + len(parts) * ENTRY.size, b"", b""
    for name, sound in parts.items():
        table += ENTRY.pack(name.encode(), begin + len(sounds), len(sound))
        sounds += sound
    return b"QTBL".ljust(TABLE - 2, b"\0") + struct.pack(">H", len(parts)) + table + sounds


def test_of_a_line_in_parts_the_last_one_is_taken_and_joe_is_one_person_in_all_dialogues():
    parts = {"020001P1.SB": wav(2), "020001P2.SB": wav(3), "030001J1.SB": wav(2), "040001J1.SB": wav(2), "A.CUT": b""}
    found = last_parts(game(parts))
    assert {speaker: [name for name, _ in lines] for speaker, lines in found.items()} == {
        "actor 02": ["020001P2.SB"],
        "actor joe": ["030001J1.SB", "040001J1.SB"],
    }


def test_lines_that_are_too_short_or_too_long_are_left_out():
    assert not last_parts(game({"020001P1.SB": wav(0.5), "020002P1.SB": wav(8)}))


def test_a_line_is_a_whole_and_a_cut_of_it_which_are_neither_learned_from_nor_held_out(tmp_path):
    folder = tmp_path / "flight-of-the-amazon-queen" / "usr/share/scummvm/queen"
    folder.mkdir(parents=True)
    (folder / "queen.1c").write_bytes(game({"020001P1.SB": wav(3)}))
    points = [*acted(tmp_path)]
    assert [(point.kind, point.finished, point.split) for point in points] == [
        ("whole", True, "develop"),
        ("cut", None, "develop"),
    ]
    assert {point.line for point in points} == {points[0].name}
    assert len(points[1].sound) < len(points[0].sound)


@pytest.mark.parametrize("text", [LONG, "Go to the", "Yes."])
def test_what_is_kept_of_a_transcript_reads_the_same(text):
    weights = bundled_weights()
    kept, whole = (PauseEvidence(acoustic=0.5, words=words) for words in (masked(text), text))
    assert evidence_inputs(kept, weights).tolist() == evidence_inputs(whole, weights).tolist()


def test_no_more_of_a_long_transcript_is_kept_than_what_is_learned_from():
    assert masked(LONG) == "Would x x x x x x x x the book?"


@pytest.mark.parametrize(
    ("heard", "unfinished"), [("I would like to", False), ("I would like to go.", None), ("Nobody heard", None)]
)
def test_what_goes_on_behind_a_pause_was_not_finished_and_what_is_not_known_has_no_label(heard, unfinished):
    assert label(heard, "I would like to go. And then home.") is unfinished
