"""Run by the system's Python, which has pyatspi: writes what is on the bus as JSON, then what is announced meanwhile.

Waits until the application is there; then each line on stdin is the number of announcements to wait for, or "tree", at
which what is on the bus is written anew.
"""

import json
import sys
import threading
import time

import pyatspi  # type: ignore[import-not-found] # of the system
from gi.repository import GLib  # type: ignore[import-not-found] # as above

STATES = ("FOCUSABLE", "FOCUSED", "CHECKABLE", "CHECKED", "SHOWING")
PATIENCE = 15.0
PAUSE = threading.Event()


def described(node, depth=0):
    states = node.getState()
    return {
        "role": node.getRoleName(),
        "name": node.name,
        "description": node.description,
        "value": value_of(node),
        "labels": [
            relation.getTarget(place).name
            for relation in node.getRelationSet()
            if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY
            for place in range(relation.getNTargets())
        ],
        "states": [name for name in STATES if states.contains(getattr(pyatspi, f"STATE_{name}"))],
        "children": [described(child, depth + 1) for child in node if child is not None] if depth < 40 else [],
    }


def value_of(node):
    """Return the value of what has one, between its least and its largest."""
    try:
        value = node.queryValue()
    except NotImplementedError:
        return None
    return [value.minimumValue, value.currentValue, value.maximumValue]


def application():
    desktop = pyatspi.Registry.getDesktop(0)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for one in desktop:
            if one is not None and one.childCount >= 2:
                return one
        PAUSE.wait(0.1)
    raise SystemExit("no application on the bus")


def say(found):
    sys.stdout.write(f"{json.dumps(found)}\n")
    sys.stdout.flush()


def main():
    announced = []
    pyatspi.Registry.registerEventListener(
        lambda event: announced.append([str(event.any_data), int(event.detail1)]), "object:announcement"
    )
    say(described(application()))
    for line in sys.stdin:
        if line.strip() == "tree":
            say(described(application()))
            continue
        deadline = time.monotonic() + PATIENCE
        while len(announced) < int(line) and time.monotonic() < deadline:
            GLib.MainContext.default().iteration(False)
            pyatspi.Registry.pumpQueuedEvents()
            PAUSE.wait(0.02)
        say(announced)


main()
