"""A keyring in memory."""

import keyring.backend
import keyring.errors


class Ring(keyring.backend.KeyringBackend):
    """Keeps secrets as long as the test runs."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False
        """Whether it lets nothing go."""

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.locked:
            raise keyring.errors.KeyringLocked
        del self.kept[service, username]
