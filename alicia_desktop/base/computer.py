"""What kind of computer this is, and nothing about whose."""

import locale
import os
import platform
import time
from datetime import datetime


def information(now: datetime) -> dict[str, str | int]:
    """Return system, language and time zone of the computer, and `now` as it shows it."""
    return {
        "system": platform.system(),
        "version": platform.release(),
        "machine": platform.machine(),
        "processors": os.cpu_count() or 0,
        "language": locale.getlocale()[0] or "",
        "timezone": time.tzname[0],
        "time": now.astimezone().strftime("%Y-%m-%d %H:%M"),
    }
