from pathlib import Path

import pytest

from alicia_desktop.audio.onnx_session import has_vnni, open_session
from alicia_desktop.base.errors import WorldError

BEFORE_VNNI = (
    "vendor_id\t: GenuineIntel\nmodel name\t: Xeon E5\nflags\t\t: fpu sse2 avx avx2 bmi2\nbugs\t\t: spectre_v1\n"
)
WITH_AVX_512 = "processor\t: 0\nflags\t\t: fpu avx2 avx512f avx512_vnni amx_tile\n"
WITH_AVX = "processor\t: 0\nflags\t\t: fpu avx2 avx_vnni serialize\n"
SKYLAKE = "processor\t: 0\nflags\t\t: fpu avx2 avx512f avx512bw avx512vl\n"
ARM = "processor\t: 0\nFeatures\t: fp asimd asimddp i8mm\n"


@pytest.mark.parametrize(
    ("cpu_info", "found"),
    [(BEFORE_VNNI, False), (SKYLAKE, False), (WITH_AVX_512, True), (WITH_AVX, True), (ARM, False), ("", False)],
)
def test_vnni_is_read_from_the_flags_of_the_processor(cpu_info: str, *, found: bool) -> None:
    assert has_vnni(cpu_info) is found


def test_a_name_with_vnni_in_it_is_no_flag() -> None:
    assert not has_vnni("model name\t: avx_vnni emulator\nflags\t\t: fpu avx2\n")


def test_a_damaged_model_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"no model")
    with pytest.raises(WorldError, match=r"Install it again\.") as caught:
        open_session(file, damaged="Install it again.")
    assert caught.value.code == "engine_failed"
