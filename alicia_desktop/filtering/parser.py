"""Parse a filter: every input is an expression or one marked mistake with a sentence and mostly a suggestion.

    parse('type:MemoryTrace -(dir:out OR size>1k) "Emma"', STANZAS)

A space is AND and binds more than OR; `-` and NOT exclude. Whatever is not understood is a mistake and never ignored,
because a filter that silently finds something else is worse than none.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, cast

from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import (
    EVERYTHING,
    Condition,
    Expression,
    Match,
    Mistake,
    MistakeError,
    Operator,
    Words,
    conjunction,
    disjunction,
    mistake,
    negation,
)
from alicia_desktop.filtering.lexer import Lexeme, delimited, pieces, quoted
from alicia_desktop.filtering.values import Written, read_comparison, read_field, read_pattern
from alicia_desktop.filtering.vocabulary import EXAMPLES, OPERATORS, FilterVocabulary

MAX_CHARACTERS: Final = 10_000
MAX_DEPTH: Final = 50
_OPERATOR: Final = re.compile(r"<=|>=|!=|==|[:=<>~]")
_SIGNS: Final = "!=<>:~"


def parse(text: str, vocabulary: FilterVocabulary) -> Expression | Mistake:
    """Return what a filter says, or its first mistake."""
    if len(text) > MAX_CHARACTERS:
        return Mistake(start=MAX_CHARACTERS, end=len(text), sentence=translate("This filter is too long."))
    try:
        return _Parser(text, vocabulary).whole()
    except MistakeError as error:
        return error.mistake


class _Parser:
    """One reading, a piece at a time."""

    def __init__(self, text: str, vocabulary: FilterVocabulary) -> None:
        self._text = text
        self._vocabulary = vocabulary
        self._pieces: Sequence[Lexeme] = tuple(pieces(text))
        self._at = 0
        self._depth = 0

    def whole(self) -> Expression:
        if not self._pieces:
            return EVERYTHING
        found = self._alternatives()
        if (piece := self._next()) is not None:
            raise mistake(piece.start, piece.end, translate("This bracket closes nothing."))
        return found

    def _next(self) -> Lexeme | None:
        return self._pieces[self._at] if self._at < len(self._pieces) else None

    def _is_keyword(self, word: str) -> bool:
        piece = self._next()
        return piece is not None and piece.form == "word" and piece.said == word and not piece.minus

    def _alternatives(self) -> Expression:
        parts = [self._conditions()]
        while self._is_keyword("OR"):
            self._at += 1
            parts.append(self._conditions())
        return disjunction(*parts)

    def _conditions(self) -> Expression:
        parts = [self._condition()]
        while (piece := self._next()) is not None and piece.form != "close" and not self._is_keyword("OR"):
            if self._is_keyword("AND"):
                self._at += 1
            parts.append(self._condition())
        return conjunction(*parts)

    def _condition(self) -> Expression:
        excluded = False
        while self._is_keyword("NOT") or self._is_lone_minus():
            excluded, self._at = not excluded, self._at + 1
        piece = self._next()
        if piece is None or piece.form == "close" or self._is_keyword("OR") or self._is_keyword("AND"):
            self._missing(piece)
        assert piece is not None
        self._at += 1
        found = self._group(piece) if piece.form == "open" else self._leaf(piece)
        return negation(found) if excluded != piece.minus else found

    def _is_lone_minus(self) -> bool:
        """Whether a minus stands before a bracket."""
        piece = self._next()
        return (
            piece is not None and piece.form == "word" and piece.minus and not piece.said and self._opens_after(piece)
        )

    def _opens_after(self, piece: Lexeme) -> bool:
        after = self._pieces[self._at + 1] if self._at + 1 < len(self._pieces) else None
        return after is not None and after.form == "open" and after.start == piece.end

    def _missing(self, piece: Lexeme | None) -> None:
        if piece is None:
            before = self._pieces[-1]
            raise mistake(
                before.start,
                before.end,
                translate("Something is missing after “{text}”.").format(text=before.said or "-"),
            )
        raise mistake(
            piece.start, piece.end, translate("Something is missing before “{text}”.").format(text=piece.said)
        )

    def _group(self, opening: Lexeme) -> Expression:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise mistake(opening.start, opening.end, translate("The brackets are nested too deep."))
        found = self._alternatives()
        if self._next() is None:
            rest = self._text[opening.start :]
            raise mistake(opening.start, len(self._text), translate("This bracket is not closed."), f"{rest.rstrip()})")
        self._at += 1
        self._depth -= 1
        return found

    def _leaf(self, piece: Lexeme) -> Expression:
        first = piece.start + piece.minus
        if piece.form != "word":
            if not piece.closed:
                is_quote, said = piece.form == "quoted", self._text[first : piece.end]
                sentence = translate("This quote has no end.") if is_quote else translate("This pattern has no end.")
                raise mistake(first, piece.end, sentence, said + ('"' if is_quote else "/"))
            if piece.form == "pattern":
                return Match(pattern=read_pattern(piece.said, first, piece.end))
            return Words(text=piece.said)
        if not piece.said:
            raise mistake(piece.start, piece.end, translate("Something is missing after “-”."))
        self._check_bracket(piece, first)
        return self._comparison(piece.said, first, piece.end)

    def _check_bracket(self, piece: Lexeme, first: int) -> None:
        after = self._next()
        if after is not None and after.form == "open" and after.start == piece.end:
            end = self._text.find(" ", piece.end)
            end = len(self._text) if end < 0 else end
            whole = quoted(self._text[first:end])
            raise mistake(
                first, end, translate("A word with a bracket needs quotes, or a space before the bracket."), whole
            )

    def _comparison(self, word: str, start: int, end: int) -> Expression:
        name, sign = name_and_sign(word)
        root = name.partition(".")[0].casefold()
        is_field = "." in name and root in self._vocabulary.roots
        if not sign and is_field:  # alone, as in other tools: whether there is such a field
            return Condition(key=root, path=_path(name, len(root), start), operator="~", value="")
        if not sign:
            return Words(text=_bare(word, start, end))
        value = word[len(name) + len(sign) :]
        written = Written(raw=value, start=end - len(value), end=end)
        self._check_sign(name, sign, value, start, end)
        operator = cast("Operator", ":" if sign in {"=", "=="} else sign)
        if is_field:
            self._check_value(name, sign, written)
            return read_field(root, _path(name, len(root), start), operator, written)
        key = self._vocabulary.find(name)
        if key is None:
            raise self._no_key(name, word, start, end)
        self._check_value(name, sign, written, example=EXAMPLES[key.kind] or key.choices[0])
        allowed = OPERATORS[key.kind]
        if operator not in allowed:
            sentence = translate("{key} takes {signs} and not {sign}.").format(
                key=key.name, signs=" ".join(allowed), sign=sign
            )
            raise mistake(start + len(name), start + len(name) + len(sign), sentence, ":")
        return read_comparison(key, operator, written)

    def _check_sign(self, name: str, sign: str, value: str, start: int, end: int) -> None:
        if sign == "!=":
            raise mistake(start, end, translate("What is not wanted has a minus before it."), f"-{name}:{value}")
        if sign == ":" and value[:1] in {"<", ">", "=", "~"} and value[:1]:
            place = start + len(name)
            raise mistake(place, place + 1, translate("After {key} comes one sign only.").format(key=name), "")

    def _check_value(self, name: str, sign: str, written: Written, *, example: str = "") -> None:
        if not written.raw:
            example = example or ("1" if sign[0] in "<>" else "text")
            sentence = translate("A value is missing after “{key}{sign}”.").format(key=name, sign=sign)
            raise mistake(written.start - len(sign), written.end, sentence, sign + example)

    def _no_key(self, name: str, word: str, start: int, end: int) -> MistakeError:
        names = {one.rstrip("."): one for one in self._vocabulary.names}
        near = get_close_matches(name.casefold().partition(".")[0], names, n=1, cutoff=0.6)
        if name.casefold() in self._vocabulary.roots:
            return mistake(
                start,
                start + len(name),
                translate("Say which field of the {part}.").format(part=name),
                f"{name}.id",
            )
        if near:
            length = len(name.partition(".")[0]) if names[near[0]].endswith(".") and "." in name else len(name)
            return mistake(start, start + length, translate("There is no key “{key}”.").format(key=name), near[0])
        return mistake(
            start,
            end,
            translate("There is no key “{key}”; a text with such a sign needs quotes.").format(key=name),
            quoted(word),
        )


def _bare(word: str, start: int, end: int) -> str:
    """Return a word without a key; one that begins with a slash and is no pattern would look like one."""
    if '"' in word:
        return Written(raw=word, start=start, end=end).said()
    if word.startswith("/"):
        raise mistake(start, end, translate("A text with slashes needs quotes."), quoted(word))
    return word


def name_and_sign(word: str) -> tuple[str, str]:
    """Return what stands before the first operator outside of quotes, and the operator; empty where there is none."""
    at = 0
    while at < len(word):
        if word[at] == '"':
            at = delimited(word, at)[1]
        elif found := _OPERATOR.match(word, at):
            return word[:at], found[0]
        else:
            at += 1
    return word, ""


def _path(name: str, at: int, start: int) -> tuple[str | int, ...]:
    """Read `.items[3]."odd key"`, from its first dot."""
    steps: list[str | int] = []
    while at < len(name):
        if (place := re.compile(r"\[(\d{1,9})\]", re.ASCII).match(name, at)) is not None:
            steps.append(int(place[1]))
            at = place.end()
        elif name.startswith('."', at):
            said, end, closed = delimited(name, at + 1)
            if not closed:
                raise mistake(start + at, start + len(name), translate("This quote has no end."), f'{name[at:]}"')
            steps.append(said)
            at = end
        elif (step := re.compile(r'\.([^."\[\]]+)').match(name, at)) is not None:
            steps.append(step[1])
            at = step.end()
        else:
            raise mistake(
                start, start + len(name), translate("This is no path to a field, such as body.items[0].name.")
            )
    if len(steps) > MAX_DEPTH:
        raise mistake(start, start + len(name), translate("This path is too long."))
    return tuple(steps)
