"""The first look of the window, before the settings are loaded."""

import pytest

from alicia_desktop.ui.application import EarlyLook, read_early_look


@pytest.mark.parametrize(
    ("written", "look"),
    [
        ("", EarlyLook()),
        ("[look]\ntheme = 'dark'\nreduced_motion = true\n", EarlyLook(theme="dark", reduced_motion=True)),
        ("[look]\ntext_size = 150\n", EarlyLook(text_size=150)),
        ("[look]\ntext_size = 1500\n", EarlyLook()),
        ("[look]\nlanguage = 'de'\n", EarlyLook(language="de")),
        ("[look]\nlanguage = 7\n", EarlyLook()),
        ("[look]\ntheme = 7\nreduced_motion = 'yes'\n", EarlyLook()),
        ("look = 'dark'\n", EarlyLook()),
        ("[look\n", EarlyLook()),
    ],
)
def test_the_look_is_read_without_the_settings(tmp_path, written, look):
    (tmp_path / "settings.toml").write_text(written)
    assert read_early_look(tmp_path / "settings.toml") == look
    assert read_early_look(tmp_path / "none.toml") == EarlyLook()
