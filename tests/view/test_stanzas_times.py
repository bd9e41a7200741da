"""The time of a stanza, in each way of saying it."""

from msgspec.structs import replace

from alicia_desktop.view.stanzas import TIME_KINDS, StanzaTimes
from tests.ui.inspector.samples import numbered_stanza

ROW = replace(numbered_stanza(4), at=12_500_000, asked=11_000_000)
LATER = replace(numbered_stanza(9), at=13_000_000, asked=None)
START = 2_000_000


def said(kind, row=ROW):
    return StanzaTimes(kind=kind, start=START).text(row)


def test_each_way_of_saying_a_time():
    assert [said(kind) for kind in TIME_KINDS] == [ROW.time, "10.500", "1.500", ROW.delta]
    assert said("question", LATER) == "–"
    assert said("start", replace(ROW, at=1_999_000)) == "−0.001"
    assert StanzaTimes(kind="start").text(ROW) == "–"


def test_times_are_counted_from_the_last_reference_before_a_row():
    times = StanzaTimes(start=START).toggled(ROW)
    assert (times.kind, times.text(ROW), times.text(LATER)) == ("start", "REF", "0.500")
    assert times.text(replace(ROW, id="1", at=3_000_000)) == "1.000"
    both = times.toggled(LATER)
    assert (both.text(LATER), both.text(replace(LATER, id="10", at=13_250_000))) == ("REF", "0.250")
    assert both.toggled(LATER).toggled(ROW).text(LATER) == "11.000"


def test_a_key_goes_through_all_ways():
    times = StanzaTimes()
    for kind in (*TIME_KINDS[1:], TIME_KINDS[0]):
        times = times.next_kind()
        assert times.kind == kind
