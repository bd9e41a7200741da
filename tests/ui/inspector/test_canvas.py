import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from alicia_desktop.ui.inspector.canvas import Canvas, Lettering, shown_runs


@pytest.mark.parametrize("text", ["walnut " * 40, "w" * 400, "a\nb\nc"])
def test_a_paragraph_breaks_between_words_and_only_then_in_them(theme, qapp, text):
    layout = Lettering(theme).paragraph(text, 120)
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    assert len(lines) >= 3
    assert all(line.naturalTextWidth() <= 121 for line in lines)
    if " " in text:
        assert all(text[line.textStart() + line.textLength() - 1] == " " for line in lines)


@pytest.mark.parametrize(
    ("shown", "runs", "marked"),
    [
        ("walnuts and plums", [(0, 7), (12, 17)], [(0, 7), (12, 17)]),
        ("walnuts an…", [(0, 7), (12, 17)], [(0, 7), (10, 11)]),
        ("walnuts an…", [(8, 11)], [(8, 10), (10, 11)]),
        ("walnuts an…", [(0, 7)], [(0, 7)]),
        ("…", [(12, 17)], [(0, 1)]),
        ("walnuts and plums", [], []),
    ],
)
def test_what_stands_behind_the_end_of_a_line_marks_its_ellipsis(shown, runs, marked):
    assert shown_runs("walnuts and plums", shown, runs) == marked


def painted(theme, text, runs, direction):
    """Return the columns of pixels that are marked."""
    picture = QImage(400, 30, QImage.Format.Format_RGB32)
    picture.fill(theme.colour("surface"))
    painter = QPainter(picture)
    canvas = Canvas(painter, picture.rect(), lettering=Lettering(theme), direction=direction)
    canvas.words(picture.rect(), text)
    canvas.mark_words(picture.rect(), text, runs)
    painter.end()
    ground = theme.colour("field-selected").rgb()
    return {x for x in range(400) for y in range(30) if picture.pixel(x, y) == ground}


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_what_is_read_from_the_right_is_marked_where_it_stands(theme, qapp, direction):
    text = "שלום עולם"  # the first word stands at the right
    first, second = painted(theme, text, [(0, 4)], direction), painted(theme, text, [(5, 9)], direction)
    both = painted(theme, text, [(0, 9)], direction)
    assert min(first) > max(second)
    assert first | second <= both


def test_a_run_over_both_ways_of_reading_is_marked_in_its_places_alone(theme, qapp):
    text = "abc שלום def"
    run = painted(theme, text, [(2, 6)], Qt.LayoutDirection.LeftToRight)  # "c", and the word’s first half at the right
    gap = [x for x in range(min(run), max(run)) if x not in run]
    assert gap, "the second half of the word stands between"


def test_emoji_before_a_find_move_it_by_their_width(theme, qapp):
    plain = painted(theme, "ab cd", [(3, 5)], Qt.LayoutDirection.LeftToRight)
    after = painted(theme, "\U0001f9c1b cd", [(3, 5)], Qt.LayoutDirection.LeftToRight)
    assert plain
    assert after
    assert max(after) - min(after) == pytest.approx(max(plain) - min(plain), abs=1)
