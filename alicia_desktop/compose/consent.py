"""The person's consent to send tokens unencrypted: asked once for each computer, where somebody can be asked."""

import asyncio
from collections.abc import Awaitable, Callable

from alicia_desktop.base.unencrypted_hosts import refuse_unencrypted, unencrypted_host


class UnencryptedConsent:
    """Lets tokens go to addresses without encryption, or not."""

    def __init__(self, *, agreed: Callable[[], list[str]]) -> None:
        """Take `agreed`, which is asked each time: the computers that the person has agreed to already."""
        self.ask: Callable[[str], Awaitable[bool]] | None = None
        """Asks the person about a computer and remembers a yes; None where nobody can be asked."""
        self._agreed = agreed
        self._refused: set[str] = set()
        self._asking = asyncio.Lock()

    async def check(self, url: str) -> None:
        """Return if a token may go to `url`; somebody may be asked first.

        Raises:
            WorldError: `unencrypted`.
        """
        host = unencrypted_host(url)
        async with self._asking:  # whoever comes meanwhile has the same answer
            agreed = self._agreed()
            if host and host not in agreed and self.ask is not None and host not in self._refused:
                if await self.ask(host):
                    return
                self._refused.add(host)
        refuse_unencrypted(url, agreed=agreed)
