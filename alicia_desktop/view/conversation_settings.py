"""Show a conversation's own model, persona and temperature: in the header, in its dialog, and at an answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol.conversation_settings import FEATURE, ChosenModel, ConversationSettings
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import get_mapping, get_number, get_text

ALIKE: Final = translate("This server answers all conversations alike")
NOT_YET: Final = translate("What this server can do is known once it was reached")
DEFAULT_MODEL: Final = translate("As in Settings")


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSettingsRow:
    """What the header shows of a conversation's own settings."""

    text: str = ""
    """`qwen3:4b · persona · 0.7`; empty where it has none."""
    tip: str = ""
    unsupported: str = ""
    """Why its server takes none; empty where it does."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelOption:
    """A model in the list of the dialog."""

    title: str
    where: str = ""
    """Server or folder that it is on."""
    model: ChosenModel | None = None
    """None: the one of the settings."""

    @property
    def label(self) -> str:
        """One line for it."""
        return f"{self.title} – {self.where}" if self.where else self.title


def own_settings_row(
    settings: ConversationSettings, features: frozenset[str] | None, *, is_local: bool
) -> OwnSettingsRow:
    """Return the header's row.

    Args:
        settings: The conversation's own.
        features: What its server has announced; None while nothing was heard of it.
        is_local: Whether it is the server of this program, which takes them.
    """
    if FEATURE not in (features or ()) and not (features is None and is_local):
        return OwnSettingsRow(unsupported=NOT_YET if features is None else ALIKE)
    return OwnSettingsRow(text=" · ".join(_parts(settings)), tip="\n".join(_told(settings)))


def model_options(
    found: Iterable[ModelOption], *, chosen: ChosenModel | None, in_settings: str = ""
) -> tuple[ModelOption, ...]:
    """Return the list to choose from; what is chosen stays in it, also where nobody has it any more."""
    default = ModelOption(title=DEFAULT_MODEL, where=in_settings)
    built_in = ModelOption(title=translate("Built-in model"), where=translate("small"), model=ChosenModel())
    every = {option.model: option for option in (default, built_in, *found)}
    if chosen not in every and chosen is not None:
        every[chosen] = ModelOption(title=chosen.title, where=translate("not found"), model=chosen)
    return tuple(every.values())


def made_by(meta: Mapping[str, Any]) -> str:
    """Return what made an answer, as its server tells: `qwen3:4b · 127.0.0.1 · temperature 0.7 · persona 1f3a…`."""
    settings = get_mapping(meta, "settings")
    temperature, digest = get_number(settings, "temperature"), get_text(settings, "personaDigest")
    parts = (
        get_text(meta, "name"),
        get_text(meta, "provider"),
        ""
        if temperature is None
        else translate("temperature {temperature}").format(temperature=format_number(temperature, "g")),
        translate("persona {digest}").format(digest=text.one_line(digest, 16)) if digest else "",
    )
    return " · ".join(text.one_line(part, 200) for part in parts if part)


def counted(characters: int, most: int) -> str:
    """Return how much of a text is used up."""
    return translate("{characters} of {most} characters").format(
        characters=format_number(characters), most=format_number(most)
    )


def _parts(settings: ConversationSettings) -> Sequence[str]:
    model = settings.model.title.rsplit("/", 1)[-1] if settings.model is not None else ""  # not whose it is
    temperature = "" if settings.temperature is None else format_number(settings.temperature, "g")
    named = (text.one_line(model, 200), translate("persona") if settings.persona else "", temperature)
    return [part for part in named if part]


def _told(settings: ConversationSettings) -> Iterable[str]:
    model = settings.model
    if model is not None:
        said = translate("Model: {model} at {address}") if model.url else translate("Model: {model}")
        yield said.format(model=model.title, address=model.url)
    if settings.persona:
        yield translate("Persona: {persona}").format(persona=text.one_line(settings.persona, 200))
    if settings.temperature is not None:
        yield translate("Temperature: {temperature}").format(temperature=format_number(settings.temperature, "g"))
