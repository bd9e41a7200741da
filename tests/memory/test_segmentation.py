from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.segmentation import MAX_TERMS, Term, terms_of, words_of


def test_possessive_and_contracted_endings_fall_away():
    assert words_of("Emma's recital, I'm kids’ don't") == ["emma", "recital", "i", "kids", "don"]


def test_words_without_meaning_are_no_terms():
    assert [term.text for term in terms_of("When is the recital of my Emma?")] == ["recital", "emma"]


def test_a_whole_finds_its_kinds_and_a_kind_only_its_wholes():
    (kids,), (daughter,) = terms_of("kids"), terms_of("daughter")
    assert {"children", "son", "daughter"} <= set(kids.others)
    assert "kids" in daughter.others
    assert "son" not in daughter.others


def test_scripts_without_spaces_are_looked_up_by_three_letters():
    assert terms_of("我女儿叫") == (Term(text="我女儿", route="letters"), Term(text="女儿叫", route="letters"))
    assert terms_of("女儿") == (Term(text="女儿", route="letters"),)


def test_emoji_are_looked_up_where_there_is_no_word():
    assert terms_of("🐶 🐶🍕?") == (Term(text="🐶", route="letters"), Term(text="🍕", route="letters"))
    assert terms_of("What is 🐶?") == (Term(text="🐶", route="letters"),)
    assert [term.text for term in terms_of("My dog 🐶")] == ["dog"]


def test_like_is_a_taste_only_where_somebody_has_one():
    assert "like" in [term.text for term in terms_of("Do I like jazz?")]
    assert "like" not in [term.text for term in terms_of("Where would I like to go?")]
    assert "like" not in [term.text for term in terms_of("What is the weather like?")]


@given(st.text(max_size=2000))
def test_terms_are_few_and_different(text: str):
    terms = terms_of(text)
    assert len(terms) <= MAX_TERMS
    assert len({term.text for term in terms}) == len(terms)
