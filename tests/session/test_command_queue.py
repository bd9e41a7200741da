"""The queue of a session's commands."""

from alicia_desktop.protocol.messages import Acknowledgement
from alicia_desktop.session.command_queue import MAX_TOGETHER, CommandQueue
from alicia_desktop.session.commands import (
    Command,
    DeliverOutbox,
    FetchHistory,
    LeaveRoom,
    SendUnacknowledged,
    StartTimer,
    StopTimer,
)


def acknowledgement(number: int) -> SendUnacknowledged:
    body = Acknowledgement(conversation_id="ac_1", acknowledged_stanza_id=-number, last_seen_stanza_id=-number)
    return SendUnacknowledged(body=body)


def drained(queue: CommandQueue) -> list[tuple[Command, ...]]:
    found = []
    while together := queue.take():
        found.append(together)
    return found


def test_commands_are_taken_one_by_one_in_order_and_stanzas_in_a_row_together() -> None:
    queue = CommandQueue()
    first, second, third = (acknowledgement(number) for number in (1, 2, 3))
    queue.extend((first, second, DeliverOutbox(resend=False), third, LeaveRoom()))
    assert drained(queue) == [(first, second), (DeliverOutbox(resend=False),), (third,), (LeaveRoom(),)]
    assert not queue


def test_of_the_commands_for_one_timer_only_the_last_waits() -> None:
    queue = CommandQueue()
    for number in range(1, 6):
        queue.extend((StartTimer(timer="answer", seconds=30),))
        queue.extend((StopTimer(timer="answer"), acknowledgement(number)))
    queue.extend((StartTimer(timer="gap", seconds=2),))
    taken = drained(queue)
    assert taken[-1] == (StartTimer(timer="gap", seconds=2),)
    assert [each for together in taken for each in together if isinstance(each, StopTimer | StartTimer)] == [
        StopTimer(timer="answer"),
        StartTimer(timer="gap", seconds=2),
    ]


def test_no_more_stanzas_are_taken_together_than_leave_the_loop_its_turn() -> None:
    queue = CommandQueue()
    queue.extend(acknowledgement(number) for number in range(MAX_TOGETHER + 1))
    assert [len(together) for together in drained(queue)] == [MAX_TOGETHER, 1]


def test_what_is_discarded_is_not_taken() -> None:
    queue = CommandQueue()
    queue.extend((FetchHistory(), LeaveRoom(), FetchHistory()))
    queue.discard(FetchHistory)
    assert drained(queue) == [(LeaveRoom(),)]
