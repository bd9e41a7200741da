"""What is wrong with a filter, where, and what would be right."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Mistake:
    """The part `text[start:end]` of a filter that cannot be meant so."""

    start: int
    end: int
    sentence: str
    suggestion: str = ""
    """What to write in its place; empty where nothing is likely."""

    def mended(self, text: str) -> str:
        """Return the filter with the suggestion in place of the mistake."""
        return f"{text[: self.start]}{self.suggestion}{text[self.end :]}"


class MistakeError(Exception):
    """Carries a mistake out of the parser's depth; never leaves `parser.parse`."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.sentence)
        self.mistake = mistake


def mistake(start: int, end: int, sentence: str, suggestion: str = "") -> MistakeError:
    """Return the exception of a mistake."""
    return MistakeError(Mistake(start=start, end=end, sentence=sentence, suggestion=suggestion))
