"""An empty window with the timer of `bench_inspector`, in a process of its own.

`python -m tests.bench.bystander SECONDS` says when it has begun, and at its end all delays. The window does nothing, so
how late its timer comes is the machine's doing.
"""

import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from tests.bench.bench_inspector import Delay


def main(seconds: float) -> None:
    """Run the loop for so long."""
    app = QApplication([])
    window = QWidget()
    window.show()
    delay = Delay()
    QTimer.singleShot(round(seconds * 1000), app.quit)
    delay.start()
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    app.exec()
    delay.stop()
    sys.stdout.write(f"{json.dumps(delay.milliseconds)}\n")


if __name__ == "__main__":
    main(float(sys.argv[1]))
