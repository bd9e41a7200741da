"""Keep an error in an override of Qt's functions from ending the process, and log it.

    guard_overrides()       # before classes are derived from Qt's

On Python 3.11 an exception that C code raises, such as “list index out of range”, carries its words in place of itself
until somebody handles it. PySide 6.11 puts the name of the override before the words of the exception, takes them for
it, and the process ends with a segmentation fault and without a trace. An exception that was handled and raised again
is whole.
"""

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessibleInterface, QIconEngine

_ROOTS: Final = (QObject, QAccessibleInterface, QIconEngine)
"""Of all classes of Qt that the window derives from."""


def guard_overrides() -> None:
    """Guard the overrides of all classes that are derived from Qt's from now on."""
    for root in _ROOTS:
        setattr(root, "__init_subclass__", _guard_below(root))  # noqa: B010 - PySide's have none of their own


def _guard_below(root: type[Any]) -> Any:
    def guard_class(cls: Any, /, **keywords: Any) -> None:
        super(root, cls).__init_subclass__(**keywords)
        for name, function in tuple(vars(cls).items()):
            if isinstance(function, FunctionType) and _overrides(cls, name):
                setattr(cls, name, guarded(function))

    return classmethod(guard_class)


def _overrides(cls: type, name: str) -> bool:
    """Whether a function of this name overrides one of Qt's."""
    bases = (base for base in cls.__mro__[1:] if base.__module__.startswith("PySide6."))
    return not name.startswith("__") and any(name in vars(base) for base in bases)


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that logs what it raises, and raises whole exceptions."""

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except BaseException as error:
            if isinstance(error, Exception):
                _log(function)
            raise

    return call


def _log(function: Callable[..., Any]) -> None:
    from alicia_desktop.base.logs import get_logger  # noqa: PLC0415 - no start waits for what reports bugs

    get_logger(__name__).exception("an override of Qt's failed", function=function.__qualname__)
