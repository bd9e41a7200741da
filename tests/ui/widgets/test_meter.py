import pytest

from alicia_desktop.ui.widgets.meter import Meter


@pytest.fixture
def meter(qtbot, theme):
    made = Meter(theme=theme, name="Level", width=100)
    qtbot.addWidget(made)
    made.set_threshold(0.5)
    return made


def colour_at(meter, x):
    return meter.grab().toImage().pixelColor(x, 8)


def test_under_the_marker_the_level_is_pale_and_over_it_counts(meter, theme):
    meter.set_level(0.3)
    assert colour_at(meter, 10) == theme.colour("text-disabled")
    meter.set_level(0.8)
    assert colour_at(meter, 10) == theme.colour("hearing-fill")
    assert colour_at(meter, 95) == theme.colour("surface-hover")


def test_the_marker_stands_at_the_threshold(meter, theme):
    assert meter.grab().toImage().pixelColor(50, 14) == theme.colour("text")
    assert meter.accessibleDescription() == "sensitivity 50 %"


@pytest.mark.parametrize(("given", "shown"), [(-1, 0), (2, 1), (0.25, 0.25)])
def test_levels_stay_within_the_track(meter, given, shown):
    meter.set_level(given)
    assert meter.level == shown


def test_a_change_that_nobody_can_see_is_not_painted(meter):
    meter.set_level(0.5)
    meter.set_level(0.502)
    assert meter.level == 0.5
