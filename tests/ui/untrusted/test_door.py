"""Who shows text of others has one way to do it: Qt's own functions for it are called by the door alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import alicia_desktop

ROOT = Path(alicia_desktop.__file__).parent
SOURCES = sorted([*(ROOT / "ui").rglob("*.py"), *(ROOT / "app").rglob("*.py")])
PLAIN_TEXT, LINKS, INERT, PICTURES = (
    f"ui/untrusted/{name}.py" for name in ("plain_text", "links", "inert_document", "pictures")
)

CLASSES = {
    "QToolTip": {PLAIN_TEXT},
    "QDesktopServices": {LINKS},
    "QLabel": {
        "ui/text_size.py",  # asks whether a widget is one
        "ui/widgets/labels.py",
        "ui/inspector/memory/memory_history.py",
    },  # plain text; escaped pieces with their marks
    "QTextBrowser": {"ui/conversation/text_view.py"},
    "QSystemTrayIcon": {
        "app/desktop_tools.py",
        "ui/tray.py",
        "ui/settings/general_page.py",  # asks whether there is a tray
        PLAIN_TEXT,
    },
    "QPixmap": {"ui/icons.py", "ui/theme.py"},  # painted from a font
    "QImage": {INERT, PICTURES},
    "QImageReader": {PICTURES},
    **dict.fromkeys(("QMessageBox", "QErrorMessage", "QInputDialog", "QProgressDialog", "QWhatsThis"), frozenset()),
    **dict.fromkeys(("QStatusBar", "QMovie", "QNetworkAccessManager", "QWizard"), frozenset()),
}
"""Classes that guess what a text is, or open what it names, and the modules that may use them."""
METHODS = {
    "setToolTip": {PLAIN_TEXT, INERT},
    "showText": {PLAIN_TEXT},
    "setWindowTitle": {PLAIN_TEXT},
    "openUrl": {LINKS},
    "setTextFormat": {"ui/widgets/labels.py", "ui/inspector/memory/memory_history.py"},
    "setMarkdown": {"ui/conversation/documents.py"},
    "showMessage": {"app/desktop_tools.py", "ui/tray.py"},
    **dict.fromkeys(("setHtml", "insertHtml", "appendHtml", "insertMarkdown", "insertImage"), frozenset()),
    **dict.fromkeys(
        ("setSource", "setSearchPaths", "setOpenExternalLinks", "setWhatsThis", "setStatusTip"), frozenset()
    ),
    **dict.fromkeys(("setTabToolTip", "setTabWhatsThis", "setIconText"), frozenset()),
    "setAcceptRichText": {"ui/conversation/composer.py"},  # which takes none
    "setBuddy": {"ui/widgets/labels.py"},  # for labels of our own words
}
MODULES = (
    "PySide6.QtNetwork",
    "PySide6.QtWebEngine",
    "PySide6.QtMultimedia",
    "PySide6.QtQml",
    "PySide6.QtSvg",
    "webbrowser",
)
"""What loads by itself; a lock and a socket of one computer are `app/single_instance.py`."""


def uses(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Name the classes, the methods and the modules that a module uses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield "module", node.module or ""
            yield from (("class", name.name) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (("module", name.name) for name in node.names)
        elif isinstance(node, ast.Attribute):
            yield "method", node.attr


@pytest.fixture(scope="module")
def used():
    return {path.relative_to(ROOT).as_posix(): set(uses(ast.parse(path.read_text()))) for path in SOURCES}


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_that_guesses_or_opens_is_used_by_the_door_alone(used, name):
    assert {module for module, names in used.items() if ("class", name) in names} <= CLASSES[name]


@pytest.mark.parametrize("name", METHODS)
def test_a_function_that_guesses_or_opens_is_called_by_the_door_alone(used, name):
    assert {module for module, names in used.items() if ("method", name) in names} <= METHODS[name]


@pytest.mark.parametrize("name", MODULES)
def test_what_loads_by_itself_is_not_there(used, name):
    users = {
        module
        for module, names in used.items()
        if any(kind == "module" and one.startswith(name) for kind, one in names)
    }
    assert users <= {"app/single_instance.py"}


def test_a_tool_tip_of_a_model_goes_through_the_door(used):
    models = {module for module, names in used.items() if ("method", "ToolTipRole") in names}
    assert models
    assert all(("class", "tool_tip") in used[module] for module in models)


def test_a_document_of_others_is_one_that_loads_nothing(used):
    made = {module for module, names in used.items() if ("class", "QTextDocument") in names}
    assert made <= {INERT, "ui/conversation/documents.py", "ui/conversation/highlight.py"}
    tree = ast.parse((ROOT / "ui/conversation/documents.py").read_text())
    calls = [node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    assert "QTextDocument" not in calls
    assert "sanitize" in calls
