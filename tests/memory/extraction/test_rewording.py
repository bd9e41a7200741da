import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    (
        "Paolo – that's my husband – keeps bees.",
        ["User's husband is called Paolo.", "User's husband Paolo keeps bees."],
    ),
    ("My brother (Tom) lives in Oslo.", ["User's brother is called Tom.", "User's brother Tom lives in Oslo."]),
    ("Wife's from Bahia.", ["User's wife is from Bahia."]),
    ("Boss wants me in at seven.", ["User's boss wants User in at seven."]),
    ("Driving test is next Wednesday.", ["User's driving test is next Wednesday."]),
    ("In autumn were moving to Slough.", ["In autumn User is moving to Slough."]),
    (
        "My report, which I put together by hand in Excel, is due on Friday.",
        ["User's report, which User put together by hand in Excel, is due on Friday."],
    ),
    ("It's Dr Okafor now.", ["User is called Dr Okafor."]),
    ("Having grown up in a pub, I can cook.", ["User has grown up in a pub."]),
    ("Not having a car, I cycle to work.", ["User doesn't have a car.", "User cycles to work."]),
    ("It's been six months since I stopped smoking.", ["User stopped smoking six months ago."]),
    ("The first thing I do each morning is feed the hens.", ["User feeds the hens first each morning."]),
    ("What I love most is hiking.", ["User loves hiking."]),
    ("There's nothing I hate more than olives.", ["User hates olives."]),
    ("Where I work we wear uniforms.", ["User wears uniforms."]),
    ("It's our tenth anniversary on the 2nd of May.", ["User's tenth anniversary is on the 2nd of May."]),
    ("This is Deepak, a student in Leicester.", ["User is a student in Leicester.", "User is Deepak."]),
    ("If it helps, I weigh 82 kilos.", ["User weighs 82 kilos."]),
    ("When it comes to music, I'm stuck in the eighties.", ["User is stuck in the eighties."]),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_what_is_hung_on_left_out_or_turned_round_is_read_as_a_plain_clause(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
