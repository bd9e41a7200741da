"""Remember filters over runs: those with names, and in each tab those that were used last."""

from collections.abc import Mapping
from functools import partial

import msgspec

from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.config import SavedFilter
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.panel import TabName


class FilterMemory:
    """Fills the lines that filters are typed into, and keeps what is typed in the settings."""

    def __init__(self, *, lines: Mapping[TabName, FilterLine], settings: SettingsController) -> None:
        self._lines, self._settings = lines, settings
        self._private = False
        """Whether nothing of the conversation is kept."""
        self._show_saved()

    def connect(self, connections: SignalConnections) -> None:
        """Offer what was used in earlier runs, and keep what is used from now on."""
        for tab, line in self._lines.items():
            line.set_history(self._recent(tab))
            connections.add_qt(line.remembered, partial(self._on_remembered, tab))
            connections.add_qt(line.saved, partial(self._on_saved, tab))
            connections.add_qt(line.removed, partial(self._on_removed, tab))

    def begin(self, *, private: bool, anew: bool) -> None:
        """Show a conversation, `anew` or once more.

        What was typed in a private one is left neither in the lines nor in the menus when another one is shown.
        """
        if self._private and anew:
            for tab, line in self._lines.items():
                line.clear()
                line.set_history(self._recent(tab))
        self._private = private

    def _recent(self, tab: TabName) -> list[str]:
        kept: list[str] = getattr(self._settings.inspector.recent, tab)
        return kept

    def _show_saved(self) -> None:
        for tab, line in self._lines.items():
            line.set_saved([(one.name, one.filter) for one in self._settings.inspector.filters if one.tab == tab])

    def _on_saved(self, tab: TabName, name: str, said: str) -> None:
        self._save([*self._others(tab, name), SavedFilter(name=name, filter=said, tab=tab)])

    def _on_removed(self, tab: TabName, name: str) -> None:
        self._save(self._others(tab, name))

    def _others(self, tab: TabName, name: str) -> list[SavedFilter]:
        return [one for one in self._settings.inspector.filters if (one.name, one.tab) != (name, tab)]

    def _save(self, filters: list[SavedFilter]) -> None:
        self._settings.save_inspector(msgspec.structs.replace(self._settings.inspector, filters=filters))
        self._show_saved()

    def _on_remembered(self, tab: TabName, filters: list[str]) -> None:
        if not self._private:
            recent = msgspec.structs.replace(self._settings.inspector.recent, **{tab: list(filters)})
            self._settings.save_inspector(msgspec.structs.replace(self._settings.inspector, recent=recent))
