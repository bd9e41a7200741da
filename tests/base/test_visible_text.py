import sys
import unicodedata

import pytest

from alicia_desktop.base.visible_text import describe_host, escape_hidden, is_hidden


@pytest.mark.parametrize(
    "character",
    [
        *("\x00", "\x1b", "\x7f", "\x85", "\x9d"),  # controls
        *("\u200b", "\u200d", "\u202e", "\u2066", "\u061c", "\ufeff", "\u00ad", "\U000e0041"),  # formats
        *("\u00a0", "\u2007", "\u3000", "\u1680", "\u2028", "\u2029"),  # spaces
        *("\ud800", "\ue000", "\ufdd0", "\U000e0080", "\uffff"),  # surrogates, private, unassigned
        *("\u3164", "\u115f", "\uffa0", "\u034f", "\u17b4", "\u180b", "\ufe0f", "\U000e0100"),  # ignorable
        *("\u2800", "\ufffc", "\U0001d159"),  # blank
        *("\u2044", "\u2215", "\uff0f", "\u29f8", "\u2571", "\u2216", "\uff3c", "\u2100"),  # like / and \
        *("\u2024", "\uff0e", "\u3002", "\u2025", "\u2236", "\uff1a", "\ua789", "\uff20", "\uff1f", "\uff03"),
        *("\u0338", "\u20e0"),  # strike a letter through
    ],
)
def test_what_is_hidden_or_misleads_is_written_out(character):
    escape = character.encode("unicode_escape").decode()
    assert escape_hidden(f"a{character}b") == f"a{escape}b"
    assert escape_hidden(escape_hidden(character)) == escape


@pytest.mark.parametrize(
    "text",
    [
        "Grüße, “Ελένη” – don’t…",
        "Нотатки/план 2.txt",
        "ファイル/ノート.txt",
        "सूची और हिन्दी",
        "ภาษาไทยก็ได้",
        "e\u0301cole tie\u0302\u0301ng",
        "שָׁלוֹם",
        "½ × 3 ≤ 5 € 🙂 🇬🇧",
        "C:\\Users\\me",
    ],
)
def test_what_people_write_stays_as_it_is(text):
    assert escape_hidden(text) == text


def test_line_ends_and_tabs_stay_where_lines_are_shown():
    assert escape_hidden("a\n\tb\rc") == "a\n\tb\\rc"
    assert escape_hidden("a\n\tb", keep="") == "a\\n\\tb"


def test_marks_stand_on_a_letter_and_do_not_pile_up():
    assert escape_hidden("/\u0301") == "/\\u0301"
    assert escape_hidden("\u0301a") == "\\u0301a"
    assert escape_hidden("a" + "\u0301" * 5) == "a" + "\u0301" * 3 + "\\u0301" * 2


@pytest.mark.slow
def test_no_character_without_ink_is_missed_as_far_as_names_tell():
    words = ("VARIATION SELECTOR", "INVISIBLE", "BLANK", "HANGUL FILLER", "SCRIPT FILLER", "NULL NOTEHEAD", "INHERENT")
    visible = {"BLANK SYMBOL"}  # a "b" with a stroke
    missed = [
        unicodedata.name(character)
        for character in map(chr, range(sys.maxunicode + 1))
        if any(word in unicodedata.name(character, "") for word in words) and not is_hidden(character)
    ]
    assert set(missed) <= visible


def test_a_name_of_ascii_takes_no_look_at_its_characters():
    assert escape_hidden("read_file") == "read_file"
    assert escape_hidden("") == ""


@pytest.mark.parametrize(
    ("host", "described"),
    [
        ("example.org", "example.org"),
        ("xn--mller-kva.de", "xn--mller-kva.de (müller.de)"),
        ("xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai (пример.рф)"),
        ("xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),  # Cyrillic letters that all look Latin, then "com"
        ("xn--pple-43d.com", "xn--pple-43d.com"),  # a Cyrillic letter before Latin ones
        ("xn--example-.org", "xn--example-.org"),  # nothing in it had to be encoded
        ("xn--\u00e9.org", "xn--\u00e9.org"),
        ("xn--googlecom-qa7a04h.org", "xn--googlecom-qa7a04h.org"),  # U+2044 in it
        ("[::1]", "[::1]"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_a_host_is_read_in_its_script_and_as_it_is_asked_for(host, described):
    assert describe_host(host) == described
