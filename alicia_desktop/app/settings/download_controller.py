"""Control the downloads of models: what a repository has, downloading, pausing, resuming and deleting.

A download runs on when the settings are closed, and is paused when the program ends: its process is killed, and what
has come of the file stays. `attached` serves the panel of an open Model page.
"""

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.ui.settings.download_panel import DownloadPanel
from alicia_desktop.view.models import (
    DownloadPhase,
    DownloadRow,
    HubFileRow,
    RepositoryRow,
    SuggestionRow,
    TransferRate,
    bytes_text,
    fits_text,
    progress_text,
)

if TYPE_CHECKING:
    from alicia_desktop.server.downloads.hub_models import HubModel
    from alicia_desktop.server.downloads.model_downloads import ModelDownloads, Progress
    from alicia_desktop.server.downloads.model_folder import StoredModel


@dataclass(kw_only=True)
class _Running:
    """A download that runs."""

    model: "HubModel"
    task: asyncio.Task[None] | None = None
    progress: "Progress | None" = None
    rate: TransferRate = field(default_factory=TransferRate)


class DownloadController:
    """Answers the panel *Download a model*."""

    def __init__(
        self,
        *,
        client: Client,
        scope: Scope,
        ask_delete: Callable[[str, str, bool], Awaitable[bool]],
        notify: Callable[[str], None],
    ) -> None:
        """`scope` holds downloads, and cancels them when the program ends.

        `ask_delete` asks whether a model may go, with its name, how much that frees, and whether it is whole; `notify`
        tells of a download that ended while nobody looked.
        """
        self._client, self.scope = client, scope
        self._ask_delete, self._notify = ask_delete, notify
        self._panel: DownloadPanel | None = None
        self._asked = ""
        self._listed: dict[str, HubModel] = {}
        """By their names, the models of the repository that is shown."""
        self._stored: dict[str, StoredModel] = {}
        """By the path of each, what was on disk when it was looked at last."""
        self._running: dict[str, _Running] = {}
        """By the path of the model."""
        self._problems: dict[str, str] = {}
        self.loaded: ModelDownloads | None = None

    @contextmanager
    def attached(self, panel: DownloadPanel, scope: Scope) -> Iterator[None]:
        """Serve a panel with tasks of `scope`."""
        self._panel = panel

        def start(work: Callable[[str], Coroutine[Any, Any, None]], given: str) -> None:
            scope.spawn("download panel", work(given))

        panel.files_requested.connect(partial(start, self._list))
        panel.download_requested.connect(partial(start, self._download))
        panel.downloads.resume_requested.connect(partial(start, self._resume))
        panel.downloads.pause_requested.connect(partial(start, self._pause))
        panel.downloads.delete_requested.connect(partial(start, self._delete))
        panel.shown.connect(partial(start, self._show_all, ""))
        scope.spawn("suggestions", self._suggest(panel))
        try:
            yield
        finally:
            self._panel = None

    async def _suggest(self, panel: DownloadPanel) -> None:
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.server.downloads.hub_models")
        panel.set_suggestions(
            [SuggestionRow(title=one.title, licence=one.licence, repository=one.repository) for one in module.SUGGESTED]
        )

    async def _list(self, repository: str) -> None:
        self._asked = repository
        downloads = await self._downloads()
        try:
            models = await downloads.models(repository)
        except WorldError as error:
            if self._panel is not None:
                self._panel.set_failed(repository, error.sentence)
            return
        if repository != self._asked:  # another one was asked for meanwhile, and this answer is late
            return
        self._listed = {model.name: model for model in models}
        self._show_repository(repository, await self._repository_row(models))

    async def _repository_row(self, models: "Sequence[HubModel]") -> RepositoryRow:
        fit = await asyncio.to_thread(importlib.import_module, "alicia_desktop.server.engines.model_fit")
        downloads = await self._downloads()
        free = fit.free_memory()
        host = urlsplit(downloads.endpoint).netloc
        licence = models[0].licence
        return RepositoryRow(
            repository=models[0].repository,
            licence=translate("Licence: {licence}, as {server} tells").format(licence=licence, server=host)
            if licence
            else translate("{host} tells no licence of it").format(host=host),
            files=tuple(self._file_row(model, free, fits=fit.may_fit(model.size, free_bytes=free)) for model in models),
        )

    def _file_row(self, model: "HubModel", free: int, *, fits: bool) -> HubFileRow:
        assert self.loaded is not None
        stored = self.loaded.folder.look_at(model)
        runs = str(stored.path) in self._running
        state = (
            translate("downloading") if runs else translate("downloaded") if stored.is_whole else fits_text(fits=fits)
        )
        size = bytes_text(model.size)
        details = translate("{size}, {state}; {free} of memory are free") if free else "{size}, {state}"
        title = translate("{name} (speech)").format(name=stored.title) if model.is_speech else model.name
        return HubFileRow(
            name=model.name,
            title=f"{title}, {size}, {state}",
            details=details.format(size=size, state=state, free=bytes_text(free)),
            fits=fits,
            is_here=runs or stored.is_whole,
        )

    def _show_repository(self, asked: str, row: RepositoryRow) -> None:
        if self._panel is not None:
            self._panel.set_repository(asked, row)

    async def _download(self, name: str) -> None:
        if name in self._listed:
            await self.start(self._listed[name])

    async def _resume(self, path: str) -> None:
        stored = (await self._downloads()).folder.find(path)
        if stored is not None:
            await self.start(stored.model)

    async def start(self, model: "HubModel") -> None:
        """Download a model, or go on where it was stopped."""
        downloads = await self._downloads()
        path = str(downloads.folder.paths(model)[0])
        if path in self._running:
            return
        self._problems.pop(path, None)
        running = self._running[path] = _Running(model=model)
        running.task = self.scope.spawn(f"download {Path(path).name}", self._run(path, running))
        await self._refresh()

    async def _run(self, path: str, running: _Running) -> None:
        downloads = await self._downloads()
        name = downloads.folder.look_at(running.model).title

        def on_progress(progress: "Progress") -> None:
            running.progress = progress
            if progress.phase == "download":
                running.rate.add(self._client.clock.monotonic(), progress.bytes)
            self._show_rows()

        try:
            await downloads.download(running.model, on_progress)
        except WorldError as error:
            self._problems[path] = error.sentence
            self._tell(f"{name}: {error.sentence}")
        else:
            self._tell(translate("{name} is downloaded. Use it in Settings, Model.").format(name=name))
        finally:
            del self._running[path]
        await self._refresh()
        if path in self._problems and path not in self._stored and self._panel is not None:
            self._panel.set_not_begun(self._problems.pop(path))

    async def _pause(self, path: str) -> None:
        running = self._running.get(path)
        if running is None or running.task is None:
            return
        running.task.cancel()
        await asyncio.wait([running.task])
        await self._refresh()

    async def _delete(self, path: str) -> None:
        downloads = await self._downloads()
        running = self._running.get(path)
        stored = downloads.folder.look_at(running.model) if running else downloads.folder.find(path)
        if stored is None or self._in_use(path):
            return
        if not await self._ask_delete(stored.title, bytes_text(stored.bytes), stored.is_whole):
            return
        await self._pause(path)
        try:
            await asyncio.to_thread(downloads.folder.delete, stored.model)
            self._problems.pop(path, None)
        except WorldError as error:
            self._problems[path] = error.sentence
        await self._refresh()

    async def _show_all(self, _given: str) -> None:
        await self._refresh()

    async def _refresh(self) -> None:
        """Show what is here now, also beside the files of the repository that is shown."""
        folder = (await self._downloads()).folder
        found = await asyncio.to_thread(folder.stored)
        self._stored = {str(one.path): one for one in found}
        for path, running in self._running.items():
            self._stored.setdefault(path, folder.look_at(running.model))
        self._show_rows()
        if self._listed and self._panel is not None:
            models = tuple(self._listed.values())
            self._show_repository(models[0].repository, await self._repository_row(models))

    def _show_rows(self) -> None:
        if self._panel is not None:
            self._panel.downloads.show_rows([self._row(path, one) for path, one in self._stored.items()])

    def _row(self, path: str, stored: "StoredModel") -> DownloadRow:
        model, running = stored.model, self._running.get(path)
        done = running.progress.bytes if running and running.progress else stored.bytes
        phase = _phase(stored, running)
        far = progress_text(
            done=done, total=model.size, rate=running.rate.bytes_per_second if running and running.progress else None
        )
        words = {
            "checking": translate("Checking…"),
            "whole": bytes_text(model.size),
            "paused": translate("Paused, {progress}").format(progress=far),
            "running": far,
        }
        return DownloadRow(
            path=path,
            title=stored.title,
            source=", ".join(part for part in (model.repository, model.licence) if part),
            phase=phase,
            status=words[phase],
            size=bytes_text(done),
            fraction=done / model.size,
            problem="" if running else self._problems.get(path, ""),
            in_use=self._in_use(path),
            folder=str(stored.usable) if model.is_speech else "",
        )

    def _in_use(self, path: str) -> bool:
        local = self._client.settings.local
        stored = self._stored.get(path)
        if stored is not None and stored.model.is_speech:
            return local.speech_model in {str(stored.usable), stored.model.repository}
        return local.model_file == path and not local.model_url

    def _tell(self, sentence: str) -> None:
        if self._panel is None or not self._panel.isVisible():
            self._notify(sentence)

    async def _downloads(self) -> "ModelDownloads":
        if self.loaded is None:
            module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.server.downloads.model_downloads")
            paths = self._client.paths
            self.loaded = module.ModelDownloads(paths.models, log_folder=paths.logs)
        return self.loaded


def _phase(stored: "StoredModel", running: _Running | None) -> DownloadPhase:
    if running is None:
        return "whole" if stored.is_whole else "paused"
    return "checking" if running.progress is not None and running.progress.phase == "check" else "running"
