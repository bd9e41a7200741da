"""A tool of the local server, run again in the whole window; a server that does not offer it says so."""

from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.ui.inspector.stanzas.field_tree import FieldTree
from alicia_desktop.ui.inspector.tools.tools_tab import ToolsTab
from tests.app.stage import on_stage
from tests.ui.reach import part, shown_texts


@on_stage
async def test_the_server_runs_its_calculator_again_beside_the_first_result(stage) -> None:
    await stage.online()
    await stage.ask("What is 17 * 23?")
    panel = await stage.open_inspector()
    panel.show_tab("tools")
    tab = panel.findChild(ToolsTab)
    again = next(one for one in tab.findChildren(QAbstractButton) if one.text() == "Run again")
    await stage.until(lambda: again.isVisible() and again.isEnabled())
    assert "The server runs it" in again.toolTip()
    again.click()
    await stage.until(lambda: any(one.startswith("same result") for one in shown_texts(tab)))
    assert part(tab, FieldTree, "Run again").isVisible()
