"""Find data files of installed packages without importing them: some import more than is installed here."""

import importlib.util
from pathlib import Path

from alicia_desktop.base.errors import WorldError


def find_package_file(package: str, pattern: str, *, missing: str) -> Path:
    """Return the first file of `package` whose path in it matches `pattern`.

    Raises:
        WorldError: the package or the file is not installed (`engine_failed`); `missing` is its sentence.
    """
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    files = [file for folder in folders for file in sorted(Path(folder).glob(pattern))]
    if not files:
        raise WorldError(sentence=missing, code="engine_failed")
    return files[0]
