"""The list of parts names each package of the locks that is installed, with its version, licence and hashes."""

import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PACKAGE = re.compile(r"^\| ([\w.-]+) \| (\S+) \| (.+) \|$", re.MULTILINE)

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The text of the document, made twice."""
    folder = tmp_path_factory.mktemp("sbom")
    texts = []
    for name in ("a", "b"):
        command = [sys.executable, ROOT / "packaging" / "sbom.py", folder / name]
        told = {"SOURCE_DATE_EPOCH": "1795000000"}
        subprocess.run(command, env=os.environ | told, check=True, timeout=PATIENCE)
        texts.append((folder / name).read_text("utf-8"))
    return texts


@pytest.fixture(scope="module")
def document(written):
    return json.loads(written[0])


def test_the_same_commit_gives_the_same_document(written):
    assert written[0] == written[1]


def test_it_is_of_the_format_that_it_names(document):
    assert (document["bomFormat"], document["specVersion"], document["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", document["serialNumber"]
    )
    assert document["metadata"]["timestamp"] == "2026-11-18T11:06:40Z"
    refs = [one["bom-ref"] for one in document["components"]]
    assert len(set(refs)) == len(refs)
    assert document["dependencies"] == [{"ref": "alicia-desktop", "dependsOn": refs}]


def test_it_has_each_part_of_the_page_of_licences_and_its_licence(document):
    page = (ROOT / "docs" / "licences.md").read_text("utf-8").split("## Python packages")[1]
    told = {(name, version): licence for name, version, licence in PACKAGE.findall(page) if set(version) != {"-"}}
    told.pop(("package", "version"), None)
    listed = {(one["name"], one["version"]): one for one in document["components"] if "version" in one}
    assert len(told) > 50
    assert set(told) == set(listed)
    for key, licence in told.items():
        (given,) = listed[key]["licenses"]
        assert licence in {given.get("expression"), given.get("license", {}).get("name")}


def test_each_package_has_the_hashes_of_the_lock_and_the_version_that_is_installed(document):
    packages = [one for one in document["components"] if "version" in one]
    for one in packages:
        assert metadata.version(one["name"]) == one["version"]
        (reference,) = one["externalReferences"]
        assert reference["hashes"]
        assert all(re.fullmatch("[0-9a-f]{64}", value["content"]) for value in reference["hashes"])
    assert {"Python 3.11", "Qt", "LiveKit server"} <= {one["name"] for one in document["components"]}
