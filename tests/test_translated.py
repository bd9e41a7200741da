"""What a person reads in the window is said through `translate`: sentences of errors, and fields that are shown."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import alicia_desktop

PACKAGE: Final = Path(alicia_desktop.__file__).parent
ENGLISH: Final = ("server", "cli", "store/server")
"""What the server says goes over the wire, and the command line says all in English."""
SHOWN: Final = frozenset(
    {"title", "subtitle", "heading", "label", "note", "tip", "meaning", "detail", "spoken", "words"}
)
"""Arguments by these names are shown wherever they stand in what makes the window's rows."""
ROWS: Final = ("view", "filtering", "app")
WORD: Final = re.compile(r"[^\W\d_]{2,}")


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return name and tree of each module that the window's process says something with."""
    paths = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    folders = tuple(f"{folder}/" for folder in ENGLISH)
    return tuple(
        (name, ast.parse(path.read_text("utf-8"))) for name, path in paths.items() if not name.startswith(folders)
    )


def untranslated(value: ast.expr) -> Iterator[str]:
    """Yield the words that an expression may come to, and that are no text of a catalogue."""
    match value:
        case ast.Constant(value=str(said)) if WORD.search(said):
            yield said
        case ast.JoinedStr(values=parts):
            words = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            if WORD.search(words):
                yield words
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from (*untranslated(one), *untranslated(other))
        case ast.BoolOp(values=several):
            yield from (said for one in several for said in untranslated(one))
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            yield from untranslated(template)
        case _:
            pass


def error_sentences(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what the errors of a module say: each `sentence=`, or whatever the variable that it names is given."""
    said = list(arguments(tree, {"sentence"}, of="Error"))
    yield from said
    variables = {sentence.id for sentence in said if isinstance(sentence, ast.Name)}
    for node in ast.walk(tree) if variables else ():
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in variables:
            yield node.value


def arguments(tree: ast.AST, names: set[str] | frozenset[str], *, of: str = "") -> Iterator[ast.expr]:
    """Yield the arguments by these names, of calls whose name ends so."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.keywords):
        found = [one.value for one in call.keywords if one.arg in names]
        if found and ast.unparse(call.func).endswith(of):
            yield from found


@pytest.mark.slow
def test_errors_say_their_sentences_in_the_language_of_the_window() -> None:
    said = [(name, sentence) for name, tree in modules() for sentence in error_sentences(tree)]
    assert len(said) > 200  # else it finds none any more
    assert not [(name, words) for name, sentence in said for words in untranslated(sentence)]


def test_what_rows_show_is_in_the_language_of_the_window() -> None:
    of_rows = [(name, tree) for name, tree in modules() if name.startswith(ROWS)]
    said = [(name, argument) for name, tree in of_rows for argument in arguments(tree, SHOWN)]
    assert len(said) > 100
    assert not [(name, words) for name, argument in said for words in untranslated(argument)]


def test_words_that_are_no_text_of_a_catalogue_are_found() -> None:
    tree = ast.parse(
        "def save(name):\n"
        "    sentence = f'{name} is gone.'\n"
        "    if name:\n"
        "        raise WorldError(sentence=sentence, code='gone')\n"
        "    raise WorldError(sentence=translate('Nothing in {name}.').format(name=name) if name else 'Empty.')\n"
    )
    found = {words for sentence in error_sentences(tree) for words in untranslated(sentence)}
    assert found == {" is gone.", "Empty."}
