"""Who "his" and "she" are is whoever was named, with their title."""

from tests.extraction.reader import extract, turn


def test_a_title_is_part_of_a_name():
    said = turn("The tenant in flat 2 is called Mr Osei. His rent is 850 euros.")
    assert [one.content for one in extract(said).statements][-1] == "Mr Osei's rent is 850 euros."
