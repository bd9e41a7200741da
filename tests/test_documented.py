"""What the documentation says is held by a test is held by one, and what refers to a page finds it."""

import functools
import json
import re
import runpy
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.codec import read_envelope
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.registry import BY_NUMBER
from alicia_desktop.server import agent
from alicia_desktop.session import connection, message_factory
from alicia_desktop.session.message_factory import REFUSED
from alicia_desktop.session.tools.contract import ErrorCode
from alicia_desktop.store.memories.memory_edits import EXPECTED_AT, EXPECTED_DIGEST
from tests.support.protocol_page import PAGE, marked, named_in

ROOT: Final = Path(__file__).parents[1]
NAMED: Final = re.compile(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`")
REFERENCE: Final = re.compile(r"(?<![\w/.-])(?:docs/[\w/-]+|README|CHANGELOG|CONTRIBUTING)\.md(?:#[\w-]*)?")
LINK: Final = re.compile(r"\]\(([^()\s]+)\)")
PAGE_IN_PROSE: Final = re.compile(r"(?<![\w/.*\"'{}-])[A-Za-z][\w/.-]*\.md\b(?![\"'])")
"""Not in quotes, where it is the name of a file that is written or read."""
IN_CODE: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
A_PATH: Final = re.compile(r"((?:[a-z]\w*/)+)(\w+)(?:\.py|\.(\w+))?")
"""A module, or a name in it, by folders: `server/agent.py`, `server/agent`, `server/agent.Agent`."""
A_MEMBER: Final = re.compile(r"(?:\w+\.)*([a-z]\w*)\.([a-z]+_\w+)")
"""A name in a module, without folders. It has an underscore, which no ending of a file has."""
A_NAME: Final = re.compile(r"[a-z]+_\w+")
MODULES_IN: Final = re.compile(r"^\|.*\| module in `([\w/]+)/` \|.*\n\|[-| ]+\n((?:\|.*\n)+)", re.MULTILINE)
"""A table with a column of modules, in its second place, and its rows."""
FENCE: Final = re.compile(r"^(`{3,}).*?^\1\s*$", re.MULTILINE | re.DOTALL)
HEADING: Final = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
SECTION_SIGN: Final = "\N{SECTION SIGN}"


def sources() -> list[Path]:
    """Return every file that somebody reads as source or as documentation."""
    folders = [ROOT / name for name in ("alicia_desktop", "tests", "packaging", "docs", ".ci")]
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    at_the_top = [path for path in ROOT.iterdir() if path.suffix in {".md", ".toml", ".in"} or path.name == "Makefile"]
    kinds = {".py", ".md", ".toml", ".sql", ".sh", ".txt", ".in", ".yml", ".yaml", ""}
    return sorted(path for path in found + at_the_top if path.suffix in kinds and "__pycache__" not in path.parts)


def code() -> list[Path]:
    """Return the sources that are no pages."""
    return [path for path in sources() if path.suffix != ".md"]


def pages() -> list[Path]:
    """Return the pages of the documentation."""
    return [path for path in sources() if path.suffix == ".md"]


@functools.cache
def contents(path: Path) -> str:
    """Return a file's text, which several tests look through."""
    return path.read_text("utf-8")


@functools.cache
def modules() -> tuple[Path, ...]:
    """Return every Python file that a page may name, product and tests."""
    return tuple(path for path in code() if path.suffix == ".py")


def named_in_code(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the names that stand in backticks, each with its paragraph; a table is one paragraph."""
    for paragraph in FENCE.sub("", contents(page)).split("\n\n"):
        for name in IN_CODE.findall(paragraph):
            yield name, paragraph


def places(folder: str) -> Iterator[Path]:
    """Yield where a folder of a page may lie: in the repository, or in the package, whose name pages leave out."""
    yield from (place for place in (ROOT / folder, ROOT / "alicia_desktop" / folder) if place.is_dir())


def defines(path: Path, name: str) -> bool:
    """Whether a file has a function, class, field or constant of this name."""
    return (
        re.search(rf"^\s*(?:(?:async )?def|class) {name}\b|^\s*{name}\b *[:=]", contents(path), re.MULTILINE)
        is not None
    )


def missing_path(name: str) -> bool:
    """Whether a name in backticks is a path into the program whose file, or whose name in that file, is not there."""
    found = A_PATH.fullmatch(name)
    if found is None or not any(places(found[1].partition("/")[0])):
        return False
    if (ROOT / name).exists() or (ROOT / "alicia_desktop" / name).exists():
        return False
    folder, module, member = found.groups()
    files = [place / f"{module}.py" for place in places(folder) if (place / f"{module}.py").is_file()]
    if member:
        return not any(defines(path, member) for path in files)
    return not files


def missing_file(name: str, paragraph: str) -> bool:
    """Whether a name in backticks is a file without folders that lies beside no other path of its paragraph."""
    if not re.fullmatch(r"\w+\.py", name):
        return False
    folders = {path[1] for path in map(A_PATH.fullmatch, IN_CODE.findall(paragraph)) if path}
    return not any((place / name).is_file() for folder in {*folders, "", "tests"} for place in places(folder))


def missing_member(name: str) -> bool:
    """Whether `module.name` names a module of the program without that name in it."""
    found = A_MEMBER.fullmatch(name)
    if found is None:
        return False
    files = [path for path in modules() if path.stem == found[1]]
    return bool(files) and not any(defines(path, found[2]) for path in files)


@functools.cache
def slugs(page: Path) -> frozenset[str]:
    """Return what a link to a heading of `page` may name, as GitHub makes it of the heading's words."""
    found: dict[str, int] = {}
    for heading in HEADING.findall(FENCE.sub("", page.read_text("utf-8"))):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
        if found[slug]:
            found[f"{slug}-{found[slug]}"] = 0
    return frozenset(found)


def unresolved(reference: str, start: Path) -> bool:
    """Whether a reference, relative to the folder `start`, names no page or no heading in it."""
    name, _, heading = reference.partition("#")
    page = (start / name).resolve()
    return not page.exists() or ("#" in reference and heading not in slugs(page))


def links(page: Path) -> Iterator[str]:
    """Yield the links of a page to other pages, files and its own headings."""
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        if "://" not in target and not target.startswith("mailto:"):
            yield page.name + target if target.startswith("#") else target


def test_every_test_that_the_documentation_names_is_there() -> None:
    named = {found for page in (ROOT / "docs").glob("*.md") for found in NAMED.findall(page.read_text("utf-8"))}
    assert named
    missing = [
        f"{file}::{test}"
        for file, test in sorted(named)
        if not (ROOT / file).is_file() or (test and f"def {test}(" not in (ROOT / file).read_text("utf-8"))
    ]
    assert missing == []


def test_every_module_and_member_that_a_page_names_is_there() -> None:
    named = [(page, *found) for page in pages() for found in named_in_code(page)]
    assert sum(A_PATH.fullmatch(name) is not None for _, name, _ in named) > 500
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page, name, paragraph in named
        if missing_path(name) or missing_file(name, paragraph) or missing_member(name)
    ]
    assert missing == []


def test_every_table_of_modules_names_modules() -> None:
    tables = [(page, *found) for page in pages() for found in MODULES_IN.findall(contents(page))]
    assert tables
    missing = [
        f"{page.relative_to(ROOT)}: {folder}/{name}"
        for page, folder, rows in tables
        for row in rows.splitlines()
        for name in IN_CODE.findall(row.split("|")[2])
        if "/" not in name and missing_path(f"{folder}/{name}")
    ]
    assert missing == []


def test_every_name_of_several_words_is_one_that_the_program_knows() -> None:
    """But for docs/seeds.md, which has the names of the documents that it compares."""
    known = set(re.findall(r"\w+", "\n".join(map(contents, code()))))
    pages_of_ours = [page for page in (ROOT / "docs").glob("*.md") if page.name != "seeds.md"]
    unknown = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in pages_of_ours
        for name, _ in named_in_code(page)
        if A_NAME.fullmatch(name) and name not in known
    ]
    assert unknown == []


def test_every_reference_in_the_code_names_a_page_and_a_heading_in_it() -> None:
    found = [(path, name) for path in code() for name in REFERENCE.findall(path.read_text("utf-8"))]
    assert len(found) > 100
    assert [f"{path.relative_to(ROOT)}: {name}" for path, name in found if unresolved(name, ROOT)] == []


def test_the_code_names_no_page_that_is_not_here() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in code()
        for name in PAGE_IN_PROSE.findall(path.read_text("utf-8"))
        if not (ROOT / name).is_file()
    ]
    assert named == []


def test_every_link_of_the_documentation_leads_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {to}" for page in pages() for to in links(page) if unresolved(to, page.parent)
    ]
    assert broken == []


def test_no_paragraph_of_a_page_that_is_elsewhere_is_cited() -> None:
    assert [str(path.relative_to(ROOT)) for path in sources() if SECTION_SIGN in path.read_text("utf-8")] == []


def test_the_tables_of_the_protocol_are_those_of_the_registry() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "protocol_tables.py"))["page"](PAGE.read_text("utf-8"))
    assert made == PAGE.read_text("utf-8"), "run `make protocol-tables`"


def test_the_features_of_the_protocol_are_those_that_are_sent() -> None:
    assert named_in("features") == {*connection.FEATURES, client_tools.FEATURE, *agent.FEATURES}


def test_the_error_codes_of_tools_are_documented() -> None:
    assert named_in("tool errors") == {*get_args(ErrorCode), "cancelled"}


def test_what_a_client_says_in_meta_is_documented() -> None:
    about: dict[str, Any] = {"conversation_id": "ac_1", "at": datetime.now(UTC)}
    _, asked = message_factory.question("Why?", client_version="1", speak=True, **about)
    _, again = message_factory.regeneration_with_memories("am_1", conversation_id="ac_1", without=["amem_1"])
    assert {*asked, *again, EXPECTED_AT, EXPECTED_DIGEST, REFUSED} - named_in("meta") == set()


@pytest.mark.slow
def test_every_documented_key_of_meta_is_one_that_the_program_knows() -> None:
    product = "".join(path.read_text("utf-8") for path in code() if path.is_relative_to(ROOT / "alicia_desktop"))
    assert {key for key in named_in("meta") if not re.search(rf'"{re.escape(key)}"|\b{key}=', product)} == set()


def session() -> list[dict[str, Any]]:
    """Return the stanzas of the session that docs/protocol.md shows."""
    return [json.loads(line) for line in marked("session").splitlines() if line.startswith("{")]


@pytest.mark.parametrize("envelope", session(), ids=lambda envelope: str(envelope["stanzaId"]))
def test_the_session_that_the_protocol_shows_is_one(envelope: dict[str, Any]) -> None:
    read = read_envelope(envelope)
    assert isinstance(read, Stanza)
    assert (read.problems, read.extra, read.aliases) == ((), {}, {})


def test_the_developer_guide_says_of_every_message_where_it_comes_from_and_goes() -> None:
    table = (ROOT / "docs" / "developer-guide.md").read_text("utf-8").partition("| message | sent by |")[2]
    cells = "\n".join(re.findall(r"^\| (\d.*?) \|", table.partition("\n\n")[0], re.MULTILINE))
    named = {int(number): name for number, name in re.findall(r"(\d+) (\w+)", cells)}
    assert set(named) == set(BY_NUMBER)
    assert {number: name for number, name in named.items() if name not in {"its", BY_NUMBER[number].name}} == {}
