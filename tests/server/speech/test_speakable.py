import pytest

from alicia_desktop.server.answer_lines import AnswerLine, SentenceSplitter
from alicia_desktop.server.engines.contract import Finish
from alicia_desktop.server.speech.speakable import (
    AT_ONCE,
    CLAUSE_PAUSE_MS,
    PARAGRAPH_PAUSE_MS,
    SENTENCE_PAUSE_MS,
    clause_end,
    cut_for_speech,
    pause_ms,
    pieces,
    spoken_text,
)

LONG = (
    "Photosynthesis is the process by which green plants make sugar out of water and air, which they use to grow, "
    "and it sets oxygen free. Animals breathe it."
)


@pytest.mark.parametrize(
    ("sentence", "clause"),
    [
        ("The recital is on Friday, and it begins at six.", "The recital is on Friday, "),
        ("If you take the early train, you will be there by ten.", "If you take the early train, "),
        ("I looked it up — it opens at nine in the morning.", "I looked it up — "),
        ("There are three things: apples, pears and plums.", "There are three things: "),
        ("You like apples, pears, and plums very much indeed.", None),
        ("Paris, France, is where the tower stands.", None),
        ("On Friday, March 5, 2027, the city celebrates.", None),
        ("She said (as always, you know) that it rains.", None),
        ("Well, it depends on the weather.", None),
        ("It costs 1,250 dollars in all.", None),
        ("- first, and it goes on like this", None),
        ("```\nwhile it runs, and it runs on\n```", None),
    ],
)
def test_the_first_piece_is_a_clause_where_that_can_be_spoken(sentence, clause):
    end = clause_end(sentence, whole=True)
    assert (sentence[:end] if end is not None else None) == clause


def test_a_clause_is_found_as_soon_as_two_words_follow_it_and_never_in_another_place_later():
    text = "The recital is on Friday, and it begins at six in the evening."
    ends = [end for count in range(len(text)) if (end := clause_end(text[:count], whole=False)) is not None]
    assert set(ends) == {clause_end(text, whole=True)}
    assert clause_end("The recital is on Friday, and it beg", whole=False) is None


def test_pieces_joined_are_the_text_and_a_short_one_stays_whole():
    assert pieces("Yes, I do, and I like it.") == ["Yes, I do, and I like it."]
    assert "".join(pieces(LONG)) == LONG
    assert pieces(LONG)[0] == LONG[: LONG.index("which they")]
    assert all(len(piece) <= AT_ONCE for piece in pieces(LONG))


async def test_a_line_that_is_cut_ends_as_it_did():
    async def lines():
        yield AnswerLine(text=LONG, final=True, origin="model", finish=Finish(reason="stop"))

    cut = [line async for line in cut_for_speech(lines())]
    assert "".join(line.text for line in cut) == LONG
    assert [line.final for line in cut] == [False, False, True]
    assert [line.finish for line in cut] == [None, None, Finish(reason="stop")]


def test_a_splitter_cuts_early_only_where_it_is_asked_to():
    def clause(text):
        return clause_end(text, whole=False)

    said = "The recital is on Friday, and it begins at six. Then we eat."
    words = [f"{word} " for word in said.split()]
    splitter = SentenceSplitter(cut_early=clause)
    assert [piece for word in words for piece in splitter.push(word)] == [
        "The recital is on Friday, ",
        "and it begins at six. ",
    ]
    plain = SentenceSplitter()
    assert [piece for word in words for piece in plain.push(word)] == [
        "The recital is on Friday, and it begins at six. "
    ]


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("The recital is on Friday, ", CLAUSE_PAUSE_MS),
        ("The recital is on Friday. ", SENTENCE_PAUSE_MS),
        ("“Really?” ", SENTENCE_PAUSE_MS),
        ("That is all.\n\n", PARAGRAPH_PAUSE_MS),
        ("A title\n", SENTENCE_PAUSE_MS),
    ],
)
def test_the_pause_behind_a_piece_is_as_it_is_written(text, milliseconds):
    assert pause_ms(text) == milliseconds


def test_the_marks_of_markdown_are_not_pronounced():
    assert spoken_text("# Title\n\n- **One** and `two_three`") == "Title One and two three"
