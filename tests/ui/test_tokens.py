import pytest

from alicia_desktop.ui.tokens import SCHEMES, load_tokens

TOKENS = load_tokens()


def luminance(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def too_weak(scheme, pairs, least):
    colours = TOKENS.colours[scheme]
    return [
        f"{name} on {ground}"
        for name, *grounds in pairs
        for ground in grounds
        if ratio(colours[name], colours[ground]) < least
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_can_be_read_on_each_ground_it_is_allowed_on(scheme):
    assert too_weak(scheme, TOKENS.text_pairs, TOKENS.text_ratio) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_graphic_that_means_something_can_be_seen(scheme):
    assert too_weak(scheme, TOKENS.graphic_pairs, TOKENS.graphic_ratio) == []


def test_the_ratio_is_the_one_of_wcag():
    assert ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert ratio("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_all_schemes_name_the_same_colours():
    names = {frozenset(TOKENS.colours[scheme]) for scheme in SCHEMES}
    assert len(names) == 1


def test_no_text_is_smaller_than_twelve_pixels():
    assert min(style.size for style in TOKENS.type.values()) == 12
