"""Save what memories are retrieved by, as it was tried in the inspector, and have the local server take it."""

from collections.abc import Callable

from msgspec.structs import replace

from alicia_desktop.app.settings.form_values import place_of
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.config import Settings
from alicia_desktop.memory.retrieval.selection import RetrievalSettings, weights_text
from alicia_desktop.server.options import retrieval_of
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.trial_controls import retrieval_text


class RetrievalSaver:
    """Saves threshold, token budget and weights; each time it can be undone."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        scope: Scope,
        save: Callable[[Settings], None],
        restart: Callable[[], None],
    ) -> None:
        """`save` keeps settings."""
        self.changed: Signal[None] = Signal()
        """The server has other settings than before."""
        self._client, self._window, self._scope = client, window, scope
        self._save, self._restart = save, restart

    @property
    def is_possible(self) -> bool:
        """Whether the server's settings are those of this program."""
        return place_of(self._client.settings) == "local"

    @property
    def settings(self) -> RetrievalSettings:
        """What memories are retrieved by, as the settings have it."""
        return retrieval_of(self._client.settings.local)

    def use(self, wanted: RetrievalSettings) -> None:
        """Keep what memories are retrieved by, and have the next answer recalled by it."""
        before = self.settings

        def undo() -> None:
            self._scope.spawn("retrieval", self._use(before, undo=None))

        self._scope.spawn("retrieval", self._use(wanted, undo=undo))

    async def _use(self, wanted: RetrievalSettings, *, undo: Callable[[], None] | None) -> None:
        local = replace(
            self._client.settings.local,
            memory_threshold=wanted.threshold,
            memory_tokens=wanted.budget,
            memory_weights=weights_text(wanted.weights),
        )
        self._save(replace(self._client.settings, local=local))
        tr = self._window.tr
        what = retrieval_text(wanted) or tr("the defaults")
        try:
            await self._client.engines.use_retrieval()
        except WorldError:
            said = tr("Saved for answers from the next start: {what}").format(what=what)
            self._window.show_toast(said, tr("Restart"), act=self._restart)
            return
        said = tr("Saved for answers from now on: {what}").format(what=what)
        self._window.show_toast(said, tr("Undo") if undo is not None else "", act=undo)
        self.changed.emit(None)
