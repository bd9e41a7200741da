"""Every library that the program asks for stands in the list that the About page shows."""

import re
from pathlib import Path

from alicia_desktop.app.settings.settings_controller import bundled_licences

ROOT = Path(__file__).parents[3]


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_required_library_and_every_model_has_its_licence():
    wanted = [
        re.split(r"[^A-Za-z0-9_.-]", line)[0]
        for file in ("requirements.in", "requirements-models.in", "requirements-nodeps.in")
        for line in (ROOT / file).read_text().splitlines()
        if line and not line.startswith("#")
    ]
    assert len(wanted) > 30
    listed = {canonical(part.name): part.licence for part in bundled_licences()}
    assert {canonical(name) for name in wanted} <= set(listed)
    assert all(listed.values())
    assert any("SmolLM2" in part.name for part in bundled_licences())


def test_the_page_and_the_list_say_the_same():
    page = (ROOT / "docs" / "licences.md").read_text()
    for part in bundled_licences():
        assert f"| {part.name} |" in page
