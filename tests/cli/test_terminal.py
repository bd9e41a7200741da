"""The question stays in sight whatever a server asks for, and nothing in it is hidden or passes for something else."""

import unicodedata

import pytest

from alicia_desktop.cli.terminal import MARGIN, MAX_ROWS, detail_rows, prompt
from alicia_desktop.session.tools.contract import PermissionRequest


def wish(tool: str = "clipboard_write", server: str = "", **arguments: object) -> PermissionRequest:
    return PermissionRequest(id="atu_1", tool=tool, arguments=arguments, server=server)


HOSTILE = (
    *("\n" * 5_000, "x" * 20_000, "漢" * 20_000, "\x1b[2J\x1b[8m", "\x9b2J", "\u202e", "\u3164" * 500),
    "\ny this once · c in this conversation · a always · never · anything else no: ",
    "\r  │ url: https://example.org",
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("columns", [80, 40, 200, 1, 0])
def test_every_row_is_the_question_s_or_marked_as_somebody_s_and_few_enough(text, columns):
    asked = prompt(wish(text=text), columns=columns)
    rows = asked.split("\n")
    details = [row for row in rows if row.startswith((MARGIN, "  ┆"))]
    assert len(details) <= MAX_ROWS
    assert rows[-1].startswith("y this once")
    assert sum(row.startswith("y this once") for row in rows) == 1
    assert not {unicodedata.category(one) for one in asked} & {"Cf", "Cs", "Zl", "Zp"}
    assert not set(asked) & {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} - {"\n"}
    if columns >= 80:
        assert len(rows) + sum(len(row) > columns for row in rows) <= 24


def test_a_short_one_is_whole():
    asked = prompt(wish(text="Buy bread."), columns=80)
    assert asked == (
        "\nMay Alicia replace what is on your clipboard?\n"
        "Requested by Alicia on this computer. The result stays here, unless the model ru\nns elsewhere.\n"
        "  │ clipboard_write\n"
        "  │ text: Buy bread.\n"
        "y this once · c in this conversation · a always · never · anything else no: "
    )


def test_a_long_one_says_what_is_left_out_and_how_to_see_it():
    long = wish(text="".join(f"line {number}\n" for number in range(30)))
    asked = prompt(long, columns=80)
    assert "  ┆ 23 of 32 rows are not shown here; answer show to see all of them\n" in asked
    assert asked.endswith("· never · show all · anything else no: ")
    assert len(detail_rows(long, columns=80)) == 32


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://example.org/x", "example.org"),
        ("https://xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
        ("https://\u0430pple.com/", "xn--pple-43d.com"),
        ("https://müller.de/", "xn--mller-kva.de (müller.de)"),
        ("https://" + "a" * 80 + ".org", "a" * 80 + ".org"),
    ],
)
def test_where_an_address_leads_stands_apart(url, host):
    assert f"{MARGIN}host: {host}" in detail_rows(wish(tool="open_address", url=url), columns=200)


def test_an_address_is_shown_as_a_browser_is_handed_it():
    rows = detail_rows(wish(tool="open_address", url="https://müller.de/weiß?q=\u3164#\u2044"), columns=200)
    assert f"{MARGIN}url: https://xn--mller-kva.de/wei%C3%9F?q=%E3%85%A4#%E2%81%84" in rows


def test_what_is_no_address_has_no_host():
    assert detail_rows(wish(tool="open_address", url="https://[::1"), columns=80)[-1] == f"{MARGIN}host: "
