from alicia_desktop.ui.widgets.badge import Badge


def test_a_badge_says_its_word(qtbot, theme):
    badge = Badge("malformed", theme=theme, kind="error", icon="warning-octagon")
    qtbot.addWidget(badge)
    assert badge.accessibleName() == "malformed"
    assert badge.height() == 18
