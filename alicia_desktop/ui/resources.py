"""Where the files that come with the program lie: beside the package, in a checkout as in a bundle."""

from pathlib import Path
from typing import Final

RESOURCES: Final = Path(__file__).resolve().parents[2] / "resources"
"""The folder `resources/` of the source tree; an installer puts it beside the package too."""
