"""What the window tells of the server when one asks."""

from PySide6.QtWidgets import QLabel

from alicia_desktop.ui.dialogs import FactsDialog
from tests.app.stage import on_stage


@on_stage
async def test_the_menu_tells_of_the_server_and_of_the_session(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    menu = stage.window.conversation.header.menu()

    def told() -> str:
        return " ".join(label.text() for dialog in stage.visible(FactsDialog) for label in dialog.findChildren(QLabel))

    next(action for action in menu.actions() if action.text().startswith("About the server")).trigger()
    await stage.until(lambda: "1 message" in told())
    assert "scripted" in told()
    stage.visible(FactsDialog)[0].accept()
