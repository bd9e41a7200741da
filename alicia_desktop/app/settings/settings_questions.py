"""Ask what the settings need an answer to: each question is a dialog of its own."""

from collections.abc import Callable
from urllib.parse import urlsplit

from PySide6.QtWidgets import QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.base.visible_text import describe_host
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.theme import Theme


class SettingsQuestions:
    """The questions; each returns whether the person agreed."""

    def __init__(self, *, theme: Theme, parent: Callable[[], QWidget]) -> None:
        """`parent` returns the dialog of the settings while it is open, because the window takes no input under it."""
        self._theme, self._parent = theme, parent

    async def ask_unencrypted(self, host: str) -> bool:
        """Ask whether tokens may be sent unencrypted to a host."""
        question = dialogs.QuestionDialog(
            translate("Send your token unencrypted?"),
            translate(
                "The address of {host} is not encrypted (http or ws instead of https or wss). Others on the network "
                "could read your token and what you say, and use the server as you."
            ).format(host=describe_host(host)),
            theme=self._theme,
            parent=self._parent(),
        )
        send = question.add_buttons(translate("Send unencrypted"), kind="danger", reject=translate("Don’t send"))
        send.setDefault(False)  # Enter may be meant for the composer
        send.setAutoDefault(False)
        return await dialogs.answer(question, modal=False)

    async def ask_memories(self, name: str, url: str) -> bool:
        """Ask whether a model elsewhere may also read memories out of what the person says."""
        host = describe_host(urlsplit(url).hostname or url)
        question = dialogs.QuestionDialog(
            translate("Let the model read memories, too?"),
            translate(
                "{model} can also find what to remember in what you say. Each message then goes to {host} once more. "
                "Otherwise Alicia finds it by herself, on this computer."
            ).format(model=name, host=host),
            theme=self._theme,
            parent=self._parent(),
        )
        question.add_buttons(translate("Let it read"), reject=translate("Don’t"))
        return await dialogs.answer(question)

    async def ask_delete(self, name: str, size: str, whole: bool) -> bool:  # noqa: FBT001 - a signature to be called
        """Ask whether a downloaded model, or what has come of one, may be deleted."""
        question = dialogs.QuestionDialog(
            translate("Delete this model?") if whole else translate("Cancel this download?"),
            translate("{model} is deleted, and {size} are free again.").format(model=name, size=size)
            if whole
            else translate("{size} of {model} that have come are deleted. Pause keeps them.").format(
                size=size, model=name
            ),
            theme=self._theme,
            parent=self._parent(),
        )
        question.add_buttons(
            translate("Delete") if whole else translate("Cancel download"), kind="danger", reject=translate("Keep")
        )
        return await dialogs.answer(question)

    async def ask_file(self, sentence: str) -> bool:
        """Ask whether a secret that no keyring takes may be stored in a file; `sentence` says why it has to."""
        question = dialogs.confirm(
            translate("Store the secret in a file?"),
            sentence,
            action=translate("Store in file"),
            theme=self._theme,
            parent=self._parent(),
        )
        return await dialogs.answer(question)
