"""Open an ONNX model for one thread of the processor, with 8-bit sums that are right on every processor."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from alicia_desktop.base.errors import WorldError

CPU_INFO: Final = Path("/proc/cpuinfo")
_ERRORS_ONLY: Final = 3
_VNNI: Final = re.compile(r"^flags\s*:.*\b(?:avx512_vnni|avx_vnni)\b", re.MULTILINE)


def open_session(file: Path, *, damaged: str) -> Any:
    """Load an ONNX model.

    Raises:
        WorldError: the file is missing or damaged (`engine_failed`); `damaged` is its sentence.
    """
    import onnxruntime  # noqa: PLC0415 - a quarter of a second, when sound is first opened

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    if not _wide_sums():
        options.add_session_config_entry("session.x64quantprecision", "1")
    try:
        return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's errors have no other base in common
        raise WorldError(sentence=damaged, code="engine_failed") from error


@cache
def _wide_sums() -> bool:
    try:
        return has_vnni(CPU_INFO.read_text(encoding="utf-8", errors="replace"))
    except OSError:  # another system than Linux
        return False


def has_vnni(cpu_info: str) -> bool:
    """Return whether a processor has VNNI, which adds 8-bit products in 32 bits; by the text of `/proc/cpuinfo`.

    On x86 without it onnxruntime adds them in 16 bits, which overflow unseen: Smart Turn says 0.89 where it means 0.08.
    Its precise mode does not, but is slower, so it is for those processors only, and for unknown ones.
    """
    return bool(_VNNI.search(cpu_info))
