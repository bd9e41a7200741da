"""Show the numbers that memories are retrieved by as controls, and say what settings they make.

controls = trial_controls(told)                       # of a trial (docs/protocol.md#what-if)
settings = chosen_settings(controls, {"words": 0.6})
said = retrieval_text(settings)                       # "weight of words 0.60"
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.view.payload_reader import get_mapping, get_number
from alicia_desktop.view.traces import PART_TIPS, part_name

THRESHOLD: Final = "threshold"
BUDGET: Final = "budget"
MAX_TRIED_WEIGHT: Final = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class TrialControl:
    """One number that can be changed."""

    name: str
    """`threshold`, `budget`, or the score part that it weighs."""
    label: str
    tip: str
    value: float
    least: float
    most: float
    step: float
    built_in: float
    """What counts where nobody set anything."""

    @property
    def is_weight(self) -> bool:
        """Whether it is the weight of a score part."""
        return self.name not in {THRESHOLD, BUDGET}


def trial_controls(told: Mapping[str, Any]) -> tuple[TrialControl, ...]:
    """Return the controls of what a server told of a trial."""
    return tuple(_controls(told))


def _controls(told: Mapping[str, Any]) -> Iterator[TrialControl]:
    defaults, built_in = get_mapping(told, "defaults"), get_mapping(told, "builtIn")
    threshold, budget = get_number(defaults, THRESHOLD), get_number(defaults, BUDGET)
    if threshold is not None:
        yield TrialControl(
            name=THRESHOLD,
            label=translate("Threshold"),
            tip=translate("The relevance that a recently used memory needs"),
            value=threshold,
            least=0.0,
            most=1.0,
            step=0.01,
            built_in=_or(get_number(built_in, THRESHOLD), threshold),
        )
    if budget is not None:
        yield TrialControl(
            name=BUDGET,
            label=translate("Token budget"),
            tip=translate("The most tokens of all memories together"),
            value=budget,
            least=0.0,
            most=max(6_000.0, 2 * budget),
            step=50,
            built_in=_or(get_number(built_in, BUDGET), budget),
        )
    weights, fitted = get_mapping(defaults, "weights"), get_mapping(built_in, "weights")
    for name in weights:
        value = get_number(weights, name)
        if value is not None:
            yield TrialControl(
                name=str(name)[:40],
                label=part_name(str(name))[:40],
                tip=PART_TIPS.get(name, ""),
                value=value,
                least=-MAX_TRIED_WEIGHT if value < 0 else 0.0,
                most=0.0 if value < 0 else MAX_TRIED_WEIGHT,
                step=0.01,
                built_in=_or(get_number(fitted, name), value),
            )


def _or(told: float | None, otherwise: float) -> float:
    return otherwise if told is None else told


def chosen_settings(controls: Sequence[TrialControl], values: Mapping[str, float]) -> RetrievalSettings:
    """Return the settings that controls with these values are; weights as they were fitted are left out."""
    plain = RetrievalSettings()
    return RetrievalSettings(
        threshold=round(values.get(THRESHOLD, plain.threshold), 4),
        budget=round(values.get(BUDGET, plain.budget)),
        weights={
            one.name: round(values[one.name], 4)
            for one in controls
            if one.is_weight and one.name in values and abs(values[one.name] - one.built_in) >= one.step / 2
        },
    )


def retrieval_text(settings: RetrievalSettings) -> str:
    """Return what of the settings is other than built in: `threshold 0.30, weight of words 0.60`; empty for nothing."""
    plain = RetrievalSettings()
    said = []
    if settings.threshold != plain.threshold:
        said.append(translate("threshold {number}").format(number=format_number(settings.threshold, ".2f")))
    if settings.budget != plain.budget:
        said.append(translate("budget {count} tokens").format(count=format_number(settings.budget)))
    for name, weight in settings.weights.items():
        number = format_number(weight, ".2f").replace("-", "−")
        said.append(translate("weight of {part} {number}").format(part=name, number=number))
    return ", ".join(said)
