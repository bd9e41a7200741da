"""What the form shows is what the settings say, and saving it unchanged changes nothing."""

from dataclasses import replace
from typing import Any

import msgspec

from alicia_desktop.app.settings.form_values import form_of, settings_of
from alicia_desktop.config import Settings
from alicia_desktop.ui.settings.form import SettingsForm

SECRETS: Any = {"server_token": "t", "model_key": "k", "livekit_secret": "s"}
CHANGED = msgspec.convert(
    {
        "look": {
            "theme": "dark",
            "reduced_motion": True,
            "text_size": 120,
            "tray": True,
            "keep_running": True,
            "notify": True,
        },
        "writing": {"spelling": False, "language": "en_GB", "words": ["Clementi"]},
        "voice": {
            "input": "Headset",
            "output": "Speaker",
            "threshold": 0.5,
            "patience": "patient",
            "voice": "amy",
            "speed": 1.5,
            "volume": 0.5,
            "global_key": "F9",
            "bridges": False,
            "keep_speech": True,
        },
        "privacy": {"journal_days": 30},
        "server": {
            "place": "remote",
            "address": "https://alicia.home",
            "user": "emma",
            "certificate": "a" * 64,
            "livekit_address": "wss://live.home",
        },
        "local": {
            "livekit_url": "ws://here",
            "livekit_key": "key",
            "livekit_here": True,
            "memory_tokens": 900,
            "memory_threshold": 0.2,
            "memory_weights": "words=0.6 stranger=-0.5",
            "speech_model": "/models/base",
            "speech_language": "en",
        },
        "tools": {"folders": ["/tmp"]},
    },
    Settings,
)


def test_what_is_shown_and_saved_again_is_the_same():
    for settings in (Settings(), CHANGED):
        assert settings_of(settings, form_of(settings, SECRETS)) == settings


def test_each_value_of_the_form_comes_from_the_settings_and_goes_back_there():
    assert settings_of(Settings(), form_of(CHANGED, SECRETS)) == CHANGED
    assert settings_of(CHANGED, form_of(Settings(), SECRETS)) == Settings()


def test_the_form_has_the_secrets_and_the_model_which_are_not_stored_with_it():
    settings = msgspec.structs.replace(CHANGED, local=msgspec.structs.replace(CHANGED.local, model_name="qwen"))
    form = form_of(settings, SECRETS)
    assert (form.token, form.model_key, form.local_livekit_secret, form.model_name) == ("t", "k", "s", "qwen")
    assert settings_of(settings, replace(form, model_name="other")).local.model_name == "qwen"


def test_what_the_form_shows_by_default_is_what_nobody_chose():
    form = form_of(Settings(), dict.fromkeys(SECRETS, ""))
    assert replace(form, threshold=SettingsForm().threshold) == SettingsForm()
