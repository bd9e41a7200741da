"""What asks for another unit is converted exactly; what only has amounts in it is left alone."""

import pytest

from alicia_desktop.server.tools.arithmetic import evaluate
from alicia_desktop.server.tools.unit_conversion import asked_conversion, rounded


@pytest.mark.parametrize(
    ("asked", "value", "unit"),
    [
        ("How many centimetres are in 12 metres?", 1200, "centimetres"),
        ("how many feet in a mile", 5280, "feet"),
        ("what is 5 miles in km?", 8.04672, "kilometres"),
        ("convert 3 kg to pounds please", 6.61387, "pounds"),
        ("how many minutes are there in 2.5 hours", 150, "minutes"),
        ("100 fahrenheit in celsius", 37.7778, "degrees Celsius"),
        ("what's -40°C in fahrenheit?", -40, "degrees Fahrenheit"),
        ("how many ml in 1,500 litres", 1_500_000, "millilitres"),
        ("how many grams are 1,234,567 kilos?", 1_234_567_000, "grams"),
        ("how many kilometres are 1,234,567 metres?", 1234.57, "kilometres"),
    ],
)
def test_an_amount_is_converted(asked, value, unit):
    found = asked_conversion(asked)
    assert found is not None
    assert (rounded(evaluate(found.expression)), found.unit) == (value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "I have 3 days in London.",
        "I ran 5 miles in 40 minutes.",
        "how many ml are in a gallon?",  # another one on each side of the Atlantic
        "how many kilos are in a mile",
        "how many days until Friday?",
        "we drove 200 km to Bergen",
        "",
    ],
)
def test_what_is_no_conversion_is_left_alone(text):
    assert asked_conversion(text) is None
