import pytest

from alicia_desktop.base.message_draft import MessageDraft, utf16_length


@pytest.mark.parametrize(
    ("first", "then", "both"),
    [
        (MessageDraft(text="😀", cursor=0), MessageDraft(text="ab", cursor=1), MessageDraft(text="😀\nab", cursor=4)),
        (MessageDraft(text=" \n", cursor=2), MessageDraft(text="ab", cursor=1), MessageDraft(text="ab", cursor=1)),
        (MessageDraft(text="ab", cursor=2), MessageDraft(text=" "), MessageDraft(text="ab", cursor=2)),
        (MessageDraft(files=("a",)), MessageDraft(text="ab", files=("b",)), MessageDraft(text="ab", files=("a", "b"))),
        (
            MessageDraft(text="ab", cursor=2),
            MessageDraft(files=("b",)),
            MessageDraft(text="ab\n", cursor=3, files=("b",)),
        ),
        (
            MessageDraft(long_text="x"),
            MessageDraft(text="a", long_text="y", cursor=1),
            MessageDraft(text="a", long_text="x\n\ny", cursor=1),
        ),
    ],
)
def test_one_draft_followed_by_another_has_the_cursor_of_the_latter(first, then, both):
    assert first.then(then) == both


@pytest.mark.parametrize(("text", "units"), [("", 0), ("ab", 2), ("a😀", 3), ("\ud83d", 1)])
def test_places_are_counted_as_qt_does(text, units):
    assert utf16_length(text) == units
