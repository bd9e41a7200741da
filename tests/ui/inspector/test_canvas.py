import pytest

from alicia_desktop.ui.inspector.canvas import Lettering


@pytest.mark.parametrize("text", ["walnut " * 40, "w" * 400, "a\nb\nc"])
def test_a_paragraph_breaks_between_words_and_only_then_in_them(theme, qapp, text):
    layout = Lettering(theme).paragraph(text, 120)
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    assert len(lines) >= 3
    assert all(line.naturalTextWidth() <= 121 for line in lines)
    if " " in text:
        assert all(text[line.textStart() + line.textLength() - 1] == " " for line in lines)
