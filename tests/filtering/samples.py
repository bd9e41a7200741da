"""Strategies: any expression over the keys of stanzas, as the parser makes them."""

from hypothesis import strategies as st

from alicia_desktop.filtering.expression import (
    Condition,
    Expression,
    Match,
    Moment,
    Operator,
    Pattern,
    Words,
    conjunction,
    disjunction,
    negation,
)
from alicia_desktop.filtering.vocabulary import FLAGS, MARKED, TYPES

WORDS = (
    "Emma", "on Friday", "", "a", "ß", "é", 'say "hi"', "c:\\x", "OR", "-1", "0.5", "true", "nil", "3", "calculator",
)  # fmt: skip
SOURCES = ("Emma", "a|b", "(a+)+$", "^x", "a/b", "\\d+", "", "\\\\", "(?-i)Emma")
PATHS = (("content",), ("confidence",), ("parameters", "digits"), ("tags", 0), ("odd key", "x"), ("metadata", "tags"))

orders: st.SearchStrategy[Operator] = st.sampled_from((":", "<", ">", "<=", ">="))
texts = st.sampled_from(WORDS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
patterns = st.sampled_from(SOURCES).map(lambda source: Pattern(source=source))
dates = st.one_of(
    st.tuples(st.integers(1970, 2100), st.none(), st.none()),
    st.tuples(st.integers(1970, 2100), st.integers(1, 12), st.none()),
    st.tuples(st.integers(1970, 2100), st.integers(1, 12), st.integers(1, 28)),
)
times = st.one_of(
    st.tuples(st.integers(0, 23), st.integers(0, 59), st.none(), st.none()),
    st.tuples(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59), st.none() | st.integers(0, 999_999)),
)
moments = st.one_of(
    dates.map(lambda date: Moment(date=date)),
    times.map(lambda time: Moment(time=time)),
    st.builds(lambda date, time: Moment(date=date, time=time), dates.filter(lambda date: date[2] is not None), times),
)


def _compared(key: str, operator: st.SearchStrategy[Operator], value, **more) -> st.SearchStrategy[Expression]:
    return st.builds(lambda sign, wanted: Condition(key=key, operator=sign, value=wanted, **more), operator, value)


def _text_key(key: str) -> st.SearchStrategy[Expression]:
    return _compared(key, st.sampled_from((":", "~")), texts) | _compared(key, st.just("~"), patterns)


leaves: st.SearchStrategy[Expression] = st.one_of(
    _compared("type", st.just(":"), st.sampled_from(TYPES) | st.integers(0, 40).map(str)),
    _compared("type", st.just("~"), patterns | texts),
    _compared("dir", st.just(":"), st.sampled_from(("in", "out"))),
    _compared("is", st.just(":"), st.sampled_from((*FLAGS, MARKED))),
    _compared("size", orders, st.integers(0, 5_000)),
    _compared("turn", orders, st.integers(-1, 4)),
    _compared("number", orders, st.integers(-5, 40)),
    _compared("stanza", orders, st.integers(-40, 40)),
    _compared("gap", orders, st.integers(0, 3_000_000), unit="ms"),
    _compared("at", orders, moments),
    _text_key("trace"),
    _text_key("tool"),
    _text_key("note"),
    texts.map(lambda text: Words(text=text)),
    patterns.map(lambda pattern: Match(pattern=pattern)),
    *(
        _compared(root, st.sampled_from((":", "~")), texts, path=path)
        | _compared(root, st.just("~"), patterns, path=path)
        | _compared(root, orders, st.sampled_from(("0.5", "-3", "17", "1e3")), path=path)
        for root in ("body", "meta")
        for path in PATHS
    ),
)

expressions: st.SearchStrategy[Expression] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        inner.map(negation),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: conjunction(*parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: disjunction(*parts)),
    ),
    max_leaves=6,
)
