"""Content that is made to be expensive: what somebody would send who wants a window to stand still.

Each is text as it may come in a message, a tool's result or a memory. `TEXTS` holds the cheap ways to be long and the
short ways to be costly; the names are said in the benchmark.
"""

from collections.abc import Callable, Mapping
from typing import Final

TWO_MB: Final = 2_000_000
SENTENCE: Final = "The quick brown fox jumps over the lazy dog, and then it sleeps again. "


def ordinary(length: int = 400) -> str:
    """Return an answer as answers are, for a baseline."""
    paragraph = "Emma plays at **18:30 on Friday** in the hall of the [music school](https://example.org)."
    return _repeated(f"{paragraph}\n\n* Anna\n\n", length)


def table(columns: int, rows: int) -> str:
    """Return a table."""
    line = "|" + "cell|" * columns
    return "\n".join([line, "|" + "-|" * columns, *([line] * rows)])


def _repeated(text: str, length: int) -> str:
    return (text * (length // len(text) + 1))[:length]


TEXTS: Final[Mapping[str, Callable[[], str]]] = {
    "10,000 links": lambda: "[name](http://example.org) " * 10_000,
    "10,000 bare addresses": lambda: "https://example.org/a " * 10_000,
    "10,000 images": lambda: "![name](picture.png) " * 10_000,
    "10,000 footnotes": lambda: "".join(f"a[^{n}] [^{n}]: b\n" for n in range(10_000)),
    "100,000 entities": lambda: "&amp;" * 100_000,
    "100,000 marks of emphasis": lambda: "*a* _b " * 50_000,
    "2 MB of stars": lambda: "*" * TWO_MB,
    "2 MB of brackets": lambda: "[" * TWO_MB,
    "100,000 code spans": lambda: "`a` " * 100_000,
    "a word of 200,000 letters": lambda: "x" * 200_000,
    "a word of 2 MB": lambda: "x" * TWO_MB,
    "a line of 2 MB": lambda: _repeated(SENTENCE, TWO_MB),
    "paragraphs of 2 MB": lambda: _repeated(SENTENCE * 5 + "\n\n", TWO_MB),
    "100,000 sentences": lambda: SENTENCE * 100_000,
    "100,000 line ends": lambda: "\n" * 100_000,
    "100,000 short lines": lambda: "a\n\n" * 100_000,
    "2 MB of line ends": lambda: "x" + "\n" * TWO_MB + "x",
    "a table of 200×200": lambda: table(200, 200),
    "a table of 2×20,000": lambda: table(2, 20_000),
    "a table of 10,000×2": lambda: table(10_000, 2),
    "100,000 headings": lambda: "# a\n" * 100_000,
    "100,000 list items": lambda: "* item\n" * 100_000,
    "lists 1,000 deep": lambda: "".join("  " * depth + "* a\n" for depth in range(1_000)),
    "quotes 100,000 deep": lambda: ">" * 100_000 + " a",
    "quotes 1,000 deep, 100 times": lambda: ("> " * 1_000 + "a\n") * 100,
    "100,000 code fences": lambda: "```\na\n```\n" * 100_000,
    "a code block of one line of 1 MB": lambda: "```\n" + "x" * 1_000_000 + "\n```",
    "a code block of 2 MB": lambda: "```python\n" + _repeated("value = f(1, 'two') + three  # four\n", TWO_MB) + "```",
    "letters with 10,000 marks each": lambda: ("a" + "\N{COMBINING ACUTE ACCENT}" * 10_000) * 20,
    "zalgo of 2 MB": lambda: ("a" + "\N{COMBINING ACUTE ACCENT}\N{COMBINING GRAVE ACCENT BELOW}" * 15) * 60_000,
    "right to left of 1 MB": lambda: _repeated("\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET} a ", 1_000_000),
    "1 MB of overrides": lambda: _repeated("\N{RIGHT-TO-LEFT OVERRIDE}a\N{LEFT-TO-RIGHT ISOLATE}b", 1_000_000),
    "1 MB of letters without a font": lambda: _repeated("\N{CUNEIFORM SIGN A}\N{TIFINAGH LETTER YA}\u6f22", 1_000_000),
    "1 MB of joined emoji": lambda: _repeated("\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", 1_000_000),
    "1 MB of tabs": lambda: "\t" * 1_000_000,
    "2 MB of JSON": lambda: '{"key": "value", "list": [1, 2, 3]}, ' * 54_000,
}
"""Name → text."""
