"""What a server tells, in lines; what it does not tell, or tells in another way, has none."""

import json

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.status import server_facts

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["model", "connection", "mcpServers", "name", "status", "latency", "languageModel"]), inner
    ),
    max_leaves=8,
)  # fmt: skip


def lines(info=None, stats=None):
    meta = {"serverInfo": json.dumps(info), "sessionStats": json.dumps(stats)}
    return {fact.name: fact.value for fact in server_facts(meta)}


def test_what_the_server_tells_of_itself():
    connection = {
        "status": "connected",
        "latency": 12,
        "speechToText": {"state": "loading", "sentence": "One moment"},
        "sentenceEncoder": {"state": "failed", "sentence": "It is away."},
    }
    told = {
        "connection": connection,
        "model": {"name": "small", "provider": "local"},
        "mcpServers": [{"name": "files", "status": "connected"}],
    }
    assert lines(told) == {
        "Model": "small · local",
        "Connection": "connected · 12 ms",
        "Speech recognition": "loading · One moment",
        "Search by meaning": "failed · It is away.",
        "Tool servers": "files · connected",
    }


def test_what_it_tells_of_the_session():
    stats = {"messageCount": 3, "toolCallCount": 1, "memoriesUsed": 2, "sessionDuration": 190.4}
    assert lines(stats=stats) == {
        "This session": "3 messages, 1 tool call, 2 memories used",
        "Duration": "3 min 10 s",
    }


def test_nothing_was_told():
    assert server_facts({}) == ()
    assert server_facts({"serverInfo": "not JSON"}) == ()


@given(VALUES, VALUES)
def test_whatever_it_tells_is_read(info, stats):
    assert all(lines(info, stats).values())
