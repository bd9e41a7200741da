"""The environments of child processes, by allow-list: a process gets the variables that it needs and no others.

    environment = child_environment("line")

Whoever may look at a process, and every crash reporter, may read its environment. So a variable that holds a secret is
on no list: what a child needs of that kind goes over its standard input.
"""

import os
from collections.abc import Mapping
from typing import Final, Literal

Child = Literal["line", "server", "model"]

_COMMON: Final = frozenset(
    (
        *("HOME", "USER", "LOGNAME", "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP", "VIRTUAL_ENV"),
        *("LD_LIBRARY_PATH", "LD_PRELOAD", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),
        *("__CF_USER_TEXT_ENCODING", "COMMAND_MODE"),
        *(
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "WINDIR",
            "COMSPEC",
            "PATHEXT",
            "USERPROFILE",
            "USERNAME",
            "HOMEDRIVE",
            "HOMEPATH",
        ),
        *("APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"),
    )
)
_COMMON_PREFIXES: Final = ("LC_", "XDG_", "PYTHON")
_CERTIFICATES: Final = ("SSL_CERT_FILE", "SSL_CERT_DIR")
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_MODEL_FILES: Final = ("HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HF_HUB_DISABLE_TELEMETRY")
_PROCESSORS: Final = ("OMP_", "GOMP_", "KMP_", "MKL_", "OPENBLAS_")
"""How many threads of which kind numeric libraries start."""

_NAMES: Final[Mapping[Child, frozenset[str]]] = {
    "line": _COMMON | {*_CERTIFICATES, *_PROXIES},
    "server": _COMMON | {*_CERTIFICATES, *_MODEL_FILES, *_PROXIES, "CUDA_VISIBLE_DEVICES"},
    "model": _COMMON | {"CUDA_VISIBLE_DEVICES"},
}
_SOUND: Final = ("PULSE_", "PIPEWIRE_", "ALSA_", "JACK_", "PA_ALSA_")
_PREFIXES: Final[Mapping[Child, tuple[str, ...]]] = {
    "line": (*_COMMON_PREFIXES, *_PROCESSORS, *_SOUND),
    "server": (*_COMMON_PREFIXES, *_PROCESSORS, *_SOUND),  # the sound is for the line that it starts
    "model": (*_COMMON_PREFIXES, *_PROCESSORS),
}


def child_environment(child: Child, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the variables of `environment` that a child process of this kind gets."""
    names, prefixes = _NAMES[child], _PREFIXES[child]
    return {
        name: value for name, value in environment.items() if name.upper() in names or name.upper().startswith(prefixes)
    }
