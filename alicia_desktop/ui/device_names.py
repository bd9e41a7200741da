"""Readable names of sound devices: PortAudio's are meant for a configuration file.

On Linux its list holds the cards, the sound server and every plug-in of ALSA, all alike. The default comes first, then
what one can point at; the plug-ins come last, because somebody may still need one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication

SYSTEM: Final = frozenset({"", "default"})
"""Names under which the system's own choice is opened; the empty one is how the settings write it."""
SERVERS: Final = {"pulse": "PulseAudio", "pipewire": "PipeWire", "jack": "JACK"}
PLUG_INS: Final = re.compile(
    r"sysdefault|null|oss|samplerate|speexrate|speex|lavrate|upmix|vdownmix|dmix|dsnoop|front|rear|center_lfe|side"
    r"|surround\d+|iec958|spdif|a52|hdmi|modem|phoneline|usbstream"
)
ADDRESS: Final = re.compile(r"\s*\(hw:\d+,\d+\)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceName:
    """A sound device as listed."""

    name: str
    """As PortAudio calls it; empty is the system's own choice."""
    label: str
    plain: bool
    """Whether a user knows it; else it is a plug-in of the sound system."""


def device_label(name: str) -> str:
    """Return what a user calls the device `name`."""
    if name in SYSTEM:
        return QCoreApplication.translate("DeviceName", "System default")
    return SERVERS.get(name) or ADDRESS.sub("", name) or name


def device_names(names: Iterable[str]) -> tuple[DeviceName, ...]:
    """Return the list to choose from: the system's default, the devices, the plug-ins; no label twice."""
    known = [name for name in names if name not in SYSTEM]
    labels = [device_label(name) for name in known]
    found = [
        # Two outputs of one card differ by their address alone.
        DeviceName(
            name=name,
            label=label if labels.count(label) == 1 else name,
            plain=PLUG_INS.fullmatch(name) is None,
        )
        for name, label in zip(known, labels, strict=True)
    ]
    system = DeviceName(name="", label=device_label(""), plain=True)
    return (system, *sorted(found, key=lambda device: not device.plain))
