"""What comes with the program, under which licence: the list that `packaging/licences.py` wrote, for the About page."""

import json
from typing import Final

from alicia_desktop.ui.resources import RESOURCES
from alicia_desktop.ui.settings.pages import Licence

LIST: Final = RESOURCES / "licences.json"


def bundled_licences() -> tuple[Licence, ...]:
    """Return every part with its licence: models, voices and fonts first, then packages."""
    listed = json.loads(LIST.read_text(encoding="utf-8"))
    return tuple(Licence(name=part["name"], licence=part["licence"]) for part in listed)
