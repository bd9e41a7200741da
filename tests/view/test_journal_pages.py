"""Counting what arrives while it is being counted: each stanza once."""

from alicia_desktop.view.journal_pages import StanzaCount


def test_what_arrives_while_it_is_counted_is_in_the_total_once():
    count = StanzaCount()
    count.begin()
    assert not count.add([7, 8, 9])
    count.finish(100, 8)
    assert count.total == 101
    assert not count.add([9])
    assert count.add([9, 10])
    assert count.total == 102


def test_counting_anew_forgets_what_waited_for_the_count_before():
    count = StanzaCount()
    count.begin()
    count.add([3])
    count.begin()
    count.finish(5, 2)
    assert count.total == 5
    assert count.add([3])
