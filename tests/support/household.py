"""A household: a server with its LiveKit server on one computer, and computers of several people, paired with it.

Each of the two places is a network namespace of its own, and a computer is a data folder: `home` is where the server
runs, `away` where a cable can be pulled out.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from subprocess import Popen

from tests.support.bad_network import HOME, Computer, Link, two_computers
from tests.support.certificates import make_certificate
from tests.support.command import COMMAND, objects, run
from tests.support.driven_window import PUPPET, SETTINGS, DrivenWindow, driven_window, is_answered, last_answer
from tests.support.livekit_server import BINARY
from tests.support.processes import ending, start, wait_until

PORT = 8200
ADDRESS = f"https://{HOME}:{PORT}"
CONSENT = f'\n[privacy]\nunencrypted = ["{HOME}"]\n'
"""To LiveKit's signals, which no certificate of pairing is for."""


class Household:
    """The server's computer and another one, with the network between them."""

    def __init__(self, home: Computer, away: Computer, folder: Path) -> None:
        self.home, self.away, self.folder = home, away, folder

    def run(self, place: Computer, *words: str, given: str = "", data: str = "server") -> str:
        """Run a command to its end, and return what it printed."""
        environment = {"ALICIA_DATA_DIR": str(self.folder / data)}
        done = run(*words, given=given, environment=environment, inside=place.inside)
        assert done.returncode == 0, (words, done.stderr[-600:])
        return done.stdout

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Run the server, with LiveKit, until the end of the block."""
        with ending(self._serve()):
            log = self.folder / "serve.log"
            wait_until(lambda: ADDRESS in log.read_text(), what="the server")
            yield

    def _serve(self) -> "Popen[bytes]":
        files = make_certificate(self.folder)
        words = ["serve", "--host", HOME, "--port", str(PORT), "--livekit"]
        tls = ["--tls-cert", str(files.certificate), "--tls-key", str(files.key)]
        environment = {
            "ALICIA_DATA_DIR": str(self.folder / "server"),
            "PATH": f"{BINARY.parent}:{os.environ['PATH']}",
        }
        return start(
            [*self.home.inside, *COMMAND, *words, *tls], environment=environment, log=self.folder / "serve.log"
        )

    def pair(self, place: Computer, person: str, device: str) -> None:
        """Pair a computer by the code that the server's shows."""
        log = self.folder / f"pair-{device}.log"
        showing = start(
            [*self.home.inside, *COMMAND, "serve", "pair", person],
            environment={"ALICIA_DATA_DIR": str(self.folder / "server")},
            log=log,
        )
        with ending(showing):
            wait_until(lambda: "within 10 minutes" in log.read_text(), what="the code")
            code = log.read_text().split()[0]
            self.run(place, "pair", ADDRESS, "--name", device, "--token-in-file", given=code, data=device)
            wait_until(lambda: showing.poll() is not None, what="the end of `serve pair`")
        settings = self.folder / device / "settings.toml"
        settings.write_text(SETTINGS + settings.read_text() + CONSENT)

    def window(self, place: Computer, device: str) -> AbstractContextManager[DrivenWindow]:
        """Open the window on a computer."""
        return driven_window(
            environment={"ALICIA_DATA_DIR": str(self.folder / device)}, command=[*place.inside, *PUPPET]
        )

    def logs(self, device: str) -> str:
        """Return what a computer's program has logged."""
        return "".join(log.read_text(errors="replace") for log in (self.folder / device / "logs").iterdir())

    def conversations(self, place: Computer, device: str) -> set[str]:
        """List the conversations of a computer."""
        return {one["id"] for one in objects(self.run(place, "conversations", "--json", data=device))}


@contextmanager
def running_household(folder: Path) -> Iterator[Household]:
    """Make the two places, and run the server at home; all computers have their data below `folder`."""
    with two_computers(Link(jitter_ms=5)) as (home, away):
        house = Household(home, away, folder)
        with house.serving():
            yield house


def ask(window: DrivenWindow, text: str, questions: int) -> str:
    """Ask in a window, where it becomes question number `questions`, and return the answer."""
    window.write(text)
    return str(
        last_answer(window.until(lambda seen: is_answered(seen, questions), what=f"an answer to {text}"))["text"]
    )
