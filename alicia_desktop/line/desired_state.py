"""What an owner wants of its line, kept outside of it: after a restart the new process is told it again. Pure."""

from alicia_desktop.line import frames


class Wishes:
    """The sound as it was last asked for, and the rooms that are joined or to be joined."""

    def __init__(self) -> None:
        self._sound: frames.OpenSound | None = None
        self._mode: frames.SetMode | None = None
        self._hold: frames.Hold | None = None
        self._rooms: dict[str, frames.Connect] = {}

    def note(self, command: frames.LineCommand) -> None:
        """Remember what a command asks for beyond its moment."""
        match command:
            case frames.OpenSound():
                self._sound = command
            case frames.CloseSound():
                self._sound = None
            case frames.SetMode():
                self._mode, self._hold = command, None
            case frames.Hold():
                self._hold = command
            case frames.Connect(link=link):
                self._rooms[link] = command
            case frames.Disconnect(link=link):
                self._rooms.pop(link, None)

    def note_event(self, event: frames.LineEvent) -> None:
        """Follow a room that has closed."""
        if isinstance(event, frames.LinkChanged) and event.state == "closed":
            self._rooms.pop(event.link, None)

    def lose_rooms(self) -> tuple[str, ...]:
        """Forget the rooms, which ended with the process, and name them; those asked for from now on are new."""
        lost = tuple(self._rooms)
        self._rooms.clear()
        return lost

    def replay(self) -> tuple[frames.LineCommand, ...]:
        """Return what a new process must be told."""
        wanted = (self._mode, self._hold, self._sound, *self._rooms.values())
        return tuple(command for command in wanted if command is not None)
