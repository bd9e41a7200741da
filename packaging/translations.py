"""Collects every text that the program says into the catalogues of the languages, and compiles them.

Run as `make translations` after a text has changed: in each `alicia_<language>.ts` of resources/translations new texts
stand as unfinished, those that are gone are taken out, and the `.qm` beside it is made anew. With ARGS="de words.json"
translations are taken from a map of English to German texts; a text with a count has a list of all its forms. A
language that has no catalogue yet gets one.

Qt's own lupdate knows neither `translate` of base/translation.py nor the one context of these catalogues.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

CODE: Final = Path(__file__).parents[1] / "alicia_desktop"
TRANSLATIONS: Final = CODE / "resources" / "translations"
CONTEXT: Final = "alicia"
FUNCTIONS: Final = "alicia_desktop.base.translation"
FOR_DEVELOPERS: Final = "gallery"
"""Begins the names of modules that only developers see."""
Forms = tuple[str, ...]
"""A translation: one text, or one for each form that the language has for a count."""


@dataclass(kw_only=True, slots=True)
class Source:
    """An English text, and where it is said."""

    numerus: bool
    files: list[str]


def collect(folder: Path = CODE) -> dict[str, Source]:
    """Return every English text of the program, in the order of files and lines.

    Raises:
        SystemExit: A text cannot be collected because it is no literal, or is used both with a count and without.
    """
    found: dict[str, Source] = {}
    for path in sorted(folder.rglob("*.py")):
        if path.name.startswith(FOR_DEVELOPERS):
            continue
        file = path.relative_to(folder).as_posix()
        for text, numerus in _texts(path):
            source = found.setdefault(text, Source(numerus=numerus, files=[]))
            if source.numerus != numerus:
                raise SystemExit(f"{file}: used with a count and without: {text}")
            if file not in source.files:
                source.files.append(file)
    return found


def _texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the texts of a module, and whether each is said with a count; the key of such a one is its plural."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        name.asname or name.name: name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == FUNCTIONS
        for name in node.names
    }
    if path == CODE / "base" / "translation.py":
        imported["translate"] = "translate"
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        of_widget = isinstance(call.func, ast.Attribute) and call.func.attr == "tr"
        function = imported.get(call.func.id, "") if isinstance(call.func, ast.Name) else ""
        if function == "translate_count":
            yield _literal(path, call, 1), True
        elif of_widget or function == "translate":
            yield _literal(path, call, 0, whole=True), False


def _literal(path: Path, call: ast.Call, at: int, *, whole: bool = False) -> str:
    text = call.args[at] if at < len(call.args) else None
    extra = whole and (call.keywords or len(call.args) > 1)
    if extra or not isinstance(text, ast.Constant) or not isinstance(text.value, str) or not text.value:
        raise SystemExit(f"{path}:{call.lineno}: no text that can be collected: {ast.unparse(call)}")
    return text.value


def read(catalogue: Path) -> dict[str, Forms]:
    """Return the finished translations of a catalogue, if there is one."""
    if not catalogue.exists():
        return {}
    found = {}
    for message in ET.parse(catalogue).iter("message"):  # noqa: S314 - a file of this tree
        translation = message.find("translation")
        if translation is not None and translation.get("type") is None:
            forms = tuple(form.text or "" for form in translation.iter("numerusform"))
            found[message.findtext("source", "")] = forms or (translation.text or "",)
    return found


def write(catalogue: Path, sources: Mapping[str, Source], translated: Mapping[str, Forms]) -> None:
    """Write the catalogue of a language."""
    language = catalogue.stem.removeprefix(f"{CONTEXT}_")
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text, source in sources.items():
        message = ET.SubElement(context, "message", {"numerus": "yes"} if source.numerus else {})
        for file in source.files:
            ET.SubElement(message, "location", filename=f"../../{file}")
        ET.SubElement(message, "source").text = text
        forms = translated.get(text, ())
        translation = ET.SubElement(message, "translation", {} if forms else {"type": "unfinished"})
        if source.numerus:
            for form in forms:
                ET.SubElement(translation, "numerusform").text = form
        else:
            translation.text = "".join(forms)
    ET.indent(root, "    ")
    body = ET.tostring(root, encoding="unicode")
    catalogue.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def compile_catalogue(catalogue: Path, compiled: Path) -> None:
    """Write the file that Qt reads."""
    release = Path(sys.executable).parent / "pyside6-lrelease"
    subprocess.run([release, "-silent", catalogue, "-qm", compiled], check=True)


def _words(file: Path, sources: Mapping[str, Source]) -> dict[str, Forms]:
    """Return the translations of a map."""
    words: dict[str, str | list[str]] = json.loads(file.read_text(encoding="utf-8"))
    for text, said in words.items():
        if text in sources and sources[text].numerus == isinstance(said, str):
            raise SystemExit(f"{file}: a list of forms if the text has a count, and only then: {text}")
    return {text: (said,) if isinstance(said, str) else tuple(said) for text, said in words.items()}


def main(arguments: Sequence[str]) -> None:
    """Update all catalogues; with a language and maps, take its translations from these."""
    sources = collect()
    catalogues = {path: read(path) for path in TRANSLATIONS.glob(f"{CONTEXT}_*.ts")}
    if arguments:
        chosen = catalogues.setdefault(path := TRANSLATIONS / f"{CONTEXT}_{arguments[0]}.ts", read(path))
        for file in arguments[1:]:
            chosen |= _words(Path(file), sources)
    for path, translated in catalogues.items():
        write(path, sources, translated)
        compile_catalogue(path, path.with_suffix(".qm"))
        missing = [text for text in sources if text not in translated]
        print(f"{path.name}: {len(sources)} texts, {len(missing)} unfinished")


if __name__ == "__main__":
    main(sys.argv[1:])
