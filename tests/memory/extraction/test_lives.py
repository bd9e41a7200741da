import pytest

from alicia_desktop.memory.extraction.lives import is_of_a_life


@pytest.mark.parametrize("text", ["Wife, three kids, no pets, a mortgage till 2045", "Retired nurse, two cats"])
def test_facts_in_a_line_are_of_a_life(text: str):
    assert is_of_a_life(text)


@pytest.mark.parametrize(
    "text", ["The nurse and the dog", "Names for two cats and a dog", "A vegan, a nurse and a priest"]
)
def test_what_is_about_anybody_is_not(text: str):
    assert not is_of_a_life(text)
