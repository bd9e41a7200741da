"""Profiles: another person or another server on one computer, each with a data folder of its own.

    create_profile(base, "Work")               # base is the data folder that the default profile uses
    find_profile_folder(base, "Work")          # <base>/profiles/Work
    list_profiles(base)                        # ["Anna", "Work"]

All else follows from the folder: settings, databases, log files, the lock, the socket of the one window, and the names
of the entries in the keyring. A profile is never made by a slip of the pen: it is created first, then used.
"""

import re
import unicodedata
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import make_private_folder
from alicia_desktop.base.translation import translate

DEFAULT_PROFILE: Final = "default"
"""Names the data folder itself, where nobody has chosen a profile."""
FOLDER: Final = "profiles"
MAX_NAME_CHARACTERS: Final = 40
_NAME: Final = re.compile(r"\w(?:[\w .-]*\w)?")
"""Letters and digits of any writing, and inside also blanks, dots, hyphens: a file name on every system."""
_OF_WINDOWS: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""


def check_profile_name(name: str) -> str:
    """Return the name of a profile as its folder is called.

    Raises:
        WorldError: `bad_profile`: it cannot be one.
    """
    named = unicodedata.normalize("NFC", name).strip()
    if not named:
        raise _bad(translate("A profile needs a name."))
    if len(named) > MAX_NAME_CHARACTERS:
        raise _bad(translate("The name of a profile has at most {most} characters.").format(most=MAX_NAME_CHARACTERS))
    if not _NAME.fullmatch(named) or _OF_WINDOWS.fullmatch(named) or not named.isprintable():
        raise _bad(
            translate(
                "The name of a profile is made of letters and digits, with spaces, dots, hyphens or underscores "
                "between."
            )
        )
    return named


def list_profiles(base: Path) -> list[str]:
    """Return the names of all profiles but the default one."""
    try:
        found = [entry.name for entry in (base / FOLDER).iterdir() if entry.is_dir()]
    except OSError:
        return []
    return sorted((name for name in found if _is_name(name)), key=str.casefold)


def find_profile_folder(base: Path, name: str) -> Path:
    """Return the folder of a profile.

    Raises:
        WorldError: `bad_profile`, or `no_profile`.
    """
    named = check_profile_name(name)
    folder = base / FOLDER / named
    if not folder.is_dir():
        others = ", ".join([DEFAULT_PROFILE, *list_profiles(base)])
        sentence = translate(
            'There is no profile "{profile}", only: {others}. Create it with `alicia-desktop profile add "{profile}"`.'
        ).format(profile=named, others=others)
        raise WorldError(sentence=sentence, code="no_profile")
    return folder


def create_profile(base: Path, name: str) -> str:
    """Make a profile with nothing in it, and return its name.

    Raises:
        WorldError: `bad_profile`: the name is taken or cannot be one; `data_folder`: its folder cannot be made.
    """
    named = check_profile_name(name)
    taken = [DEFAULT_PROFILE, *list_profiles(base)]
    if (same := next((one for one in taken if one.casefold() == named.casefold()), None)) is not None:
        raise _bad(translate('There is a profile "{profile}" already.').format(profile=same))
    folder = base / FOLDER / named
    try:
        make_private_folder(folder)
    except OSError as error:
        sentence = translate("The profile’s folder {folder} cannot be made ({reason}).").format(
            folder=folder, reason=system_reason(error)
        )
        raise WorldError(sentence=sentence, code="data_folder") from error
    return named


def _is_name(name: str) -> bool:
    try:
        return check_profile_name(name) == name
    except WorldError:
        return False


def _bad(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code="bad_profile")
