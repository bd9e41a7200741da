"""Colours as people see them who lack one of the three kinds of cones, or all colour.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the whole lack of a kind, on linear light.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

KINDS: Final = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
Channels = npt.NDArray[np.float64]


def seen(channels: Channels, kind: str) -> Channels:
    """Return sRGB values of 0–1, in the last axis, as somebody with this colour blindness sees them."""
    light = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    left = np.clip(light @ np.array(KINDS[kind]).T, 0, 1)
    found: Channels = np.where(left <= 0.0031308, left * 12.92, 1.055 * left ** (1 / 2.4) - 0.055)
    return found


def seen_hex(colour: str, kind: str) -> str:
    """Return `#RRGGBB` as it is seen."""
    channels = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return "#" + "".join(f"{round(float(one) * 255):02X}" for one in seen(channels, kind))


def seen_image(image: QImage, kind: str) -> Channels:
    """Return the pixels of `image` as they are seen: height × width × 3, 0–1."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return seen(lines[:, : plain.width() * 3].reshape(plain.height(), plain.width(), 3) / 255, kind)
