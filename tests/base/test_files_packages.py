import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import find_package_file


def test_a_file_is_found_although_its_package_cannot_be_imported(tmp_path, monkeypatch):
    package = tmp_path / "unimportable"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("import something_that_is_not_installed\n")
    (package / "data" / "voice-2.onnx").write_bytes(b"2")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_package_file("unimportable", "data/voice-*.onnx", missing="Gone.").read_bytes() == b"2"


@pytest.mark.parametrize(("package", "pattern"), [("no_such_package", "*"), ("alicia_desktop", "data/nothing.onnx")])
def test_what_is_not_installed_is_the_callers_sentence(package, pattern):
    with pytest.raises(WorldError, match="Install the program with its models"):
        find_package_file(package, pattern, missing="Not there. Install the program with its models.")
