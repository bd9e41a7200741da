import pytest
from shiboken6 import Shiboken

from alicia_desktop.ui.conversation.blocks import split_blocks
from alicia_desktop.ui.conversation.documents import MAX_CACHED_DOCUMENTS, DocumentCache, DocumentKey
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
