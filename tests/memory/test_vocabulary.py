from alicia_desktop.memory.vocabulary import english


def test_a_whole_finds_its_kinds_and_not_the_other_way_round_twice():
    others = english().others
    assert "son" in others["kids"]
    assert "kids" in others["son"]
    assert "daughter" not in others["son"]


def test_everything_is_in_lower_case():
    language = english()
    words = {*language.stop_words, *language.others, *language.topics, *language.positive, *language.negative}
    assert all(word == word.lower() for word in words)
