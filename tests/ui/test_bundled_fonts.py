"""Fonts that a package brings along: used by their names, and none of them keeps the program from starting."""

import shutil
from pathlib import Path

import pytest
import qtawesome
from PySide6.QtGui import QFontDatabase

from alicia_desktop.ui.bundled_fonts import load_bundled_fonts

FAMILY = "elusiveicons"
"""A font that the program has no use for."""


@pytest.mark.expects_log("a font cannot be read.*A broken one")
def test_fonts_of_the_folder_are_known_and_what_is_none_is_left_out(qapp, tmp_path):
    assert FAMILY not in QFontDatabase.families()
    (file,) = Path(qtawesome.__file__).parent.glob("fonts/elusiveicons-*.ttf")
    (tmp_path / "A broken one.otf").write_bytes(b"OTTO")
    shutil.copy(file, tmp_path / "good.ttf")
    load_bundled_fonts(tmp_path)
    assert FAMILY in QFontDatabase.families()


def test_a_program_without_the_folder_has_the_fonts_of_the_system(qapp, tmp_path):
    before = QFontDatabase.families()
    load_bundled_fonts(tmp_path / "none")
    assert QFontDatabase.families() == before
