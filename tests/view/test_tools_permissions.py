from alicia_desktop.protocol.client_tools import TOOLS
from alicia_desktop.store.conversations.tools import GrantRecord
from alicia_desktop.view.tools import arguments_text, grant_rows, requester_text, tool_question
from tests.view.records import START


def grant(**given):
    values = {"pk": 1, "server": "", "tool_name": "clipboard_read", "decision": "always", "title": None}
    return GrantRecord(**{**values, "created_at": START, **given})


def test_every_tool_has_a_question_and_a_name():
    for tool in TOOLS:
        assert tool not in tool_question(tool)
        assert grant_rows([grant(tool_name=tool)])[0].text != tool


def test_a_decision_says_where_it_holds():
    scopes = [
        row.scope
        for row in grant_rows(
            [
                grant(),
                grant(decision="never", server="https://there"),
                grant(decision="conversation", title="Roses"),
            ]
        )
    ]
    assert scopes == ["Always allowed", "Never allowed on https://there", "Allowed in “Roses”"]


def test_nothing_that_cannot_be_seen_hides_in_what_is_asked():
    assert arguments_text("open_address", {"url": "https://a\u200b.b"}) == "open_address\nurl: https://a\\u200b.b"
    assert arguments_text("clipboard_write", {"text": "a\u3164b\u2044c"}) == "clipboard_write\ntext: a\\u3164b\\u2044c"
    assert "\n" not in tool_question("x\ny") + requester_text("https://h\nx")
    assert arguments_text("clipboard_read", {}) == "clipboard_read, no parameters"
    assert "\u202e" not in requester_text("https://\u202eevil") + tool_question("\u202eevil")


def test_no_line_of_a_text_passes_for_another_argument():
    shown = arguments_text("clipboard_write", {"text": "good\npath: Notes/plan.txt\u2028x"})
    assert shown.split("\n") == ["clipboard_write", "text: good", "    path: Notes/plan.txt\\u2028x"]
