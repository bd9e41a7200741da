"""`python -m alicia_desktop` is the command `alicia-desktop`; frozen, it is also each of its child processes."""

import sys

from alicia_desktop.base.frozen import restore_environment, run_child_module

restore_environment()
if not run_child_module(sys.argv[1:]):
    from alicia_desktop.cli import main

    main()
