"""Ids are NanoIDs behind a prefix; trace and span ids are W3C's."""

import re

import pytest

from alicia_desktop.base import ids


@pytest.mark.parametrize("prefix", [ids.CONVERSATION, ids.MESSAGE, ids.SENTENCE, ids.MEMORY_USE, ids.LOCAL])
def test_an_id_is_its_prefix_and_21_safe_characters(prefix: str):
    assert re.fullmatch(re.escape(prefix) + r"[A-Za-z0-9_-]{21}", ids.new_id(prefix))


def test_ids_do_not_repeat():
    assert len({ids.new_id(ids.MESSAGE) for _ in range(1_000)}) == 1_000


def test_many_at_once_are_like_one_by_one():
    many = ids.new_ids(ids.META, 500)
    assert len(set(many)) == 500
    assert all(re.fullmatch(r"amt_[A-Za-z0-9_-]{21}", name) for name in many)


def test_trace_and_span_ids_are_hex_of_their_length():
    assert re.fullmatch(r"[0-9a-f]{32}", ids.new_trace_id())
    assert re.fullmatch(r"[0-9a-f]{16}", ids.new_span_id())


def test_prefixes_are_all_different():
    prefixes = [value for name, value in vars(ids).items() if name.isupper() and isinstance(value, str)]
    assert len(prefixes) == len(set(prefixes)) == 14
