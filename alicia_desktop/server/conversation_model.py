"""Choose what the turns of one conversation are answered with: its own model, persona and temperature.

    chosen = await ConversationModel(engines, read_settings=ledger.settings, by_owner=True).choose()
    chosen.model, chosen.settings, chosen.made_by()

A model that is not there any more is never replaced by another one unasked: what is said in a conversation whose model
runs on this computer would go elsewhere. The answer is a sentence then, which says what to do.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.protocol.conversation_settings import ChosenModel, ConversationSettings, persona_digest
from alicia_desktop.server.endpoints.endpoint_address import is_inside, is_loopback
from alicia_desktop.server.engines.contract import LanguageModel
from alicia_desktop.server.engines.endpoint_client import UNREACHABLE
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.options import ModelEndpoint, ModelFile, ModelSource
from alicia_desktop.store.server.users import FORBIDDEN

GONE: Final = "model_gone"
WHAT_TO_DO: Final = (
    "This conversation is set to {model}. Choose another model for it, or the one of the settings, in the "
    "conversation's settings."
)
START_IT: Final = "Start it again, or choose another model in Settings, Model."
MIN_CONTEXT_TOKENS: Final = 256
"""Left for history and memories, however long a persona is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnModel:
    """What one turn is answered with."""

    model: LanguageModel
    settings: ConversationSettings
    file_tokens: int = 0
    """What the files of the question take of the prompt."""

    @property
    def persona_tokens(self) -> int:
        """What the persona takes of the prompt."""
        return token_count(self.settings.persona) if self.settings.persona else 0

    def made_by(self) -> dict[str, Any]:
        """Return `meta.model` of an answer: without a word of the persona."""
        settings: dict[str, Any] = {}
        if self.settings.temperature is not None:
            settings["temperature"] = self.settings.temperature
        if self.settings.persona:
            settings["personaDigest"] = persona_digest(self.settings.persona)
        return {"name": self.model.name, "provider": self.model.provider, "settings": settings}

    def budget(self, tokens: int) -> int:
        """Return how much of so many tokens is left for what the answer reads beside persona and files."""
        return max(min(MIN_CONTEXT_TOKENS, tokens), tokens - self.persona_tokens - self.file_tokens)

    def explained(self, error: WorldError) -> WorldError:
        """Return an error of the model with what to do where it is not there, or the conversation has chosen it."""
        if error.code == GONE:
            return error
        if (chosen := self.settings.model) is not None:
            return _gone(error.sentence, chosen, code=error.code)
        return replace(error, sentence=f"{error.sentence} {START_IT}") if error.code == UNREACHABLE else error


class ConversationModel:
    """The model of one conversation, as its settings are when a turn begins."""

    def __init__(
        self, engines: Engines, *, read_settings: Callable[[], Awaitable[ConversationSettings]], by_owner: bool
    ) -> None:
        """`by_owner` says whether the conversation is the owner's of this computer."""
        self._engines, self._read_settings, self._by_owner = engines, read_settings, by_owner

    async def choose(self) -> TurnModel:
        """Return what a turn that begins now is answered with.

        Raises:
            WorldError: the conversation's model is not there any more (`model_gone`), or cannot be opened.
        """
        return await choose_model(self._engines, await self._read_settings(), by_owner=self._by_owner)


async def choose_model(engines: Engines, settings: ConversationSettings, *, by_owner: bool) -> TurnModel:
    """Return what is answered with by these settings.

    Raises:
        WorldError: as `ConversationModel.choose`.
    """
    if settings.model is None:
        return TurnModel(model=engines.turn_model(), settings=settings)
    source = source_of(settings.model, in_use=engines.model_source, by_owner=by_owner)
    try:
        return TurnModel(model=await engines.model_for(source), settings=settings)
    except WorldError as error:
        raise _gone(error.sentence, settings.model, code=error.code) from error


def check_reach(chosen: ChosenModel, *, in_use: ModelSource | None) -> None:
    """Refuse a model that a user who is not the owner would reach inside the server's computer or its network.

    A server asks on behalf of its users, from where no firewall holds it back: the address of a conversation's model
    must not become a way to what only this computer can reach. The endpoint in use is the owner's own choice.

    Raises:
        WorldError: `forbidden`.
    """
    if _is_in_use(chosen, in_use):
        return
    if chosen.file or (chosen.url and is_inside(chosen.url)):
        sentence = (
            "Only the owner of the server's computer can choose a model there. "
            "Others can choose the built-in model, or one of the endpoint that the server uses."
        )
        raise WorldError(sentence=sentence, code=FORBIDDEN)


def source_of(chosen: ChosenModel, *, in_use: ModelSource | None, by_owner: bool) -> ModelSource | None:
    """Return where a conversation's model comes from, None for the built-in one.

    Of other computers only the endpoint in use is asked: the owner has chosen it, and its key is for it alone. So no
    file and no user can have a conversation sent anywhere else.

    Raises:
        WorldError: `model_gone`, with what to do.
    """
    if not by_owner:  # settings are checked where they are set, and a name that was the owner's may be a user's now
        try:
            check_reach(chosen, in_use=in_use)
        except WorldError as error:
            raise _gone(error.sentence, chosen) from error
    if chosen.file:
        path = Path(chosen.file)
        if not (path.is_absolute() and path.is_file()):
            raise _gone(f"There is no model file {path.name} any more.", chosen)
        return ModelFile(path=path)
    if not chosen.url:
        return None
    if isinstance(in_use, ModelEndpoint) and _is_in_use(chosen, in_use):
        return replace(in_use, name=chosen.name)
    if is_loopback(chosen.url):
        return ModelEndpoint(url=chosen.url.rstrip("/"), name=chosen.name)
    raise _gone(f"{chosen.url} is not the endpoint of the settings any more.", chosen)


def _is_in_use(chosen: ChosenModel, in_use: ModelSource | None) -> bool:
    """Return whether a conversation's model is one of the endpoint in use."""
    return isinstance(in_use, ModelEndpoint) and in_use.url.rstrip("/") == chosen.url.rstrip("/")


def _gone(sentence: str, chosen: ChosenModel, *, code: str = GONE) -> WorldError:
    return WorldError(sentence=f"{sentence} {WHAT_TO_DO.format(model=chosen.title)}", code=code)
