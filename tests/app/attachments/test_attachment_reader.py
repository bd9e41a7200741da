"""Files that are attached: what can be, and a sentence for everything else; nothing is waited for."""

import os

import pytest
from PySide6.QtGui import QImage

from alicia_desktop.app.attachments.attachment_reader import MAX_FILE_BYTES, read_file, read_image
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.attachments import MAX_IMAGE_SIDE, MAX_TEXT_BYTES
from tests.ui.untrusted.test_pictures import bomb, image, packed


def refused(path):
    with pytest.raises(WorldError) as error:
        read_file(path)
    assert error.value.sentence.startswith(f"“{path.name}” ")
    return error.value.sentence.removeprefix(f"“{path.name}” ")


@pytest.mark.parametrize(
    ("content", "read"),
    [
        ("Grüße\n".encode(), "Grüße\n"),
        ("\ufeffGrüße".encode(), "Grüße"),
        ("Grüße".encode("utf-16"), "Grüße"),
        (b"\xfe\xff" + "Grüße".encode("utf-16-be"), "Grüße"),
        (b"<svg/>", "<svg/>"),
    ],
)
def test_a_text_is_read_as_what_it_is_and_kept_in_utf_8(tmp_path, content, read):
    path = tmp_path / "a.anything"
    path.write_bytes(content)
    found = read_file(path).attachment
    assert (found.name, found.media_type, found.data) == ("a.anything", "text/plain", read.encode())


def test_an_image_is_scaled_down_and_says_so(qapp, tmp_path):
    path = tmp_path / "a.txt"  # by content, whatever its name says
    path.write_bytes(packed(image(3000, 1500), "JPEG"))
    found = read_file(path)
    assert (found.attachment.media_type, found.attachment.width, found.attachment.height) == ("image/jpeg", 1536, 768)
    assert found.note.endswith("scaled down")
    assert found.thumbnail is not None
    small = tmp_path / "b.png"
    small.write_bytes(packed(image(), "PNG"))
    assert "scaled" not in read_file(small).note


def test_a_pasted_image_is_taken_as_it_is_or_scaled_down(qapp):
    assert read_image(image(2000, 10), "Pasted.png").attachment.width == MAX_IMAGE_SIDE
    with pytest.raises(WorldError):
        read_image(QImage(), "Pasted.png")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty."),
        (b"\x7fELF\0\0\0", "is neither a text file nor a PNG, JPEG, WebP or GIF image."),
        (b"PK\x03\x04\xff\0", "is neither a text file nor a PNG, JPEG, WebP or GIF image."),
        (b"plain\0", "is neither a text file nor a PNG, JPEG, WebP or GIF image."),
        ("Gruß".encode("latin-1"), "is not UTF-8 text. Save it as UTF-8 and attach it again."),
        (b"a" * (MAX_TEXT_BYTES + 1), "is too large (200 KB, at most 200 KB)."),
        (b"a" * (5 * MAX_TEXT_BYTES), "is too large (1 MB, at most 200 KB)."),
        (b"\x89PNG\r\n\x1a\n", "is a damaged image."),
        (bomb(60_000, 60_000), "has more than 50 million pixels."),
    ],
)
def test_what_cannot_be_attached_says_why(qapp, tmp_path, content, reason):
    path = tmp_path / "a"
    path.write_bytes(content)
    assert refused(path) == reason


def test_folders_pipes_devices_and_what_is_gone_are_not_opened(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    device = tmp_path / "zero"
    device.symlink_to("/dev/zero")
    folder = tmp_path / "folder"
    folder.mkdir()
    assert refused(folder) == "is a folder."
    assert refused(pipe) == refused(device) == "is not an ordinary file."
    assert refused(tmp_path / "gone") == "is not there anymore."


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_says_so(tmp_path):
    path = tmp_path / "a"
    path.write_text("x")
    path.chmod(0)
    assert refused(path) == "can’t be opened: no permission."


def test_two_gigabytes_are_refused_without_being_read(tmp_path):
    path = tmp_path / "a"
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.truncate(2_000_000_000)
    assert refused(path) == f"is too large (2 GB, at most {MAX_FILE_BYTES // 10**6} MB)."
