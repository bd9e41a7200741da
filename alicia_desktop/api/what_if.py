"""The HTTP call that ranks the memories of an answered question anew (docs/protocol.md#what-if).

async with WhatIfApi(url=address, user_id="user", token=token) as api:
tried = await api.try_retrieval(answer_id, {"threshold": 0.2})
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import Record


class TriedRetrieval(Record, frozen=True, kw_only=True):
    """How the memories would be ranked."""

    id: str = ""
    state: str = ""
    tried: dict[str, Any] = msgspec.field(default_factory=dict)
    defaults: dict[str, Any] = msgspec.field(default_factory=dict)
    used: tuple[dict[str, Any], ...] = ()
    retrieval: dict[str, Any] = msgspec.field(default_factory=dict)


class WhatIfApi(ApiClient):
    """The call of one user about one of their answers; a server that is not ours lacks it."""

    async def try_retrieval(self, answer_id: str, trial: Mapping[str, Any]) -> TriedRetrieval:
        """Return the ranking with what is in `trial`: `threshold`, `budget`, `weights`, `exclude`, `include`.

        Raises:
            WorldError: also `not_supported`.
        """
        sent = await self._request("POST", "messages", answer_id, "retrieval", body=dict(trial))
        return self._parse(sent, TriedRetrieval)
