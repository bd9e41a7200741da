"""The two kinds of error: the world's, which a person can act on, and ours, which is a bug and is loud.

Foreign exceptions are translated once, at the edge, into a `WorldError`. Anything else that is raised is a bug.
"""

from dataclasses import dataclass


@dataclass(kw_only=True, eq=False)  # compared, an exception would lose its hash, which handlers of exceptions need
class WorldError(Exception):
    """Something outside the program failed: a network, a disk, a device, a file."""

    sentence: str
    """What happened and what to do, as one sentence or two for the person."""
    retry: bool = False
    """Whether trying again later may help without anybody changing anything."""
    code: str = ""
    """A short stable word for tests and logs, such as `server_unreachable`."""

    def __str__(self) -> str:
        return self.sentence
