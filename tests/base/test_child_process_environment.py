"""Child processes get the variables that they need, and no secret of whoever started the program."""

from typing import get_args

import pytest

from alicia_desktop.base.child_process import Child, child_environment
from alicia_desktop.server.options import SERVER_VARIABLES
from tests.support.canaries import SECRETS

NEEDED: dict[Child, set[str]] = {
    "line": {"PATH", "HOME", "XDG_RUNTIME_DIR", "LC_ALL", "PULSE_SERVER", "ALSA_CONFIG_PATH", "https_proxy"},
    "server": {"PATH", "HOME", "SYSTEMROOT", "SSL_CERT_FILE", "HF_HOME", "OMP_NUM_THREADS", "PULSE_SERVER"},
    "model": {"PATH", "HOME", "LANG", "PYTHONPATH", "OMP_NUM_THREADS"},
    "mcp": {"PATH", "HOME", "LANG", "SSL_CERT_FILE", "https_proxy", "SHELL", "DISPLAY"},
    "download": {"PATH", "HOME", "LANG", "SSL_CERT_FILE", "https_proxy", "HF_HUB_OFFLINE"},
}


@pytest.mark.parametrize("child", get_args(Child))
def test_a_child_gets_what_it_needs_and_none_of_the_secrets(child: Child):
    secrets = dict.fromkeys((*SECRETS, *SERVER_VARIABLES, "ALICIA_DATA_DIR", "ALICIA_ANYTHING"), "canary")
    given = child_environment(child, secrets | dict.fromkeys(NEEDED[child], "needed"))
    assert given == dict.fromkeys(NEEDED[child], "needed")


def test_the_window_shares_its_display_only_with_programs_of_the_users_own():
    display = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"), "x")
    given = {child: child_environment(child, display) for child in get_args(Child)}
    shared = {name: "x" for name in display if name != "XAUTHORITY"}
    assert given == {"line": {}, "server": {}, "model": {}, "mcp": shared, "download": {}}
