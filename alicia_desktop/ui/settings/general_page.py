"""The page General of the settings: language, theme, text size with a preview, motion, start, spelling, keys."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QLocale, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSystemTrayIcon, QWidget

from alicia_desktop.ui.language import SYSTEM, language_names
from alicia_desktop.ui.settings.fields import Page
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.text_size import TEXT_SIZES
from alicia_desktop.ui.theme import Theme, ThemeChoice
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import EditField, Picker, Toggle
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import SpellingProblem

LANGUAGE_CHARACTERS: Final = 24
OWN_WORDS_LINES: Final = 3
MAX_LOCALE_CHARACTERS: Final = 20
PREVIEW_AIR: Final = 12
"""Pixels around what the preview shows."""


class GeneralPage(Page):
    """Language, theme, text size with a preview of both, motion, start, spelling, and the way to the keys."""

    shortcuts_requested = Signal()
    profiles_requested = Signal()

    def __init__(self, form: SettingsForm, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("General"))
        self._add_language(form)
        choices: dict[ThemeChoice, str] = {
            "system": self.tr("Match system"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
            "contrast": self.tr("High contrast"),
        }
        self._choices = tuple(choices)
        segments = [SegmentButton(id=choice, text=text) for choice, text in choices.items()]
        self.theme_choice = Segments(segments, theme=theme, name=self.tr("Theme"))
        self.theme_choice.choose(form.theme)
        self.add_named(self.tr("Theme"), self.theme_choice)
        self._sizes = Picker(theme=theme, name=self.tr("Text size"))
        for size in TEXT_SIZES:
            self._sizes.addItem(self.tr("{percent} %").format(percent=size), size)
        near = min(TEXT_SIZES, key=lambda size: abs(size - form.text_size))
        self._sizes.setCurrentIndex(TEXT_SIZES.index(near))
        self._sizes.setFixedHeight(theme.height("control"))
        self.add_named(self.tr("Text size"), self._sizes)
        self.add_note(self.tr("Ctrl and +, − or 0 change it in the window, too."))
        self.preview = LookPreview(theme=theme)
        self.add(self.preview)
        self._add_switches(form)
        self._add_spelling(form)
        self._add_keys()
        self.finish()
        self.theme_choice.chosen.connect(self._show_preview)
        self._sizes.currentIndexChanged.connect(self._show_preview)
        self._show_preview()

    def _add_language(self, form: SettingsForm) -> None:
        names = {SYSTEM: self.tr("Match system")} | language_names()
        if form.window_language not in names:
            names[form.window_language] = form.window_language
        self.window_language = Picker(theme=self._theme, name=self.tr("Language"))
        self.window_language.setMinimumContentsLength(LANGUAGE_CHARACTERS)
        for code, name in names.items():
            self.window_language.offer(name, code)
        self.window_language.setCurrentIndex(self.window_language.findData(form.window_language))
        self.add_named(self.tr("Language"), self.window_language)
        self.add_note(self.tr("A change takes effect when Alicia is started again."))

    def _add_switches(self, form: SettingsForm) -> None:
        theme = self._theme
        self._motion = Toggle(self.tr("Reduce motion"), theme=theme)
        self._motion.setChecked(form.reduced_motion)
        self.add(self._motion)
        self._autostart = Toggle(self.tr("Start when I log in"), theme=theme)
        self._autostart.setChecked(form.autostart is True)
        self._autostart.setVisible(form.autostart is not None)
        self.add(self._autostart)
        self._tray = Toggle(self.tr("Show in the tray"), theme=theme)
        self._tray.setChecked(form.tray)
        self._keep_running = Toggle(self.tr("Keep running when the window is closed"), theme=theme)
        self._keep_running.setChecked(form.keep_running)
        self._tray.toggled.connect(self._keep_running.setEnabled)
        self._tray.setEnabled(QSystemTrayIcon.isSystemTrayAvailable())
        self._keep_running.setEnabled(QSystemTrayIcon.isSystemTrayAvailable() and form.tray)
        self.add(self._tray)
        self.add(self._keep_running)
        if not QSystemTrayIcon.isSystemTrayAvailable():
            self.add_note(self.tr("This desktop has no tray."))
        self._notify = Toggle(self.tr("Notify me of an answer while I look elsewhere"), theme=theme)
        self._notify.setChecked(form.notify)
        self.add(self._notify)

    def _add_spelling(self, form: SettingsForm) -> None:
        theme = self._theme
        self.spelling = Toggle(self.tr("Check spelling"), theme=theme)
        self.spelling.setChecked(form.spelling)
        self.add(self.spelling)
        self.language = Picker(theme=theme, name=self.tr("Dictionary"))
        self.language.setMinimumContentsLength(LANGUAGE_CHARACTERS)
        self.language.addItem(self.tr("Match system"), "")
        if form.spelling_language:
            self.language.offer(language_label(form.spelling_language), form.spelling_language)
            self.language.setCurrentIndex(1)
        self.language.setEnabled(form.spelling)
        self.spelling.toggled.connect(self.language.setEnabled)
        self.add_named(self.tr("Dictionary"), self.language)
        self._no_spelling = Label("", theme=theme, font="small", tone="warn", wrap=True)
        self._no_spelling.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._no_spelling.hide()
        self.add(self._no_spelling)
        self._own_words = form.own_words
        self.own_words = EditField(theme=theme, font="ui", spelled=False)
        self.own_words.set_text("\n".join(form.own_words))
        self.own_words.setFixedHeight(OWN_WORDS_LINES * theme.line("ui") + PREVIEW_AIR)
        self.own_words.setAccessibleName(self.tr("Words you have added"))
        if form.own_words:
            self.add_named(self.tr("Words you have added"), self.own_words)
        self.add(self.own_words.note)

    def set_dictionaries(self, names: Sequence[str], *, problem: SpellingProblem) -> None:
        """Offer the dictionaries of the system; `problem` says why none is in use."""
        chosen = self.language.currentData()
        while self.language.count() > 1:
            self.language.removeItem(1)
        for name in [*names, *([chosen] if chosen and chosen not in names else [])]:
            self.language.offer(language_label(name), name)
        self.language.setCurrentIndex(max(0, self.language.findData(chosen)))
        texts: dict[SpellingProblem, str] = {
            "": "",
            "no_enchant": self.tr(
                "Spelling cannot be checked, because Enchant is not installed. "
                "Debian and Ubuntu have it: sudo apt install libenchant-2-2 hunspell-en-us"
            ),
            "no_dictionaries": self.tr(
                "Spelling cannot be checked, because no dictionary is installed. "
                "Debian and Ubuntu have them: sudo apt install hunspell-en-us"
            ),
            "no_language": self.tr(
                "Spelling cannot be checked, because no dictionary of this language is installed. "
                "Debian and Ubuntu list theirs with: apt search hunspell"
            ),
        }
        self._no_spelling.setText(texts[problem])
        self._no_spelling.setVisible(bool(problem))

    def _add_keys(self) -> None:
        keys = Button(self.tr("Keyboard shortcuts…"), theme=self._theme, icon="keyboard")
        keys.clicked.connect(self.shortcuts_requested)
        profiles = Button(self.tr("Profiles…"), theme=self._theme, icon="users")
        profiles.clicked.connect(self.profiles_requested)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(keys)
        line.addWidget(profiles)
        line.addStretch()
        self.column.addLayout(line)

    def _show_preview(self, *_: object) -> None:
        self.preview.show_look(self._chosen_theme(), self._size())

    def _size(self) -> int:
        return TEXT_SIZES[self._sizes.currentIndex()]

    def _chosen_theme(self) -> ThemeChoice:
        return next(choice for choice in self._choices if choice == self.theme_choice.value)

    def _words(self) -> tuple[str, ...]:
        if self.own_words.too_long:
            return self._own_words
        return tuple(dict.fromkeys(self.own_words.text.split()))

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here."""
        return replace(
            form,
            window_language=str(self.window_language.currentData()),
            theme=self._chosen_theme(),
            reduced_motion=self._motion.isChecked(),
            text_size=self._size(),
            tray=self._tray.isChecked(),
            notify=self._notify.isChecked(),
            keep_running=self._keep_running.isChecked(),
            spelling=self.spelling.isChecked(),
            spelling_language=str(self.language.currentData() or ""),
            own_words=self._words(),
            autostart=None if form.autostart is None else self._autostart.isChecked(),
        )


def language_label(name: str) -> str:
    """Return the label of a dictionary in its own language, such as "Deutsch (Deutschland)" for `de_DE`."""
    locale = QLocale(name[:MAX_LOCALE_CHARACTERS])
    if locale.language() is QLocale.Language.C:
        return name
    language = locale.nativeLanguageName()
    country = locale.nativeTerritoryName() if "_" in name else ""
    return f"{language} ({country})" if country else language


class LookPreview(QWidget):
    """A question and its answer as they look with a theme and a text size that are not in force yet."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._scheme = theme.scheme
        self._font = theme.font("body")
        self.setAccessibleName(self.tr("Preview"))
        self.setAccessibleDescription(f"{self._question()} {self._answer()}")

    def show_look(self, choice: ThemeChoice, text_size: int) -> None:
        """Show what is chosen."""
        self._scheme = self._theme.scheme_of(choice)
        self._font = self._theme.font("body")
        usual = self._font.pixelSize() / self._theme.text_size
        self._font.setPixelSize(max(1, round(usual * text_size)))
        self.setMinimumHeight(2 * self._line() + 6 * PREVIEW_AIR)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, the bubble of the question, and the answer."""
        colours, radius = self._theme.tokens.colours[self._scheme], self._theme.radius("card")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours["border-control"]), 1))
        painter.setBrush(QColor(colours["surface"]))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setFont(self._font)
        metrics, inner = (
            painter.fontMetrics(),
            self.rect().adjusted(PREVIEW_AIR, PREVIEW_AIR, -PREVIEW_AIR, -PREVIEW_AIR),
        )
        question = metrics.elidedText(self._question(), Qt.TextElideMode.ElideRight, inner.width() - 2 * PREVIEW_AIR)
        bubble = QRect(
            0, inner.top(), metrics.horizontalAdvance(question) + 2 * PREVIEW_AIR, self._line() + PREVIEW_AIR
        )
        bubble.moveRight(inner.right())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours["user-bubble"]))
        painter.drawRoundedRect(bubble, radius, radius)
        painter.setPen(QColor(colours["user-bubble-text"]))
        painter.drawText(bubble, Qt.AlignmentFlag.AlignCenter, question)
        painter.setPen(QColor(colours["text"]))
        answer = metrics.elidedText(self._answer(), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, answer)
        painter.end()

    def _line(self) -> int:
        return QFontMetrics(self._font).height()

    def _question(self) -> str:
        return self.tr("When is Emma’s recital?")

    def _answer(self) -> str:
        return self.tr("On Friday at 18:30.")
