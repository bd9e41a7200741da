"""What stands under an answer, where there is little room for it."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.ui.conversation.answer_footer import ActionLine, LaterTurns
from alicia_desktop.ui.conversation.message_controls import layout_height
from alicia_desktop.ui.conversation.message_parts import MessageFolds
from alicia_desktop.ui.widgets.buttons import Button, FoldButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import BranchRow, MessageRow, StepRow, VoteRow

ROW = MessageRow(
    id="am_2",
    role="assistant",
    name="Alicia",
    time="18:02",
    text="On Friday.",
    revision=1,
    reasoning=(StepRow(id="ar_1", text="It was asked for"),),
    timing="First word after 0.48 s",
)
AGAINST = replace(
    ROW,
    vote=VoteRow(value="down", state="confirmed", text="Not helpful"),
    unexplained=True,
    branch=BranchRow(number=2, count=3, before="am_1", after="am_3"),
)


@pytest.mark.parametrize(
    ("row", "width", "said"),
    [
        (ROW, 640, "Reasoning, 1 step"),
        (ROW, 428, "Reasoning, 1 step"),
        (ROW, 368, "Reasoning"),
        (AGAINST, 640, "Reasoning, 1 step"),
        (AGAINST, 428, "Reasoning"),
        (AGAINST, 340, ""),
    ],
)
def test_no_action_is_cut_where_there_is_little_room(qtbot, theme, row, width, said):
    line = ActionLine(theme=theme)
    qtbot.addWidget(line)
    line.show_row(row, MessageFolds(), width)
    with qtbot.waitExposed(line):
        line.show()
    (fold,) = line.findChildren(FoldButton)
    assert (fold.text(), fold.accessibleName()) == (said, "Reasoning, 1 step")
    assert fold.toolTip() == ("" if said == fold.accessibleName() else fold.accessibleName())
    assert fold.width() >= fold.sizeHint().width()
    assert fold.geometry().right() <= width


def test_later_messages_of_another_version_are_told_of_and_come_with_one_press(qtbot, theme):
    line = LaterTurns(theme=theme)
    qtbot.addWidget(line)
    line.show_row(BranchRow(number=2, count=2, before="am_1", after="", later_in=1, later="am_9"), 400)
    with qtbot.waitExposed(line):
        line.show()
    (show,) = (button for button in line.findChildren(Button) if button.isVisible())
    assert "Later messages are in version 1" in [label.text() for label in line.findChildren(Label)]
    with qtbot.waitSignal(line.chosen) as chosen:
        show.click()
    assert chosen.args == ["am_9"]
    for row in (None, BranchRow(number=2, count=2, before="am_1", after="")):
        line.show_row(row, 400)
        assert line.isHidden()


def test_nothing_shifts_when_a_reason_may_be_given(qtbot, theme):
    line = ActionLine(theme=theme)
    qtbot.addWidget(line)

    def places():
        layout_height(line)
        return {
            one.accessibleName() or one.text(): one.mapTo(line, one.rect().topLeft()).x()
            for one in line.findChildren(QAbstractButton)
            if one.isVisible() and one.text() != "Reason"
        }

    voted = replace(ROW, vote=VoteRow(value="down", state="confirmed", text="Not helpful"))
    line.show_row(voted, MessageFolds(), 420)
    with qtbot.waitExposed(line):
        line.show()
    before = places()
    line.show_row(replace(voted, unexplained=True), MessageFolds(), 420)
    assert places() == before
    assert any(one.isVisible() and one.text() == "Reason" for one in line.findChildren(QAbstractButton))
