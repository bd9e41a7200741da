"""What one conversation may have of its own: a model, a persona and a temperature, and the bounds of each.

    settings = check_settings({"persona": "You are a pirate.", "temperature": 0.7})   # WorldError: what is wrong
    preferences = {SETTINGS: settings_map(settings)}
    settings_in(preferences)                        # as stored; what is damaged there counts as not set

They are the entry `settings` of a conversation's `preferences` (docs/protocol.md#settings-of-a-conversation).
"""

import hashlib
import math
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Final

import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import format_number, translate

FEATURE: Final = "conversation_settings"
"""Feature of a server: it answers each conversation by the conversation's own settings."""
SETTINGS: Final = "settings"
"""Key of `preferences`."""
BAD_SETTINGS: Final = "bad_settings"
MAX_PERSONA_CHARACTERS: Final = 8_000
"""About 2,000 tokens: a third of what an answer reads, and more than any persona needs."""
MAX_SMALL_PERSONA_CHARACTERS: Final = 600
"""Of a persona that a small model is given; in a longer one it loses the question."""
MAX_NAME_CHARACTERS: Final = 4_096
"""Of a model's name, address or path: the longest path that systems take."""
MAX_TEMPERATURE: Final = 2.0
BUILT_IN: Final = "built-in"
_DIGEST_DIGITS: Final = 16


class ChosenModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A model by where it is: an endpoint's, or in a file; without both it is the built-in one."""

    url: str = ""
    """Base URL of an endpoint."""
    name: str = ""
    """Of the endpoint's model."""
    file: str = ""
    """The whole path of a GGUF file on the server's computer."""

    @property
    def title(self) -> str:
        """The name that it is told by."""
        return self.name or PurePath(self.file).stem or BUILT_IN


class ConversationSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings of one conversation; what is not set is as everywhere."""

    model: ChosenModel | None = None
    """None: the one that the server uses."""
    persona: str = ""
    temperature: float | None = None
    """None: as the model has it."""


NO_SETTINGS: Final = ConversationSettings()


def check_settings(value: object) -> ConversationSettings:
    """Return the settings that a map says.

    Raises:
        WorldError: `bad_settings`, with what is wrong; nothing is cut to fit.
    """
    try:
        settings = msgspec.convert(value or {}, ConversationSettings)
    except msgspec.ValidationError as error:
        raise _refused(translate("The settings of a conversation are invalid: {error}").format(error=error)) from error
    check_persona(settings.persona)
    if settings.temperature is not None:
        check_temperature(settings.temperature)
    if settings.model is not None:
        _check_model(settings.model)
    return msgspec.structs.replace(settings, persona=settings.persona.strip())


def check_persona(text: str) -> None:
    """Raise a `WorldError` for a persona that is longer than one may be."""
    if len(text) > MAX_PERSONA_CHARACTERS:
        raise _refused(
            translate(
                "A persona may have {most} characters, and this text has {length}. Nothing was changed; shorten it."
            ).format(most=format_number(MAX_PERSONA_CHARACTERS), length=format_number(len(text)))
        )


def check_temperature(value: float) -> None:
    """Raise a `WorldError` for a temperature that is none."""
    if not (math.isfinite(value) and 0 <= value <= MAX_TEMPERATURE):
        raise _refused(
            translate("A temperature is a number from 0 to {most}.").format(most=format_number(MAX_TEMPERATURE, "g"))
        )


def settings_in(preferences: Mapping[str, Any] | None) -> ConversationSettings:
    """Return the settings that stored preferences hold; those that break a bound count as not set."""
    try:
        return check_settings((preferences or {}).get(SETTINGS))
    except WorldError:
        return NO_SETTINGS


def settings_map(settings: ConversationSettings) -> dict[str, Any]:
    """Return the settings as JSON has them; what is not set is left out."""
    found: dict[str, Any] = msgspec.to_builtins(settings)
    return found


def model_name_in(meta: Mapping[str, Any]) -> str | None:
    """Return the name of the model that an answer's `meta.model` tells, by itself or with what it was asked with."""
    told = meta.get("model")
    name = told.get("name") if isinstance(told, Mapping) else told
    return name if isinstance(name, str) and name else None


def persona_digest(persona: str) -> str:
    """Return what tells two personas apart without a word of them; empty for none."""
    return hashlib.sha256(persona.encode("utf-8", "replace")).hexdigest()[:_DIGEST_DIGITS] if persona else ""


def _check_model(model: ChosenModel) -> None:
    if any(len(one) > MAX_NAME_CHARACTERS for one in (model.url, model.name, model.file)):
        raise _refused(
            translate("The name or address of a model may have {most} characters.").format(
                most=format_number(MAX_NAME_CHARACTERS)
            )
        )
    if model.url and (model.file or not model.name):
        raise _refused(translate("A model is an endpoint's, with its name, or a file with its whole path."))
    if model.name and not model.url:
        raise _refused(translate("Of an endpoint's model the address is needed as well as the name."))
    if any(not sign.isprintable() for one in (model.url, model.name, model.file) for sign in one):
        raise _refused(translate("The name or address of a model has characters that none has."))


def _refused(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code=BAD_SETTINGS)
