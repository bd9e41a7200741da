"""The language: what it reads, what it refuses and where, and that it is total."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from alicia_desktop.filtering.expression import (
    EVERYTHING,
    And,
    Condition,
    Match,
    Mistake,
    Moment,
    Not,
    Or,
    Pattern,
    Words,
    text_of,
)
from alicia_desktop.filtering.parser import MAX_CHARACTERS, parse
from alicia_desktop.filtering.vocabulary import STANZAS
from tests.filtering.samples import expressions
from tests.support.examples import examples

WHOLE = (
    "type:MemoryTrace dir:in -type:AudioChunk size>1k turn:3 body.confidence<0.4 at>12:30 gap>200ms trace:ID "
    'tool:calculator is:malformed "text" /regex/ (a OR b)'
)
PIECES = (
    "type", "body", ".", ":", "<", ">", "=", "~", "!", "-", "(", ")", '"', "/", "\\", " ", "OR", "NOT", "AND", "1k",
    "12:30", "200ms", "MemoryTrace", "[3]", "é", "\0", "is", "at", "\n", "(?=", "*",
)  # fmt: skip


def compared(key, operator, value, **more) -> Condition:
    return Condition(key=key, operator=operator, value=value, **more)


def test_the_whole_language_in_one_line():
    assert parse(WHOLE, STANZAS) == And(
        parts=(
            compared("type", ":", "MemoryTrace"),
            compared("dir", ":", "in"),
            Not(part=compared("type", ":", "AudioChunk")),
            compared("size", ">", 1_000),
            compared("turn", ":", 3),
            compared("body", "<", "0.4", path=("confidence",)),
            compared("at", ">", Moment(time=(12, 30, None, None))),
            compared("gap", ">", 200_000, unit="ms"),
            compared("trace", ":", "ID"),
            compared("tool", ":", "calculator"),
            compared("is", ":", "malformed"),
            Words(text="text"),
            Match(pattern=Pattern(source="regex")),
            Or(parts=(Words(text="a"), Words(text="b"))),
        )
    )


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", EVERYTHING),
        ("  ", EVERYTHING),
        ("a b OR c", "OR"),
        ("type=memorytrace", "type:MemoryTrace"),
        ("TYPE:14", "type:14"),
        ("size>=2M", "size>=2000000"),
        ("size<1.5kB", "size<1500"),
        ("gap>1.5s", "gap>1500ms"),
        ("gap<0.2ms", "gap<0.2ms"),
        ("NOT dir:out", "-dir:out"),
        ("-(a OR b)", '-("a" OR "b")'),
        ("NOT NOT a", '"a"'),
        ("a AND b", '"a" "b"'),
        ("body.items[0].name~x", "body.items[0].name~x"),
        ("body.confidence", 'body.confidence~""'),
        ("-META.a[0]", '-meta.a[0]~""'),
        ('"body.confidence"', '"body.confidence"'),
        ('meta."odd key":"two words"', 'meta."odd key":"two words"'),
        ("body.text~/a b(c|d)/", "body.text~/a b(c|d)/"),
        ("/a\\/b/", "/a\\/b/"),
        ("at:2026-11", "at:2026-11"),
        ("at>=2026-11-23T12:30:05.25", "at>=2026-11-23T12:30:05.250000"),
        ("tool~/^calc/", "tool~/^calc/"),
        ("stanza:-3", "stanza:-3"),
        ("a-b", '"a-b"'),
    ],
)  # fmt: skip
def test_what_is_typed_is_read(typed: str, read: object):
    found = parse(typed, STANZAS)
    assert not isinstance(found, Mistake), found
    if typed == "a b OR c":
        assert found == Or(parts=(And(parts=(Words(text="a"), Words(text="b"))), Words(text="c")))
    elif isinstance(read, str):
        assert text_of(found) == read
    else:
        assert found == read


@pytest.mark.parametrize(
    ("typed", "part", "mended"),
    [
        ("typ:14", "typ", "type:14"),
        ("type:MemoryTrac", "MemoryTrac", "type:MemoryTrace"),
        ("type:Mex", "Mex", "type:MemoryTrace"),
        ("type:toolresult", "toolresult", "type:ToolUseResult"),
        ("type:", ":", "type:ErrorMessage"),
        ("is:bad dir:in", "bad", "is:marked dir:in"),
        ("size>big", "big", "size>1k"),
        ("gap>soon", "soon", "gap>200ms"),
        ("at>25:00", "25:00", "at>12:30"),
        ("at>2026-02-30", "2026-02-30", "at>12:30"),
        ("turn:x", "x", "turn:3"),
        ("size:>1k", ":", "size>1k"),
        ("type!=AudioChunk", "type!=AudioChunk", "-type:AudioChunk"),
        ("dir>in", ">", "dir:in"),
        ("colour:red", "colour:red", '"colour:red"'),
        ("https://a.example", "https://a.example", '"https://a.example"'),
        ("/usr/bin", "/usr/bin", '"/usr/bin"'),
        ("f(x)", "f(x)", '"f(x)"'),
        ("body.x<much", "much", None),
        ("body.x<", "<", "body.x<1"),
        ("body.x:", ":", "body.x:text"),
        ("body:3", "body", "body.id:3"),
        ("(a OR b", "(a OR b", "(a OR b)"),
        ("a )", ")", None),
        ("a OR", "OR", None),
        ("OR a", "OR", None),
        ("()", ")", None),
        ("-", "-", None),
        ("a NOT", "NOT", None),
        ('"abc', '"abc', '"abc"'),
        ("/abc", "/abc", "/abc/"),
        ('tool:"a', '"a', 'tool:"a"'),
        ("/(?=a)/", "/(?=a)/", '"(?=a)"'),
        ("x~[", "x~[", None),
        ("tool~/[/", "/[/", 'tool~"["'),
    ],
)
def test_a_mistake_is_marked_and_mostly_has_a_suggestion(typed: str, part: str, mended: str | None):
    found = parse(typed, STANZAS)
    assert isinstance(found, Mistake), found
    assert typed[found.start : found.end] == part
    assert found.sentence.endswith(".")
    if mended is not None:
        assert found.mended(typed) == mended
        assert not isinstance(parse(mended, STANZAS), Mistake)


@pytest.mark.parametrize("pattern", ["/(a)\\1/", "/(?<=a)b/", "/a{1000}{1000}/", f"/{'a' * 2_000}/", "/(/", "/*/"])
def test_a_pattern_that_cannot_be_run_in_linear_time_is_a_mistake(pattern: str):
    assert isinstance(parse(pattern, STANZAS), Mistake)


@pytest.mark.parametrize(
    "typed", ["(" * 5_000, "-" * 5_000, "NOT " * 2_000, "x" * (MAX_CHARACTERS + 1), "body" + ".a" * 900 + ":1"]
)
def test_no_depth_and_no_length_breaks_it(typed: str):
    parse(typed, STANZAS)


@settings(max_examples=examples(200))
@given(st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join))
@example('"')
@example("-(")
@example("body.")
@example("body.[")
def test_every_input_is_a_filter_or_a_marked_mistake(typed: str):
    found = parse(typed, STANZAS)
    if isinstance(found, Mistake):
        assert 0 <= found.start <= found.end <= len(typed)
        assert found.sentence
    else:
        assert parse(text_of(found), STANZAS) == found


@settings(max_examples=examples(100))
@given(expressions)
def test_what_is_written_is_read_back(expression):
    assert parse(text_of(expression), STANZAS) == expression
