"""SQLAlchemy Core states the queries; where SQL stands beside it, its module says why."""

import ast
import re
from pathlib import Path

import alicia_desktop

PACKAGE = Path(alicia_desktop.__file__).parent
WORD = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|CREATE|DROP|ALTER)\s")
STATEMENT = re.compile(rf"\s*{WORD.pattern}")
"""What asks or changes tables; what SQLAlchemy has no words for (PRAGMA, VACUUM, SAVEPOINT) needs no reason."""
REASON = re.compile(r"Raw SQL\b.{25,}", re.DOTALL)


def raw_sql(module):
    """Return the texts in a module that are SQL."""
    code = module.read_text("utf-8")
    if not WORD.search(code):  # most modules need not be parsed
        return []
    nodes = ast.walk(ast.parse(code))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [text for text in texts if STATEMENT.match(text)]


def says_why(module):
    """Whether the docstring of a module, or of its package, gives a reason."""
    told = [ast.get_docstring(ast.parse(one.read_text("utf-8"))) for one in (module, module.with_name("__init__.py"))]
    return any(REASON.search(one or "") for one in told)


def test_a_module_with_raw_sql_says_why():
    with_sql = {module: raw_sql(module) for module in sorted(PACKAGE.rglob("*.py"))}
    with_sql = {module: found for module, found in with_sql.items() if found}
    assert len(with_sql) > 20  # else it finds none any more
    assert not {str(module): found[0] for module, found in with_sql.items() if not says_why(module)}


def test_raw_sql_is_found_and_its_reason_too(tmp_path):
    (tmp_path / "__init__.py").write_text("")
    module = tmp_path / "rows.py"
    module.write_text('"""Read rows."""\n\nQUERY = f"SELECT a FROM {table}"\nOTHER = "PRAGMA user_version"\n')
    assert raw_sql(module) == ["SELECT a FROM "]
    assert not says_why(module)
    module.write_text('"""Read rows.\n\nRaw SQL, because a full-text table is no table to SQLAlchemy.\n"""\n')
    assert says_why(module)
