"""Choose the language of the window, and install its catalogue before anything that says something is imported.

A language is a file `alicia_<code>.qm` in `resources/translations`, made of the `.ts` beside it
(docs/adding-a-language.md); English is what the sources say and has none, so nothing is loaded for it. A text has one
translation, whichever class or module says it: the catalogue has one context, and what Qt gives as context, the name of
the class, is not looked at.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from alicia_desktop.base.translation import NO_COUNT, install_lookup
from alicia_desktop.ui.tokens import RESOURCES

CONTEXT: Final = "alicia"
SYSTEM: Final = "system"
"""The choice of the first language of the desktop that there is."""
SOURCE_LANGUAGE: Final = "en"
TRANSLATIONS: Final = RESOURCES / "translations"


class TranslationCatalogue(QTranslator):
    """The texts of the program in one language."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = NO_COUNT) -> str:
        """Return the translation for Qt, which asks with the name of a class; the text itself where there is none."""
        return self.look_up(text, n) or text

    def look_up(self, text: str, count: int) -> str:
        """Return the translation, for a count where it is not negative, or `""` where there is none."""
        return super().translate(CONTEXT, text, None, count) or ""


def language_names() -> dict[str, str]:
    """Return the code of each language that there is, with its own name for itself."""
    return {SOURCE_LANGUAGE: "English"} | {code: QLocale(code).nativeLanguageName() for code in _translated()}


def choose_language(choice: str, preferred: Sequence[str]) -> str:
    """Return the code of the language to speak: the choice, or the first of `preferred` that there is."""
    codes = {SOURCE_LANGUAGE, *_translated()}
    names = (name.replace("-", "_") for name in preferred) if choice == SYSTEM else (choice,)
    return next((name for name in names if name in codes), SOURCE_LANGUAGE)


def _translated() -> list[str]:
    return sorted(path.stem.removeprefix("alicia_") for path in TRANSLATIONS.glob("alicia_*.qm"))


def install_language(app: QCoreApplication, choice: str) -> None:
    """Let Qt and `base.translation` speak the language that was chosen; called once, at the start."""
    code = choose_language(choice, QLocale.system().uiLanguages())
    if QLocale().language() is not QLocale(code).language():
        QLocale.setDefault(QLocale(code))  # whose names months have in fields
    if code == SOURCE_LANGUAGE:
        return
    catalogue = TranslationCatalogue(app)
    catalogue.load(str(TRANSLATIONS / f"alicia_{code}.qm"))
    app.installTranslator(catalogue)
    install_lookup(catalogue.look_up, TRANSLATIONS / f"alicia_{code}.ts")
    _install_texts_of_qt(app, code)


def _install_texts_of_qt(app: QCoreApplication, code: str) -> None:
    """Install Qt's own texts: menus of fields, names of keys. Last, so that Qt asks these first for what is its own."""
    texts = QTranslator(app)
    if texts.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(texts)
