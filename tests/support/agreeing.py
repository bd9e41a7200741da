"""Who and what tools of this computer need: a person who is asked, and a desktop that writes down what is done."""

import asyncio
from dataclasses import dataclass, field

from alicia_desktop.session.tools.contract import Permission, PermissionRequest


@dataclass
class PaperDesktop:
    """A desktop that writes down what was done to it."""

    clipboard: str = "copied words"
    done: list[tuple[str, ...]] = field(default_factory=list)

    def read_clipboard(self) -> str:
        self.done.append(("read",))
        return self.clipboard

    def write_clipboard(self, text: str) -> None:
        self.done.append(("write", text))
        self.clipboard = text

    def open_address(self, url: str) -> bool:
        self.done.append(("open", url))
        return url != "http://nowhere"

    def notify(self, title: str, text: str) -> None:
        self.done.append(("notify", title, text))


@dataclass
class Person:
    """Answers when the test has said what; leaves the question open until then."""

    says: Permission | None = None
    asked: list[PermissionRequest] = field(default_factory=list)
    open: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, wish: PermissionRequest) -> Permission:
        self.asked.append(wish)
        self.open += 1
        try:
            while self.says is None:
                await self.answered.wait()
            return self.says
        finally:
            self.open -= 1

    def say(self, permission: Permission) -> None:
        self.says = permission
        self.answered.set()
