"""A lazy line: nothing is started before sound is asked for, and then everything goes through."""

from alicia_desktop.base.clock import settle
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.lazy import LazyLine
from tests.session.rehearsal import QuietLine

OPEN = frames.OpenSound(link="replay 1", listens=False)


class DeadLine(QuietLine):
    """A line that does not come up."""

    async def start(self) -> None:
        """Fail."""
        raise WorldError(sentence="It does not start.", code="line_down")


async def test_it_starts_with_the_first_sound():
    made: list[QuietLine] = []

    def create() -> QuietLine:
        made.append(QuietLine())
        return made[-1]

    async with Scope("test") as scope:
        line = LazyLine(create, scope=scope)
        heard: list[frames.LineEvent] = []
        line.event_received.connect(heard.append)
        await line.start()
        line.post(frames.CloseSound())
        assert made == []
        line.post(OPEN)
        line.post(frames.CloseSound())
        (inner,) = made
        assert inner.posted == [OPEN, frames.CloseSound()]
        inner.tell(frames.SoundChanged(open=False))
        assert heard == [frames.SoundChanged(open=False)]
        await line.close()
        await scope.close()


async def test_one_that_does_not_come_up_has_no_loudspeaker():
    async with Scope("test") as scope:
        lazy = LazyLine(DeadLine, scope=scope)
        heard: list[frames.LineEvent] = []
        lazy.event_received.connect(heard.append)
        lazy.post(OPEN)
        await settle()
        (lost,) = heard
        assert isinstance(lost, frames.SoundChanged)
        assert (lost.opened_for, lost.sentence) == ("replay 1", "It does not start.")
        await scope.close()
