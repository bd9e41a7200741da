import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.notices import Banner
from alicia_desktop.view.rows import BannerRow

LONG = "The microphone “USB headset” cannot be opened. Connect it or choose another one in the settings. " * 3


@pytest.fixture
def banner(qtbot, theme):
    room = QWidget()
    room.resize(600, 300)
    made = Banner(theme=theme)
    layout = QVBoxLayout(room)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(made)
    layout.addStretch()
    qtbot.addWidget(room)
    with qtbot.waitExposed(room):
        room.show()
    yield made
    room.hide()  # kept until here: without it the banner would be collected


def test_one_line_takes_the_height_of_the_design(banner, theme):
    banner.set_row(BannerRow(kind="warn", text="Offline — 3 messages will be sent", action="Try now"))
    assert banner.height() == theme.height("banner")


def test_a_long_sentence_is_shown_whole(qtbot, banner):
    banner.set_row(BannerRow(kind="error", text=LONG, action="Settings"))
    words = banner.findChild(Label)
    qtbot.waitUntil(lambda: words.height() >= words.heightForWidth(words.width()))
    assert banner.text == LONG
    high = banner.height()
    banner.parentWidget().resize(1200, 300)
    qtbot.waitUntil(lambda: banner.height() < high)
    assert words.height() >= words.heightForWidth(words.width())


def test_nothing_to_say_hides_it(banner):
    banner.set_row(BannerRow(kind="info", text="A newer answer exists", action=""))
    assert banner.isVisible()
    banner.set_row(None)
    assert not banner.isVisible()


def test_it_goes_with_the_text_size_there_and_back(qtbot, banner, theme):
    banner.set_row(
        BannerRow(kind="warn", text="The server does not have this conversation, it says.", action="Try now")
    )
    before, words = banner.height(), banner.findChild(Label)
    assert before == theme.height("banner")
    theme.set_text_size(200)
    qtbot.waitUntil(lambda: banner.height() > theme.height("banner"))
    qtbot.waitUntil(lambda: words.height() >= words.heightForWidth(words.width()))
    theme.set_text_size(100)
    qtbot.waitUntil(lambda: banner.height() == before)
