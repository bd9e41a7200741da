"""Tool uses as cards and rows."""

from dataclasses import replace

from alicia_desktop.view.tools import card_row, elapsed, tool_rows
from tests.view.records import START, after, tool


def test_a_card_says_how_it_stands() -> None:
    assert card_row(tool()).state == "running"
    done = card_row(tool(status="success", tool_result=391, completed_at=after(0.003)))
    assert (done.parameters, done.outcome, done.result) == ("17 * 23", "Done · 3 ms · on the server", "391")
    assert card_row(tool(status="error", error_message="timeout after 30 s")).outcome == "Failed: timeout after 30 s"
    assert card_row(tool(status="cancelled")).outcome == "Cancelled"


def test_a_card_says_what_the_person_has_to_do_with_it() -> None:
    assert card_row(tool(execution="client")).outcome == "Waiting for you"
    assert card_row(tool(execution="either", tool_name="system_information")).outcome == "Waiting for you"
    assert card_row(tool(execution="either", tool_name="weather")).state == "running"
    done = tool(execution="either", tool_name="system_information", status="success", completed_at=after(1))
    assert card_row(done).outcome.endswith("on the server")
    assert card_row(replace(done, permission="once")).outcome.endswith("on this computer")
    assert card_row(tool(execution="client", status="running")).state == "running"
    refused = tool(execution="client", status="error", error_code="permission_denied", permission="never")
    assert card_row(refused).outcome == "Not allowed"
    assert card_row(replace(refused, status="cancelled")).outcome == "Not allowed"
    assert tool_rows([refused])[0].permission == "Never allowed"
    late = tool(execution="client", status="error", error_code="timeout", timeout_ms=120_000)
    assert (card_row(late).state, card_row(late).outcome) == ("timed_out", "Timed out after 120 s")


def test_a_result_without_its_request_is_flagged() -> None:
    (row,) = tool_rows([tool(tool_name="", status="success", tool_result={"a": 1})])
    assert row.orphan
    assert row.name == "result without a request"


def test_a_running_card_counts() -> None:
    assert elapsed(START.timestamp(), after(0.44)) == "0.4 s"


def test_a_tool_of_the_server_is_run_again_where_the_server_offers_it():
    used = tool(execution="server", status="success", completed_at=after(1))
    (row,) = tool_rows([used])
    assert row.not_again == "It ran on the server, which does not offer to run it again."
    (row,) = tool_rows([used], server_runs=True)
    assert row.not_again == ""
    assert row.again.startswith("The server runs it")
    (row,) = tool_rows([tool(execution="client", status="success", completed_at=after(1))])
    assert (row.not_again, row.again.startswith("Runs it here")) == ("", True)
