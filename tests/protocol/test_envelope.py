"""Envelopes: what is odd is told, and only a missing type is a fault."""

from typing import Any

import pytest

from alicia_desktop.protocol.envelope import EnvelopeHead, read_head

GOOD = {"stanzaId": -2, "conversationId": "ac_1", "type": 14, "meta": {"source": "microphone"}, "body": {}}


def head(**changes: Any) -> EnvelopeHead:
    return read_head(GOOD | changes)


def test_a_good_envelope_has_no_problem():
    assert head() == EnvelopeHead(-2, "ac_1", 14, {"source": "microphone"})
    assert head(meta=None).meta == {}


def test_only_a_configuration_may_be_without_a_conversation():
    for absent in ("", None):
        assert head(type=12, conversationId=absent) == EnvelopeHead(-2, "", 12, {"source": "microphone"})
        assert head(conversationId=absent).problems == ("conversationId is missing",)


def test_a_missing_conversation_is_taken_from_the_body():
    found = head(conversationId="", body={"conversationId": "ac_2"})
    assert (found.conversation_id, len(found.problems)) == ("ac_2", 1)
    found = head(conversationId=5, body=None)
    assert (found.conversation_id, len(found.problems)) == ("", 2)


@pytest.mark.parametrize("sent", [-2.0, "-2"])
def test_an_id_of_another_kind_is_read(sent: object):
    found = head(stanzaId=sent)
    assert (found.stanza_id, found.problems) == (-2, ("stanzaId is not a whole number: read as one",))


@pytest.mark.parametrize("sent", [None, True, 2**31, -(2**31) - 1, "x", [1], 0.5])
def test_an_id_that_is_none_has_no_place_in_the_order(sent: object):
    found = head(stanzaId=sent)
    assert (found.stanza_id, found.fault, len(found.problems)) == (0, "", 1)


@pytest.mark.parametrize(("sent", "reason"), [(None, "missing"), (-1, "number"), (65_536, "number"), ("x", "number")])
def test_without_a_type_nothing_has_a_meaning(sent: object, reason: str):
    assert reason in head(type=sent).fault


def test_a_type_of_another_kind_is_read():
    assert (head(type="14").number, head(type=14.0).number) == (14, 14)


def test_meta_that_is_no_map_is_left_out():
    found = head(meta=[1])
    assert (found.meta, found.problems) == ({}, ("meta is not a map: left out",))
