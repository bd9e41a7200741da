import pytest

from alicia_desktop.app.global_shortcuts.contract import parse_combination
from alicia_desktop.base.errors import WorldError


@pytest.mark.parametrize(
    ("keys", "trigger"),
    [
        ("F8", "F8"),
        ("Ctrl+Alt+F9", "CTRL+ALT+F9"),
        ("Ctrl+Shift+T", "CTRL+SHIFT+t"),
        ("Meta+Space", "LOGO+space"),
        ("Alt+1", "ALT+1"),
        ("Ctrl+,", "CTRL+comma"),
        ("Pause", "Pause"),
        ("Shift+F1", "SHIFT+F1"),
    ],
)
def test_keys_are_named_as_x11_and_the_portal_do(qapp, keys, trigger):
    assert parse_combination(keys).trigger == trigger


@pytest.mark.parametrize("keys", ["T", "Space", "Shift+A", "1", "Return"])
def test_a_key_that_people_write_with_is_not_taken_from_every_program(qapp, keys):
    with pytest.raises(WorldError) as refused:
        parse_combination(keys)
    assert "would be taken from every program. Add Ctrl, Alt or Meta." in refused.value.sentence


@pytest.mark.parametrize("keys", ["", "nonsense", "Ctrl+", "Ctrl+A, Ctrl+B", "Media Play", "Ctrl+Ä", "x" * 9_999])
def test_what_is_no_key_is_a_sentence(qapp, keys):
    with pytest.raises(WorldError) as refused:
        parse_combination(keys)
    assert refused.value.sentence.endswith("cannot work in every window. Choose another key.")
    assert len(refused.value.sentence) < 120
