"""`python -m alicia_desktop` is the command `alicia-desktop`."""

from alicia_desktop.cli import main

main()
