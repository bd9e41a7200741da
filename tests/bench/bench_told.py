"""Ordinary facts told in one conversation and asked for in another: what is found, and whether the answer gives it.

    python -m tests.bench.bench_told                 # both sets: figures
    python -m tests.bench.bench_told --show open     # what went wrong in the set that is worked with

Six people of `tests/data/told/open.toml` and four of `held_out.toml` each tell ten facts in a conversation of their
own and ask for them in the next, with the built-in model. They also ask for what they never told ("What colour is my
house?" beside a red car): an answer that names a memory there is wrong. Of the held-out set only figures are printed.
"""

import argparse
import asyncio
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace, StartAnswer
from alicia_desktop.server.local_server import LocalServer
from tests.bench.dialogue_answers import small_server
from tests.support.participant import Participant

DATA: Final = Path(__file__).parent.parent / "data" / "told"
SETS: Final = ("open", "held_out")


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question to what was told, and what came of it."""

    told: str
    """Empty where it was never told."""
    question: str
    wanted: str
    """What an answer must hold."""
    stored: tuple[str, ...]
    traced: tuple[str, ...]
    """The memories that the answer used."""
    answer: str

    @property
    def is_right(self) -> bool:
        """Whether the answer gives what was told, or names no memory where nothing was."""
        return self.wanted.casefold() in self.answer.casefold() if self.told else not self.traced

    @property
    def fault(self) -> str:
        """Where it went wrong; empty where it did not."""
        if self.is_right:
            return ""
        if not self.told:
            return "not told"
        if not any(self.wanted.casefold() in one.casefold() for one in self.stored):
            return "not stored"
        found = any(self.wanted.casefold() in one.casefold() for one in self.traced)
        return "not in the answer" if found else "not found"


async def ask_all(name: str) -> list[Asked]:
    """Return what all people of a set told and asked."""
    people = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))["person"]
    async with small_server() as server:
        return [one for at, person in enumerate(people) for one in await _ask_one(server, f"person{at}", person)]


async def _ask_one(server: LocalServer, name: str, person: Mapping[str, Any]) -> list[Asked]:
    token = (await Participant(server).call("POST", "users", json={"name": name}))["token"]
    telling = Participant(server, user=name, token=token)
    await telling.join()
    for told, *_ in person["pairs"]:
        await telling.ask(told)
    await telling.leave()
    stored = tuple(one.content or "" for one in telling.of(MemoryTrace) if one.action != "retrieved")
    asking = Participant(server, user=name, token=token)
    await asking.join()
    questions = [*person["pairs"], *(["", one, ""] for one in person["untold"])]
    found = [
        Asked(told=told, question=asked, wanted=wanted, stored=stored, traced=traced, answer=answer)
        for told, asked, wanted in questions
        for traced, answer in [await _answer(asking, asked)]
    ]
    await asking.leave()
    return found


async def _answer(person: Participant, question: str) -> tuple[tuple[str, ...], str]:
    """Return the memories that the answer used, and the answer."""
    answered, traced = len(person.of(StartAnswer)), len(person.of(MemoryTrace))
    await person.ask(question)
    begun = [one.id for one in person.of(StartAnswer)[answered:]]
    said = "".join(one.text for one in person.of(AssistantSentence) if one.previous_id in begun)
    used = tuple(one.content or "" for one in person.of(MemoryTrace)[traced:] if one.action == "retrieved")
    return used, said


def main() -> int:
    """Run the command."""
    asked = argparse.ArgumentParser(prog="bench_told")
    asked.add_argument("--sets", nargs="*", default=SETS)
    asked.add_argument("--show", default="", help="print what went wrong in this set")
    chosen = asked.parse_args()
    for name in chosen.sets:
        found = asyncio.run(ask_all(name))
        told, untold = [one for one in found if one.told], [one for one in found if not one.told]
        faults = [one.fault for one in told if one.fault]
        sys.stdout.write(
            f"{name:10} answered {sum(one.is_right for one in told)} of {len(told)}"
            f" ({', '.join(f'{faults.count(one)} {one}' for one in sorted(set(faults)))}),"
            f" never told and so said {sum(one.is_right for one in untold)} of {len(untold)}\n"
        )
        if name == chosen.show:
            for one in found:
                if one.fault:
                    sys.stdout.write(
                        f"  {one.fault}: {one.told!r} {one.question!r}\n    {one.answer!r}\n    used {one.traced}\n"
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
