"""Tool uses by tool: counts, failures and percentiles of the time that they took."""

from alicia_desktop.view.tools import statistics_by_tool
from tests.ui.inspector.samples import tool_row


def test_each_tool_has_its_counts_and_times():
    uses = [tool_row(f"a{number}", name="calculator", took=number * 1_000) for number in range(1, 101)]
    uses.append(tool_row("b1", name="search", state="failed", took=2_000_000))
    uses.append(tool_row("b2", name="search", state="timed_out", took=None))
    uses.append(tool_row("b3", name="search", state="refused", took=None))
    uses.append(tool_row("c1", name="result without a request", orphan=True))
    first, second = statistics_by_tool(uses)
    assert (first.name, first.uses, first.failed, first.median, first.p95, first.longest) == (
        "calculator",
        100,
        0,
        "50 ms",
        "95 ms",
        "100 ms",
    )
    assert (second.name, second.uses, second.failed, second.refused) == ("search", 3, 2, 1)
    assert (second.median, second.longest) == ("2.0 s", "2.0 s")


def test_a_tool_that_never_ended_has_no_times():
    (only,) = statistics_by_tool([tool_row(state="running", took=None)])
    assert (only.median, only.p95, only.longest) == ("–", "–", "–")
