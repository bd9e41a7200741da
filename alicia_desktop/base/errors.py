"""The two kinds of error: the world's, which a person can act on, and ours, which is a bug and is loud.

    try:
        content = path.read_bytes()
    except OSError as error:      # a foreign exception is translated once, at the edge
        sentence = f"{path} cannot be read: {error.strerror}. Choose another file."
        raise WorldError(sentence=sentence, code="unreadable") from error

    try:
        run()
    except WorldError as error:   # at the top: the window shows it, a command prints it and exits 1
        print_error(error.sentence)

Whoever has something else to do about one kind of failure compares `code`, never the sentence. Anything else that is
raised is a bug: nobody catches it, and it is reported with its stack.
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


def system_reason(error: OSError) -> str:
    """Return the system's reason for a failure, such as `No space left on device`, for the middle of a sentence."""
    return error.strerror or str(error)
