"""`profile` lists, adds and removes profiles; `--profile NAME` before or after any command uses one.

A profile is another person or another server on this computer: own conversations, settings, keyring entries, window.
"""

from typing import Annotated

import typer

from alicia_desktop.cli import output

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The profile's name.")]


def list_all(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")] = False,
) -> None:
    """List the profiles of this computer with their data folders; the one in use has a star."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - only with a command that needs it
    from alicia_desktop.profiles import DEFAULT_PROFILE, list_profiles  # noqa: PLC0415 - as above

    used = find_paths()
    for name in [DEFAULT_PROFILE, *list_profiles(used.base)]:
        paths = used.of_profile(name)
        is_used = paths.folder == used.folder
        if as_json:
            output.print_json({"name": name, "folder": str(paths.folder), "in_use": is_used})
        else:
            output.print_line(f"{'*' if is_used else ' '} {name:24}  {paths.folder}")


def add(name: NameArgument) -> None:
    """Add a profile. Its window opens with `alicia-desktop --profile NAME`."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - only with a command that needs it
    from alicia_desktop.profiles import create_profile  # noqa: PLC0415 - as above

    made = create_profile(find_paths().base, name)
    output.print_text(f'Added. Open it with `alicia-desktop --profile "{made}"`.')


def remove(
    name: NameArgument,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Remove without asking.")] = False,
) -> None:
    """Remove a profile with all its conversations, memories, settings and tokens on this computer."""
    from alicia_desktop.compose.erasure import remove_profile  # noqa: PLC0415 - brings the database
    from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - brings the keyring
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - only with a command that needs it

    paths = find_paths().of_profile(name)
    if not paths.profile:
        raise output.stop("The default profile stays. Its data is deleted in Settings, Privacy.")
    if not yes:
        question = f"Delete all data of the profile {paths.profile} on this computer? This cannot be undone."
        typer.confirm(question, abort=True, err=True)
    remove_profile(paths, Credentials(folder=paths.folder))
    output.print_text(f"{paths.profile} is removed.")
