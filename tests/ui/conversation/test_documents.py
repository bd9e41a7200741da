import pytest
from PySide6.QtGui import QTextTable
from shiboken6 import Shiboken

from alicia_desktop.ui.conversation.blocks import split_blocks
from alicia_desktop.ui.conversation.documents import (
    HEADER_RULE,
    MAX_CACHED_DOCUMENTS,
    QUOTE_INDENT,
    DocumentCache,
    DocumentKey,
)
from alicia_desktop.ui.conversation.text_view import TextView
from tests.support.opened import Traps


def wanted(**changes):
    return DocumentKey(**{"part_id": "m", "number": 0, "width": 400, **changes})


def make(theme, text, **changes):
    return DocumentCache(theme=theme).get(split_blocks(text)[0], wanted(**changes))


@pytest.mark.parametrize("text", ['<img src="file:///etc/hostname"> <b>x</b>', "<script>alert(1)</script>"])
def test_html_is_only_text(theme, text):
    assert make(theme, text).toPlainText() == text


@pytest.mark.e2e
def test_nothing_is_opened_for_what_is_written(theme):
    with Traps() as traps:
        make(theme, traps.markup)
        assert traps.opened() == []


def test_a_picture_is_its_description_and_the_words_after_it_are_still_found(theme):
    source = "Look: ![a *fine* map](/tmp/map.png) is here."
    document = make(theme, source)
    assert document.toPlainText() == "Look: a fine map is here."
    assert document.shown_position(source.index("is here"), len(source)) == (17, 25)


def test_a_document_is_made_once_for_its_words_and_width(theme):
    documents, (block,) = DocumentCache(theme=theme), split_blocks("Hello")
    first = documents.get(block, wanted())
    assert documents.get(block, wanted()) is first
    assert documents.get(block, wanted(width=300)) is not first
    assert documents.get(split_blocks("Hello, you")[0], wanted()) is not first


def test_the_least_recently_used_fall_out(theme):
    documents, (block,) = DocumentCache(theme=theme), split_blocks("Hello")
    first = documents.get(block, wanted(part_id="first"))
    for number in range(MAX_CACHED_DOCUMENTS):
        documents.get(block, wanted(part_id=str(number)))
    assert documents.get(block, wanted(part_id="first")) is not first


def test_a_theme_has_its_own_documents(theme):
    documents, (block,) = DocumentCache(theme=theme), split_blocks("```python\nx = 1\n```")
    before = documents.get(block, wanted())
    theme.choose("dark")
    assert documents.get(block, wanted()) is not before


def test_the_unsaid_rest_is_grey(theme):
    document = make(theme, "Said. **Not** said.", grey_from=5)
    colours = {
        fragment.text(): fragment.charFormat().foreground().color().name()
        for fragment in (run.fragment() for run in document.begin())
    }
    grey = theme.colour("interrupted").name()
    assert colours["Not"] == grey
    assert colours["Said."] != grey


def test_a_person_s_line_ends_stay(theme):
    assert make(theme, "one\ntwo", keep_lines=True).lineCount() == 2
    assert make(theme, "one\ntwo").lineCount() == 1


def colours_of(document):
    found: dict[str, object] = {}
    block = document.begin()
    while block.isValid():
        found |= {run.fragment().text().strip(): run.fragment().charFormat().foreground().color() for run in block}
        block = block.next()
    return found


def test_code_is_coloured_by_its_language_in_the_next_turns_of_the_loop(qtbot, theme):
    documents, (block,) = DocumentCache(theme=theme), split_blocks("```python\ndef f(): return 1\n```")
    document = documents.get(block, wanted())
    qtbot.waitUntil(lambda: "def" in colours_of(document), timeout=120_000)
    assert colours_of(document)["def"] == theme.colour("syn-keyword")
    assert colours_of(document)["f"] == theme.colour("syn-function")
    again = documents.get(block, wanted(part_id="other"))
    assert colours_of(again)["def"] == theme.colour("syn-keyword"), "now the language is known"


def test_an_unknown_language_is_plain(theme):
    assert make(theme, "```nonsense\nx y\n```").toPlainText() == "x y"


def test_what_neither_the_cache_nor_a_view_shows_is_destroyed(qtbot, theme):
    """PySide keeps a document for as long as a view lives that was ever given it."""
    documents, (block,) = DocumentCache(theme=theme), split_blocks("Hello")
    view = TextView(theme=theme)
    qtbot.addWidget(view)
    first = documents.get(block, wanted(part_id="first"))
    view.show_document(first, ink="text", name="first")
    for number in range(MAX_CACHED_DOCUMENTS):
        documents.get(block, wanted(part_id=str(number)))
    assert Shiboken.isValid(first), "a view shows it"
    other = documents.get(block, wanted(part_id="other"))
    view.show_document(other, ink="text", name="other")
    assert not Shiboken.isValid(first)
    theme.changed.emit()
    assert Shiboken.isValid(other), "a view shows it"
    assert view.toPlainText() == "Hello"


def test_a_quotation_stands_beside_its_bars(theme):
    document = make(theme, "Said:\n\n> One\n>\n> > Two\n\nAfter")
    assert document.toPlainText().split("\n") == ["Said:", "One", "Two", "After"]
    assert document.quotes == [(1, 2, 1), (2, 2, 2)]
    margins = [document.findBlockByNumber(number).blockFormat().leftMargin() for number in range(4)]
    assert margins == [0, QUOTE_INDENT, 2 * QUOTE_INDENT, 0]


def test_code_between_words_has_a_ground(theme):
    document = make(theme, "Type `ls -l`, then `exit`.")
    assert [document.toPlainText()[first:last] for first, last in document.codes] == ["ls -l", "exit"]


@pytest.mark.parametrize("under", ["---", ":---", "---:", ":---:"])
@pytest.mark.parametrize("before", ["", "> A quotation\n\n"])
def test_a_table_has_a_header_rule_whatever_its_columns_say(theme, under, before):
    document = make(theme, f"{before}| Fruit | Price |\n|{under}|{under}|\n| Apple | 1.20 |\n")
    (table,) = (one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable))
    for column, words in enumerate(("Fruit", "Price")):
        head, body = table.cellAt(0, column), table.cellAt(1, column)
        block = document.findBlock(head.firstPosition())
        assert (block.text(), document.findBlock(head.lastPosition())) == (words, block)
        assert head.format().toTableCellFormat().bottomBorder() == HEADER_RULE
        assert head.lastCursorPosition().charFormat().fontWeight() > body.lastCursorPosition().charFormat().fontWeight()
        assert block.blockFormat().alignment() == body.firstCursorPosition().blockFormat().alignment()
