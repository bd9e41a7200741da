import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

from alicia_desktop.ui.conversation.documents import MARKDOWN
from alicia_desktop.ui.untrusted.inert_document import InertDocument, sanitize
from tests.support.opened import Traps
from tests.ui.untrusted.formats import formats, fragments


def made(text):
    document = InertDocument()
    document.setMarkdown(text, MARKDOWN)
    sanitize(document)
    return document


def links(document):
    """Return text, address and tool tip of each run that is a link."""
    found = []
    for fragment in fragments(document):
        style = fragment.charFormat()
        assert not style.isImageFormat()
        if style.isAnchor():
            found.append((fragment.text(), style.anchorHref(), style.toolTip()))
    return found


@pytest.mark.parametrize("feature", [MARKDOWN, QTextDocument.MarkdownFeature.MarkdownDialectCommonMark])
@pytest.mark.e2e
def test_nothing_is_opened_whatever_is_written_and_however(qapp, feature):
    with Traps() as traps:
        document = InertDocument()
        document.setMarkdown(f"{traps.markup}\n\n{traps.markup}", feature)
        document.size()
        sanitize(document)
        document.size()
        document.setHtml(traps.markup)
        document.size()
        assert traps.opened() == []


def test_a_picture_is_its_description(qapp):
    assert made("![the *old* harbour](/dev/ptmx)").toPlainText() == "the old harbour"
    assert made('a ![x](//host/a.png)![y](b.png "t") c').toPlainText() == "a xy c"
    assert made("a ![ ](/dev/ptmx) c").toPlainText() == "a Image c"
    assert links(made("![x](/dev/ptmx)")) == []


def test_a_picture_of_the_web_is_a_link_to_it(qapp):
    assert links(made("![a map](https://example.org/map.png)")) == [
        ("a map", "https://example.org/map.png", "https://example.org/map.png")
    ]


def test_pictures_in_tables_lists_and_quotes_are_found(qapp):
    text = "| a | ![b](/dev/ptmx) |\n|---|---|\n| ![c](x) | d |\n\n* ![e](x)\n\n> ![f](x)\n\n# ![g](x)\n"
    assert "".join(made(text).toPlainText().split()) == "abcdefg"


@pytest.mark.parametrize(
    "href", ["file:///etc/passwd", "javascript:alert(1)", "x.html", "//h/x", "https://u@h.example"]
)
def test_what_cannot_be_opened_is_text_and_looks_like_it(qapp, href):
    document = made(f'a **b [c *d*](<{href}> "<img src=x>")**')
    assert links(document) == []
    assert document.toPlainText() == "a b c d"
    styles = list(formats(document))
    assert not any(style.toolTip() or style.hasProperty(style.Property.ForegroundBrush) for style in styles)
    assert styles[-1].fontItalic()


def test_a_link_says_where_it_leads_and_not_what_its_title_says(qapp):
    address = "https://xn--mller-kva.example/%C3%A4"
    (link,) = links(made('[Müller](<https://müller.example/ä> "https://bank.example")'))
    assert link == ("Müller", address, f"{address}\nxn--mller-kva.example (müller.example)")


def test_a_text_that_names_another_address_has_the_true_one_beside_it(qapp):
    document = made("See [https://bank.*example*/](https://evil.example/) now, or [help](https://evil.example/).")
    assert document.toPlainText() == "See https://bank.example/ (evil.example) now, or help."
    assert [text for text, _, _ in links(document)] == ["https://bank.", "example", "/", "help"]
    assert made("![bank.example](https://evil.example/a.png)!").toPlainText() == "bank.example (evil.example)!"


def test_characters_of_two_units_are_counted_as_qt_does(qapp):
    assert (
        made("🙂 ![🙂](x) [🙂](y) 🙂 [b.example](https://c.example) 🙂").toPlainText()
        == "🙂 🙂 🙂 🙂 b.example (c.example) 🙂"
    )


@pytest.mark.parametrize("kind", list(QTextDocument.ResourceType))
def test_every_resource_has_an_answer(qapp, kind):
    assert InertDocument().resource(kind.value, QUrl("file:///etc/hostname")) is not None
