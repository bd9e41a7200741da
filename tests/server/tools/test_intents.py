import pytest

from alicia_desktop.server.tools.intents import ToolIntent, match_server_tool


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("What is 17 * 23?", "17 * 23"),
        ("What is 23*17?", "23*17"),
        ("17 times 23", "17 * 23"),
        ("What's 17 x 23?", "17*23"),
        ("What is 15% of 80?", "15 / 100 * 80"),
        ("How much is 1,200 divided by 4?", "1200 / 4"),
        ("What is the square root of 144?", "sqrt(144)"),
        ("Calculate (2+3)*4", "(2+3)*4"),
        ("Tell me, is 17 * 3 more than 50?", "17 * 3"),
        ("Is 17 * 3 more than 50?", "17 * 3"),
        ("What is 5/0?", "5/0"),
    ],
)
def test_sums_in_words(text, expression):
    assert match_server_tool(text) == ToolIntent(name="calculator", arguments={"expression": expression})


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("What time is it?", ToolIntent(name="clock")),
        ("what's the time", ToolIntent(name="clock")),
        ("Time please", ToolIntent(name="clock")),
        ("how many days til christmas", ToolIntent(name="clock", arguments={"day": "christmas"})),
        ("how long until 1 january", ToolIntent(name="clock", arguments={"day": "1 january"})),
        (
            "what day is it on the 14th of march next year",
            ToolIntent(name="clock", arguments={"day": "the 14th of march next year"}),
        ),
        (
            "What time is it in Manila now? My husband is there.",
            ToolIntent(name="clock", arguments={"timezone": "Asia/Manila"}),
        ),
        (
            "if i was born on 9th feb 1951 how old am i",
            ToolIntent(name="clock", arguments={"born": "9th feb 1951"}),
        ),
        ("How old is somebody born in 1980?", ToolIntent(name="clock", arguments={"born": "1980"})),
        ("My son was born in 2015. How old is my daughter?", None),
        ("It is time. Please go on.", None),
        ("How old was Mozart, born in 1756, when he died?", None),
        ("What day is it today?", ToolIntent(name="clock")),
        ("what day is it tomorrow?", ToolIntent(name="clock", arguments={"day": "tomorrow"})),
        ("What's tomorrow's date?", ToolIntent(name="clock", arguments={"day": "tomorrow"})),
        ("How many days until Saturday?", ToolIntent(name="clock", arguments={"day": "Saturday"})),
        ("how long is it till Christmas", ToolIntent(name="clock", arguments={"day": "Christmas"})),
        ("Which weekday is the 24th of December?", ToolIntent(name="clock", arguments={"day": "the 24th of December"})),
        ("tell me what the date will be in 5 days", ToolIntent(name="clock", arguments={"day": "in 5 days"})),
        ("What is todays date", ToolIntent(name="clock")),
        ("How many days until my exam on Friday?", None),
        ("What day is my wedding?", None),
        ("What is the time in Europe/Paris?", ToolIntent(name="clock", arguments={"timezone": "Europe/Paris"})),
        ("Tell me about my family.", ToolIntent(name="search_memory", arguments={"query": "my family"})),
        ("What do you remember about Emma?", ToolIntent(name="search_memory", arguments={"query": "Emma"})),
    ],
)
def test_clock_and_memory(text, wish):
    assert match_server_tool(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        "What time does the train leave?",
        "At what time?",
        "What time?",
        "What is the time of the recital?",
        "I have 2-3 kids",
        "My birthday is 1990-03-14",
        "Call me at 555-1234, is that ok?",
        "The meeting is at 10-11, what room?",
        "What is my age minus 3?",
        "I told you 3 times that I have 2 dogs.",
        "When is Emma's recital?",
        "My door code is 12-34.",
        "The combination of my bike lock is 3-17-22.",
        "Forget that my door code is 12-34.",
        "",
    ],
)
def test_what_asks_for_no_tool(text):
    assert match_server_tool(text) is None


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("What time is it in Tokyo?", {"timezone": "Asia/Tokyo"}),
        ("what's the time in new york right now", {"timezone": "America/New_York"}),
        ("I need you to tell me what time it is in Lisbon now", {"timezone": "Europe/Lisbon"}),
        ("what time is it", {}),
        ("what year is it", {}),
    ],
)
def test_the_time_of_a_city_is_its_own(text, arguments):
    wish = match_server_tool(text)
    assert wish is not None
    assert wish.arguments == arguments


def test_the_time_of_a_place_that_no_zone_is_named_after_is_not_told():
    assert match_server_tool("What time is it in Middle-earth?") is None


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("flip a coin", {"low": "0", "high": "1", "of": "coin"}),
        ("Heads or tails?", {"low": "0", "high": "1", "of": "coin"}),
        ("can you roll a die for me please?", {"low": "1", "high": "6", "of": "die"}),
        ("roll two dice", {"low": "1", "high": "6", "of": "die", "count": "2"}),
        ("Pick a number between 20 and 5.", {"low": "5", "high": "20"}),
        ("give me a random number", {"low": "1", "high": "10"}),
    ],
)
def test_what_is_left_to_chance_is_drawn(text, arguments):
    assert match_server_tool(text) == ToolIntent(name="random_number", arguments=arguments)


@pytest.mark.parametrize(
    "text", ["I flip a coin when I can't decide.", "Pick a card.", "She told me to roll the dice."]
)
def test_who_speaks_of_chance_asks_for_none(text):
    assert match_server_tool(text) is None
