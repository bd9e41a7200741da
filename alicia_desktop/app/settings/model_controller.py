"""Control the choice of a language model: servers that run here, their lists, a test, and *Use*.

`attach` serves the Model page of a settings dialog for as long as it is open; `find_offer` finds what the first-run
card offers. HTTP is loaded with the first call.
"""

import asyncio
import importlib
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.unencrypted_hosts import may_send
from alicia_desktop.compose.client import Client
from alicia_desktop.config import Settings
from alicia_desktop.server.endpoints.endpoint_address import KNOWN, is_loopback
from alicia_desktop.ui.settings.model_page import ModelPage
from alicia_desktop.view.models import (
    BUILT_IN,
    FILE,
    OTHER,
    FoundModelsRow,
    ModelFigures,
    ModelFileRow,
    ModelPlaceRow,
    ModelQuery,
    figures,
    file_row,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from alicia_desktop.server.endpoints.model_access import ModelAccess
    from alicia_desktop.server.endpoints.model_list import FoundEndpoint
    from alicia_desktop.server.engines.model_file import DescribedFile

_SHOWN_WHEN_FOUND = frozenset({"vllm"})
"""Offered as another endpoint, where it runs."""
MODEL_PLACES = tuple(
    ModelPlaceRow(
        id=endpoint.kind,
        title=endpoint.title,
        address=endpoint.base_url,
        is_service=not endpoint.is_local,
        takes_key=endpoint.kind != "ollama",
    )
    for endpoint in KNOWN
    if endpoint.kind not in _SHOWN_WHEN_FOUND
)
"""The places of the Model page beside the built-in model and another endpoint."""


class ModelController:
    """Answers the Model page, and stores what is used."""

    def __init__(
        self,
        *,
        client: Client,
        save: Callable[[Settings], None],
        store_key: Callable[[str], Awaitable[None]],
        ask_memories: Callable[[str, str], Awaitable[bool]],
        on_used: Callable[[ModelQuery], None] = lambda _query: None,
    ) -> None:
        """`save` saves settings; `store_key` stores the key of the model, which may ask the person.

        `ask_memories` asks whether the model of a name, elsewhere at an address, may also read memories; `on_used` is
        called with what answers from now on.
        """
        self._client, self._save, self._store_key, self._ask_memories = client, save, store_key, ask_memories
        self._on_used = on_used

    def attach(self, page: ModelPage, scope: Scope) -> None:
        """Serve a page with tasks of `scope`; look at once for servers that run here."""

        def start(work: Callable[[ModelPage, ModelQuery], Coroutine[Any, Any, None]], query: ModelQuery) -> None:
            scope.spawn("model page", self._guarded(work, page, query))

        page.models_requested.connect(partial(start, self._list))
        page.test_requested.connect(partial(start, self._test))
        page.use_requested.connect(partial(start, self._use))
        scope.spawn("local models", self._discover(page))
        for name in ("ALICIA_MODEL_URL", "ALICIA_MODEL_FILE"):
            if os.environ.get(name):
                page.warn_of_variable(name)

    async def find_offer(self) -> FoundModelsRow | None:
        """Return a server that runs here while nobody has chosen a model; None where there is none."""
        local = self._client.settings.local
        if local.model_url or local.model_file or self._client.settings.server.place == "remote":
            return None
        async with self._access() as access:
            found = await access.find_local()
        return _row(found[0]) if found else None

    async def list_known(self) -> list[FoundModelsRow]:
        """Return what answers now: the endpoint in use with its models, and the servers of this computer."""
        in_use = self._client.settings.local.model_url
        async with self._access() as access:
            found = [_row(one) for one in await access.find_local()]
            if in_use and all(one.address != in_use for one in found):
                with suppress(WorldError):
                    found.insert(0, _row(await access.find(in_use, key=await self._client.engines.model_key())))
        return found

    async def known_files(self) -> list[Path]:
        """Return the GGUF files that there are: the one in use, and those that were downloaded."""
        chosen = self._client.settings.local.model_file
        folder = importlib.import_module("alicia_desktop.server.downloads.model_folder").ModelFolder
        stored = await asyncio.to_thread(lambda: folder(self._client.paths.models).stored())
        return list(
            dict.fromkeys(
                [
                    *([Path(chosen)] if chosen else []),
                    *(one.path for one in stored if one.is_whole and not one.model.is_speech),
                ]
            )
        )

    async def use(self, query: ModelQuery) -> None:
        """Store a model, its key in the keyring, and have it answer from now on.

        Raises:
            WorldError: the key can be none, the model cannot be loaded or stored, or the server does not take it.
        """
        if query.key:
            module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.server.endpoints.model_list")
            query = replace(query, key=module.clean_key(query.key))
            await self._client.consent.check(query.address)
        if query.file:
            query = replace(query, file=str(_path(query)))
            async with self._access() as access:
                await access.load_file(Path(query.file))
        memories = await self._memories_address(query)
        await self._store_key(query.key)
        settings = self._client.settings
        local = msgspec.structs.replace(
            settings.local,
            model_url=query.address,
            model_name=query.name,
            model_file=query.file,
            model_memories=memories,
        )
        self._save(msgspec.structs.replace(settings, local=local))
        await self._client.engines.use_model()
        self._on_used(query)

    async def _memories_address(self, query: ModelQuery) -> str:
        """Return the address if its model may also read memories; the person is asked once for each address."""
        local = self._client.settings.local
        if not query.address or is_loopback(query.address):
            return ""
        if query.address == local.model_url:
            return local.model_memories if local.memories_agreed else ""
        return query.address if await self._ask_memories(query.name, query.address) else ""

    async def _guarded(
        self, work: Callable[[ModelPage, ModelQuery], Coroutine[Any, Any, None]], page: ModelPage, query: ModelQuery
    ) -> None:
        try:
            await work(page, query)
        except WorldError as error:
            page.set_failed(query, error.sentence)

    async def _discover(self, page: ModelPage) -> None:
        async with self._access() as access:
            page.set_found([_row(one) for one in await access.find_local()])

    async def _list(self, page: ModelPage, query: ModelQuery) -> None:
        async with self._access() as access:
            if query.place == FILE:
                page.set_file(query, _file_row(await access.describe_file(_path(query))))
                return
            found = await access.find(query.address, key=query.key)
        page.set_models(query, _row(found, place=query.place))

    async def _test(self, page: ModelPage, query: ModelQuery) -> None:
        async with self._access() as access:
            if query.place == FILE:
                result = await access.try_file(await access.describe_file(_path(query)))
            else:
                found = await access.find(query.address, key=query.key)
                result = await access.try_model(found, query.name, key=query.key)
        first, speed, context = figures(
            first_token_ms=result.first_token_ms,
            tokens_per_second=result.tokens_per_second,
            context_tokens=result.context_tokens,
        )
        shown = ModelFigures(first_token=first, speed=speed, tools=result.tools, thinks=result.thinks, context=context)
        page.set_figures(query, shown)

    async def _use(self, page: ModelPage, query: ModelQuery) -> None:
        if query.place == FILE:
            await self.use(query)
            page.set_used(query)
            return
        if query.place != BUILT_IN:  # what was typed becomes the address that answers
            async with self._access() as access:
                found = await access.find(query.address, key=query.key)
            page.set_models(query, _row(found, place=query.place))
            query = replace(query, address=found.base_url)
        await self.use(query)
        page.set_used(query)

    @asynccontextmanager
    async def _access(self) -> "AsyncIterator[ModelAccess]":
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.server.endpoints.model_access")
        agreed = partial(may_send, agreed=self._client.settings.privacy.unencrypted)
        async with module.ModelAccess(clock=self._client.clock, may_send=agreed) as access:
            yield access


def _path(query: ModelQuery) -> Path:
    return Path(query.file).expanduser().absolute()


def _file_row(described: "DescribedFile") -> ModelFileRow:
    header, plan = described.header, described.plan
    return file_row(
        architecture=header.architecture,
        parameters=header.parameters,
        needed_bytes=plan.needed_bytes,
        free_bytes=plan.free_bytes,
        context_tokens=plan.context_tokens,
        trained_tokens=header.context_tokens,
        threads=plan.threads,
        has_chat_template=header.has_chat_template,
    )


def _row(found: "FoundEndpoint", *, place: str = "") -> FoundModelsRow:
    kinds = {row.id for row in MODEL_PLACES}
    kind = found.kind.kind if found.kind else OTHER
    return FoundModelsRow(
        place=place or (kind if kind in kinds else OTHER),
        title=found.title,
        address=found.base_url,
        names=tuple(model.name for model in found.models),
    )
