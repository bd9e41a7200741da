"""A verb that two share is said of each."""

import pytest

from alicia_desktop.extraction.ellipsis import fill_gap


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        (
            "Zoe was born on 3 May 2019 and Max on 12 August 2021",
            "Zoe was born on 3 May 2019 and Max was born on 12 August 2021",
        ),
        ("Alex lives in Leeds, Jordan in York", "Alex lives in Leeds, Jordan lives in York"),
        ("My mum lives in Hull and my dad in Malaga", "My mum lives in Hull and my dad lives in Malaga"),
        (
            "Ana works at Lidl, Ben at Aldi and Tom at Rewe",
            "Ana works at Lidl, Ben works at Aldi and Tom works at Rewe",
        ),
        ("Tom plays in Leeds and Berlin", "Tom plays in Leeds and Berlin"),
        ("I met Ana in Leeds and Ben in York", "I met Ana in Leeds and Ben in York"),
    ],
)
def test_the_verb_is_put_where_it_is_left_out(said, whole):
    assert fill_gap(said) == whole
