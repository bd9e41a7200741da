"""The page MCP servers: what is shown, and what is asked for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from alicia_desktop.ui.settings.mcp_page import McpPage
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.mcp import McpEntry, McpServerRow

FILES = McpServerRow(name="files", place="npx files", status="2 tools", refused=("odd is not offered. It is wrong.",))
WEB = McpServerRow(name="web", place="https://example.org", status="It did not answer.", failed=True)


@pytest.fixture
def page(qtbot, theme):
    made = McpPage(theme=theme)
    qtbot.addWidget(made)
    made.resize(560, 640)
    made.show()
    return made


def words(page):
    return [label.text() for label in page.findChildren(Label) if label.isVisible() and label.text()]


def write(page, **values):
    line = page.variables[-1]
    fields = {**page.fields, "variable": line.name, "value": line.secret}
    for name, value in values.items():
        fields[name].line.setText(value)


def test_without_servers_it_says_so_and_shows_those_that_come(page, qtbot):
    assert "None yet" in words(page)
    page.show_servers([FILES, WEB])
    wanted = {"files", "npx files", "2 tools", "odd is not offered. It is wrong.", "It did not answer."}
    qtbot.waitUntil(lambda: wanted <= set(words(page)))  # widgets appear with the next round of the loop
    assert "None yet" not in words(page)
    page.show_servers([])
    qtbot.waitUntil(lambda: "None yet" in words(page))


def test_what_stands_in_the_fields_is_tried_and_added(page):
    tried: list[McpEntry] = []
    added: list[McpEntry] = []
    page.test_requested.connect(tried.append)
    page.add_requested.connect(added.append)
    assert not page.add_button.isEnabled()
    write(page, name=" files ", place="npx files", variable="KEY", value="s3cret")
    QTest.mouseClick(page.test_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.add_button, Qt.MouseButton.LeftButton)
    entry = McpEntry(name="files", place="npx files", variables=(("KEY", "s3cret"),))
    assert (tried, added) == ([entry], [entry])
    assert page.variables[0].secret.line.echoMode() is page.variables[0].secret.line.EchoMode.Password


def test_a_server_may_have_several_variables(page, qtbot):
    write(page, name="files", place="npx files")
    assert not page.more_button.isEnabled()
    write(page, variable="KEY", value="s3cret")
    QTest.mouseClick(page.more_button, Qt.MouseButton.LeftButton)
    assert len(page.variables) == 2
    assert not page.more_button.isEnabled()
    write(page, variable="ROOT", value="/srv")
    QTest.mouseClick(page.more_button, Qt.MouseButton.LeftButton)
    assert page.entry.variables == (("KEY", "s3cret"), ("ROOT", "/srv")), "an empty line is none"
    page.set_added()
    assert (len(page.variables), page.entry) == (1, McpEntry(name="", place=""))


def test_how_a_test_ends_is_told(page):
    write(page, name="files", place="npx files")
    page.set_busy()
    assert not page.test_button.isEnabled()
    page.set_tried(FILES)
    assert "It works: 2 tools\nodd is not offered. It is wrong." in words(page)
    assert page.test_button.isEnabled()
    page.set_tried(WEB)
    assert "It did not answer." in words(page)
    page.set_added()
    assert "It did not answer." not in words(page)
    assert page.entry == McpEntry(name="", place="")


def test_a_server_can_be_restarted_and_removed(page):
    restarted: list[str] = []
    removed: list[str] = []
    page.restart_requested.connect(restarted.append)
    page.remove_requested.connect(removed.append)
    page.show_servers([FILES, WEB])
    for button in page.findChildren(Button):
        if button.accessibleName() in {"Restart: web", "Remove: files"}:
            button.click()
    assert (restarted, removed) == (["web"], ["files"])
