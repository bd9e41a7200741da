"""What the commands print: text for people, one JSON object a line for scripts, and the sentence of a failure."""

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typer


def print_text(text: str) -> None:
    """Print a line for the person, at once."""
    sys.stdout.write(f"{_printable(text)}\n")
    sys.stdout.flush()


def print_json(value: Any) -> None:
    """Print one JSON object on one line, at once."""
    print_text(json.dumps(value, ensure_ascii=False))


def print_error(sentence: str) -> None:
    """Print a sentence on standard error."""
    sys.stderr.write(f"alicia-desktop: {_printable(sentence)}\n")
    sys.stderr.flush()


def stop(sentence: str, status: int = 1) -> "typer.Exit":
    """Print why the command ends, and return what ends it."""
    import typer  # noqa: PLC0415 - the window prints too, and does without it

    print_error(sentence)
    return typer.Exit(status)


def _printable(text: str) -> str:
    """Return `text` without lone surrogates, which no encoding can write; in JSON their escape is what it was."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
