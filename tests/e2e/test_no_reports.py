"""That models run on this computer alone: onnxruntime, as it is published, reports to its makers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

CODE = """
import time
from alicia_desktop.audio.activity import Silero
Silero()
time.sleep(0.5)
"""


def test_running_a_model_leaves_no_identifier_of_the_computer_and_reports_nothing(tmp_path: Path) -> None:
    """It takes a computer of CI for one that reports nothing, and writes the identifier before its first report."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "LD_LIBRARY_PATH", "LANG"}}
    environment = {**kept, "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", CODE], env=environment, cwd=Path(__file__).parents[2], check=True, timeout=60)
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if "onnx" in path.name] == []
