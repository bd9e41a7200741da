"""Settings → what the dialog's form shows, and back."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from alicia_desktop.config import LocalSettings, Settings
from alicia_desktop.credentials import Name
from alicia_desktop.ui.settings.form import Place, SettingsForm

_SHOWN_AS: Final[Mapping[str, Mapping[str, str]]] = {
    "look": {
        "language": "window_language",
        **{name: name for name in ("theme", "reduced_motion", "text_size", "tray", "keep_running", "notify")},
    },
    "writing": {"spelling": "spelling", "language": "spelling_language"},
    "voice": {
        "input": "input_device",
        "output": "output_device",
        **{name: name for name in ("threshold", "patience", "global_key")},
        **{name: name for name in ("voice", "speed", "volume", "bridges", "keep_speech")},
    },
    "privacy": {"journal_days": "journal_days"},
    "server": {
        "address": "server_address",
        "certificate": "certificate",
        "livekit_address": "livekit_address",
    },
    "local": {
        "livekit_url": "local_livekit_address",
        "livekit_key": "local_livekit_key",
        **{name: name for name in ("livekit_here", "open_to_network", "speech_model", "speech_language")},
    },
}
"""Section and name of each setting that is shown as it is → the form's name for it; the functions below do the rest."""


def place_of(settings: Settings) -> Place:
    """Return where Alicia runs."""
    return "server" if settings.server.place == "remote" else "local"


def form_of(settings: Settings, secrets: Mapping[Name, str]) -> SettingsForm:
    """Return the form that shows the settings."""
    shown: dict[str, Any] = {
        field: getattr(getattr(settings, section), name)
        for section, fields in _SHOWN_AS.items()
        for name, field in fields.items()
    }
    return SettingsForm(
        **shown,
        own_words=tuple(settings.writing.words),
        place=place_of(settings),
        user="" if settings.server.user == "user" else settings.server.user,
        token=secrets["server_token"],
        model_address=settings.local.model_url,
        model_key=secrets["model_key"],
        model_name=settings.local.model_name,
        model_file=settings.local.model_file,
        local_livekit_secret=secrets["livekit_secret"],
        memory_tokens=_unless_default(settings.local, "memory_tokens"),
        memory_threshold=_unless_default(settings.local, "memory_threshold"),
        memory_weights=settings.local.memory_weights,
        folders=tuple(settings.tools.folders),
    )


def settings_of(old: Settings, form: SettingsForm) -> Settings:
    """Return the settings that the form describes; the model is stored by itself (`ModelController`)."""
    chosen: dict[str, dict[str, Any]] = {
        section: {name: getattr(form, field) for name, field in fields.items()} for section, fields in _SHOWN_AS.items()
    }
    chosen["writing"]["words"] = list(form.own_words)
    chosen["server"] |= {"place": "remote" if form.place == "server" else "local", "user": form.user or "user"}
    plain = LocalSettings()
    chosen["local"]["memory_tokens"] = int(form.memory_tokens) if form.memory_tokens else plain.memory_tokens
    threshold = float(form.memory_threshold) if form.memory_threshold else plain.memory_threshold
    chosen["local"]["memory_threshold"] = threshold
    chosen["local"]["memory_weights"] = " ".join(form.memory_weights.split())
    chosen["tools"] = {"folders": list(form.folders)}
    replace = msgspec.structs.replace
    return replace(old, **{section: replace(getattr(old, section), **values) for section, values in chosen.items()})


def _unless_default(local: LocalSettings, name: str) -> str:
    """Return a number as text; nothing for the one that counts where none is written."""
    value = getattr(local, name)
    return "" if value == getattr(LocalSettings(), name) else str(value)
