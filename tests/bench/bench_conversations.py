"""The first ten minutes as forty people have them: whole conversations with the built-in model, and what must come.

    python -m tests.bench.bench_conversations               # the figures, and what went wrong
    python -m tests.bench.bench_conversations --show FILE   # and write every conversation as it went
    python -m tests.bench.bench_conversations --only 05 14  # some of them

`tests/data/dialogue/conversations.txt` has a person a block: `# ` begins one, each further line is what they say, and
`--` a new conversation of theirs. Behind ` => ` stands what the answer must hold (`a & b`: both, `a | b`: one of them)
and, behind `!`, what it must not. An answer that holds all that may still be a bad one: read them.
"""

import argparse
import asyncio
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.protocol.messages import AssistantSentence, ErrorMessage, MemoryTrace, StartAnswer
from alicia_desktop.server.local_server import LocalServer
from tests.bench.dialogue_answers import small_server
from tests.support.participant import Participant

CONVERSATIONS: Final = Path(__file__).parent.parent / "data" / "dialogue" / "conversations.txt"
NEW_CONVERSATION: Final = "--"


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """What somebody says, and what the answer must hold."""

    text: str
    wanted: tuple[tuple[str, ...], ...] = ()
    """One of each must stand in the answer."""
    unwanted: tuple[str, ...] = ()

    @property
    def asserts(self) -> bool:
        """Whether anything is known of the answer."""
        return bool(self.wanted or self.unwanted)

    def is_met(self, answer: str) -> bool:
        """Return whether an answer holds what it must, and nothing that it must not."""
        said = answer.casefold()
        held = all(any(one in said for one in either) for either in self.wanted)
        return held and not any(one in said for one in self.unwanted)


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Somebody, and what they say in one conversation after the other."""

    name: str
    conversations: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """A line, what was kept of it, and what she said."""

    line: Line
    kept: tuple[str, ...]
    answer: str


def read_people(text: str) -> tuple[Person, ...]:
    """Return the people of a file."""
    blocks = [block.strip().splitlines() for block in re.split(r"^# ", text, flags=re.MULTILINE) if block.strip()]
    return tuple(
        Person(name=name, conversations=tuple(_conversations([line for line in lines if line.strip()])))
        for name, *lines in blocks
    )


def _conversations(lines: Sequence[str]) -> list[tuple[Line, ...]]:
    parted = "\n".join(lines).split(f"\n{NEW_CONVERSATION}\n")
    return [tuple(line_of(line) for line in part.splitlines()) for part in parted]


def line_of(written: str) -> Line:
    """Return a line of the file: "how old is ella? => 4 !7"."""
    text, _, expected = written.partition("=>")
    held, *unwanted = re.split(r"(?:^|\s)!", expected.strip())
    wanted = tuple(tuple(one.strip().casefold() for one in part.split("|")) for part in held.split("&") if part.strip())
    return Line(text=text.strip(), wanted=wanted, unwanted=tuple(one.strip().casefold() for one in unwanted))


async def talk(people: Sequence[Person]) -> dict[str, list[list[Answered]]]:
    """Return what each person was answered, by conversation."""
    async with small_server() as server:
        return {person.name: await _talk_with(server, person) for person in people}


async def _talk_with(server: LocalServer, person: Person) -> list[list[Answered]]:
    name = re.sub(r"\W+", "", person.name)[:20]
    token = (await Participant(server).call("POST", "users", json={"name": name}))["token"]
    found = []
    for lines in person.conversations:
        there = Participant(server, user=name, token=token)
        await there.join()
        found.append([await _answer(there, line) for line in lines])
        await there.leave()
    return found


async def _answer(person: Participant, line: Line) -> Answered:
    begun, traced, failed = (len(person.of(kind)) for kind in (StartAnswer, MemoryTrace, ErrorMessage))
    await person.ask(line.text)
    answers = [one.id for one in person.of(StartAnswer)[begun:]]
    said = "".join(one.text for one in person.of(AssistantSentence) if one.previous_id in answers)
    said += "".join(f"[error] {one.message}" for one in person.of(ErrorMessage)[failed:])
    kept = tuple(
        f"{'' if one.action == 'stored' else f'{one.action}: '}{one.content}"
        for one in person.of(MemoryTrace)[traced:]
        if one.action != "retrieved"
    )
    return Answered(line=line, kept=kept, answer=said)


def transcript(found: dict[str, list[list[Answered]]]) -> str:
    """Return the conversations as one reads them."""
    lines: list[str] = []
    for name, conversations in found.items():
        lines += ["", f"# {name}"]
        for at, conversation in enumerate(conversations):
            lines += [NEW_CONVERSATION] * bool(at)
            for one in conversation:
                mark = "" if one.line.is_met(one.answer) else "  <<< WRONG"
                lines += [f"> {one.line.text}", *(f"    [{kept}]" for kept in one.kept), f"  {one.answer}{mark}"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run the command; returns 1 where an answer lacks what it must hold."""
    asked = argparse.ArgumentParser(prog="bench_conversations")
    asked.add_argument("--file", type=Path, default=CONVERSATIONS)
    asked.add_argument("--show", type=Path, metavar="FILE", help="write every conversation as it went")
    asked.add_argument("--only", nargs="*", default=(), help="people whose names begin so")
    chosen = asked.parse_args()
    people = read_people(chosen.file.read_text("utf-8"))
    people = tuple(one for one in people if not chosen.only or one.name.startswith(tuple(chosen.only)))
    found = asyncio.run(talk(people))
    if chosen.show is not None:
        chosen.show.write_text(transcript(found), "utf-8")
    answers = [one for conversations in found.values() for conversation in conversations for one in conversation]
    asserted = [one for one in answers if one.line.asserts]
    wrong = [one for one in asserted if not one.line.is_met(one.answer)]
    for one in wrong:
        sys.stdout.write(f"  {one.line.text!r}\n    {one.answer!r}\n")
    right = len(asserted) - len(wrong)
    sys.stdout.write(f"{len(answers)} answers to {len(found)} people; {right} of {len(asserted)} as they must be\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
