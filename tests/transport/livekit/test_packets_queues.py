"""However streams and packets finish, each sender's stanzas are handed on in the order in which they began."""

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.transport.livekit.packets import SenderQueues

STEPS = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["packet", "stream", "broken"])), max_size=20)


class Delivered(dict[str, list[bytes]]):
    """What each sender's stanzas were, in order."""

    def __call__(self, sender, data):
        self.setdefault(sender, []).append(data)


@given(steps=STEPS, data=st.data())
def test_stanzas_come_in_the_order_of_their_beginning(steps, data):
    delivered, expected, open_places = Delivered(), Delivered(), []
    inbox = SenderQueues(delivered)
    for number, (sender, kind) in enumerate(steps):
        stanza = b"%d" % number
        if kind == "packet":
            inbox.put(sender, stanza)
        else:
            open_places.append((inbox.reserve(sender), stanza if kind == "stream" else None))
        if kind != "broken":
            expected(sender, stanza)
    for place, stanza in data.draw(st.permutations(open_places)):
        if stanza is None:
            inbox.drop(place)
        else:
            inbox.fill(place, stanza)
    assert delivered == expected


def test_a_packet_waits_for_the_stream_before_it():
    delivered = Delivered()
    inbox = SenderQueues(delivered)
    place = inbox.reserve("a")
    inbox.put("a", b"second")
    assert delivered == {}
    inbox.fill(place, b"first")
    assert delivered == {"a": [b"first", b"second"]}


def test_one_sender_holds_up_nobody_else():
    delivered = Delivered()
    inbox = SenderQueues(delivered)
    inbox.reserve("a")
    inbox.put("b", b"free")
    assert delivered == {"b": [b"free"]}


def test_what_a_sender_finished_is_handed_on_when_it_leaves():
    delivered = Delivered()
    inbox = SenderQueues(delivered)
    unfinished = inbox.reserve("a")
    inbox.put("a", b"whole")
    inbox.forget("a")
    inbox.fill(unfinished, b"too late")
    assert delivered == {"a": [b"whole"]}


def test_forgetting_somebody_unknown_is_nothing():
    delivered = Delivered()
    SenderQueues(delivered).forget("stranger")
    assert delivered == {}
