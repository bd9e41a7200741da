"""One turn, and the inspector on its stanzas: where most tests of that list begin."""

from typing import Any

from alicia_desktop.ui.inspector.panel import InspectorPanel


async def inspect_turn(stage: Any) -> InspectorPanel:
    """Ask a question, and return the inspector once it lists the stanzas of the answer."""
    await stage.online()
    stage.model.say("On Friday.")
    await stage.ask("When is the recital?")
    panel: InspectorPanel = await stage.open_inspector()
    panel.show_tab("stanzas")
    rows = stage.presenter.launcher.inspector.journal.rows
    await stage.until(lambda: any(row.type == "AssistantSentence" for row in rows))
    return panel
