"""A real llama.cpp server with the bundled model, in a process of its own, as people run one beside Alicia."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from alicia_desktop.server.engines.model_server import bundled_model
from tests.support.ports import free_ports
from tests.support.processes import wait_until

_PROGRAM = """
import sys, xllamacpp
path, alias, port = sys.argv[1:]
parameters = xllamacpp.CommonParams()
parameters.model.path = path
parameters.model_alias = {alias}
parameters.n_ctx = 4096
parameters.n_parallel = 1
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(port)
parameters.ui = False
server = xllamacpp.Server(parameters)
sys.stdin.read()
"""


@contextmanager
def llama_server(*, port: int = 0, path: Path | None = None, name: str = "") -> Iterator[str]:
    """Run a server at a port of the loopback, 0 for any free one; yields its address, without `/v1`."""
    model, port = path or bundled_model(), port or free_ports(1)[0]
    command = [sys.executable, "-c", _PROGRAM, str(model), name or model.stem, str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as own:
        try:
            wait_until(lambda: own.poll() is not None or _answers(port), what="llama.cpp answers")
            assert own.poll() is None, "llama.cpp did not start"
            yield f"http://127.0.0.1:{port}"
        finally:
            own.kill()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
            return True
    except OSError:
        return False
