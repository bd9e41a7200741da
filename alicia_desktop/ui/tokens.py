"""The design tokens of `resources/tokens.toml` as one frozen value, without Qt.

The file is the only source of colours, sizes and times; whoever wants one asks by its name there, and a name that is
missing is an error at once instead of a wrong colour on screen.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

RESOURCES: Final = Path(__file__).resolve().parents[1] / "resources"
"""The folder `alicia_desktop/resources`."""

TOKENS_FILE: Final = RESOURCES / "tokens.toml"
SchemeName = Literal["light", "dark", "contrast-dark", "contrast-light"]
SCHEMES: Final[tuple[SchemeName, ...]] = ("light", "dark", "contrast-dark", "contrast-light")


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeStyle:
    """One step of the type scale."""

    size: int
    """Pixels at 100 %."""
    line: int
    """Line height in pixels at 100 %."""
    weight: int
    """100–900 as in CSS."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shadow:
    """The one shadow, in pixels; its colour is the token `shadow`."""

    y: int
    blur: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Tokens:
    """All tokens, each group under its name in the file."""

    colours: Mapping[SchemeName, Mapping[str, str]]
    """`#RRGGBB`, or `#RRGGBBAA` for what lies over others."""
    outline: Mapping[SchemeName, bool]
    """Whether soft grounds get a border of their own colour in that scheme."""
    space: Mapping[str, int]
    radius: Mapping[str, int]
    border: Mapping[str, int]
    ui_fonts: tuple[str, ...]
    mono_fonts: tuple[str, ...]
    type: Mapping[str, TypeStyle]
    icon: Mapping[str, int]
    mark: Mapping[str, int]
    height: Mapping[str, int]
    width: Mapping[str, int]
    window_min: tuple[int, int]
    motion: Mapping[str, int]
    """Milliseconds."""
    shadow: Shadow
    text_pairs: tuple[tuple[str, ...], ...]
    """A colour, then the grounds on which it must reach `text_ratio`."""
    graphic_pairs: tuple[tuple[str, ...], ...]
    text_ratio: float
    graphic_ratio: float


@cache
def load_tokens(path: Path = TOKENS_FILE) -> Tokens:
    """Load the tokens; a broken file is a fault of the installation and raises."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    width, motion = dict(data["width"]), dict(data["motion"])
    least_width, least_height = width.pop("window-min")
    motion.pop("easing")
    shadow = data["shadow"]["popover"]
    return Tokens(
        colours={name: data["color"][name] for name in SCHEMES},
        outline={name: data["outline"][name] for name in SCHEMES},
        space=data["space"],
        radius=data["radius"],
        border=data["border"],
        ui_fonts=tuple(data["font"]["ui"]),
        mono_fonts=tuple(data["font"]["mono"]),
        type={name: TypeStyle(**style) for name, style in data["type"].items()},
        icon=data["icon"],
        mark=data["mark"],
        height=data["height"],
        width=width,
        window_min=(least_width, least_height),
        motion=motion,
        shadow=Shadow(y=shadow["y"], blur=shadow["blur"]),
        text_pairs=tuple(tuple(pair) for pair in data["contrast"]["text"]),
        graphic_pairs=tuple(tuple(pair) for pair in data["contrast"]["graphic"]),
        text_ratio=data["contrast"]["text-min"],
        graphic_ratio=data["contrast"]["graphic-min"],
    )
