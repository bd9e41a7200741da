"""The head of a conversation: its states stand there whole, or not at all."""

import pytest

from alicia_desktop.ui.conversation.header import Header
from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.view.rows import StatusRow

LOCAL = StatusRow(place="On this computer", detail="Private: nothing is remembered", sync="", sync_kind="ok")


@pytest.fixture
def header(qtbot, theme):
    made = Header(theme=theme)
    qtbot.addWidget(made)
    made.set_status(LOCAL)
    made.resize(700, made.sizeHint().height())
    with qtbot.waitExposed(made):
        made.show()
    return made


def words(header):
    return [label.text() for label in header.findChildren(ElidedLabel) if label.isVisible() and label.text()]


def test_a_state_is_left_out_rather_than_cut_where_it_is_narrow(qtbot, header):
    assert "·\u2002Private: nothing is remembered" in words(header)
    header.resize(360, header.height())
    qtbot.waitUntil(lambda: words(header) == ["On this computer"])


def test_an_archived_conversation_says_so(header):
    header.set_pinned_archived(pinned=False, archived=True)
    assert "·\u2002Archived · Private: nothing is remembered" in words(header)
