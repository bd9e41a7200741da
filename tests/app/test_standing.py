"""What the window tells of the server when one asks."""

from PySide6.QtWidgets import QLabel

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import SessionStats
from alicia_desktop.session.ledger import Passed
from alicia_desktop.ui.dialogs import FactsDialog
from tests.app.stage import on_stage


@on_stage
async def test_the_menu_tells_of_the_server_and_of_the_session(stage) -> None:
    await stage.online()
    counted: list[SessionStats] = []

    def passed(one: Passed) -> None:
        if isinstance(one.inbound, Stanza) and isinstance(one.inbound.body, SessionStats):
            counted.append(one.inbound.body)

    stage.client.sessions.passed.connect(passed)
    await stage.ask("Good morning")
    await stage.until(lambda: counted)  # it comes behind the answer
    menu = stage.window.conversation.header.menu()

    def told() -> str:
        return " ".join(label.text() for dialog in stage.visible(FactsDialog) for label in dialog.findChildren(QLabel))

    next(action for action in menu.actions() if action.text().startswith("About the server")).trigger()
    await stage.until(lambda: "1 message" in told())
    assert "scripted" in told()
    stage.visible(FactsDialog)[0].accept()
