"""Remember where somebody was in the inspector, over all its tabs, to go back and forward.

history.visit(stanza)      # by a link, or another tab: a place of its own
history.move(next_stanza)  # a step in the same tab: the same place, a little further
history.back()             # the place before, or None
"""

from typing import Final

from alicia_desktop.view.references import Location

MAX_LOCATIONS: Final = 100


class LocationHistory:
    """Places in the order of the visits, and which of them is shown."""

    def __init__(self) -> None:
        self._locations: list[Location] = []
        self._at = -1

    @property
    def current(self) -> Location | None:
        """Where one is; None before the first visit."""
        return self._locations[self._at] if self._locations else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place before."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether one went back from a place."""
        return self._at + 1 < len(self._locations)

    def visit(self, location: Location) -> None:
        """Go to another place; what one went back from is forgotten."""
        if location == self.current:
            return
        self._locations = [*self._locations[: self._at + 1], location][-MAX_LOCATIONS:]
        self._at = len(self._locations) - 1

    def move(self, location: Location) -> None:
        """Take a step: within the same tab it is the same place, in another one a visit."""
        current = self.current
        if current is None or current.place != location.place:
            self.visit(location)
        else:
            self._locations[self._at] = location

    def back(self) -> Location | None:
        """Return the place before, which is now the current one; None where there is none."""
        return self._go(-1) if self.can_go_back else None

    def forward(self) -> Location | None:
        """Return the place that one went back from; None where there is none."""
        return self._go(1) if self.can_go_forward else None

    def drop_current(self) -> None:
        """Forget a place that is not there any more; the one before is current, else the one after."""
        if self._locations:
            del self._locations[self._at]
            self._at = max(0, self._at - 1) if self._locations else -1

    def clear(self) -> None:
        """Forget all, because another conversation is shown."""
        self._locations, self._at = [], -1

    def _go(self, step: int) -> Location:
        self._at += step
        return self._locations[self._at]
