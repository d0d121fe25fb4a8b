#!/usr/bin/env python3
"""Checks the translations in Languages/TAG.json against the sentences of the sources, and writes
the files of Sources/ChatLanguages with the tables.

    Scripts/languages.py            writes the Swift tables
    Scripts/languages.py --check    fails if a sentence is not translated, a translation is not used
                                    or does not fit, or the Swift tables are not made from them
    Scripts/languages.py --page FOLDER  writes what the page says, for Scripts/page.sh
    Scripts/languages.py --list     prints the sentences, with the sources that say them

A sentence of the sources is a literal in a call of `localized` (Swift and JavaScript), `counted`,
`pieces` or `countedPieces` (JavaScript), or a text of index.html. What it inserts is `%@`. A
sentence about a number of things stands under its form for many; its translation has a form for each
plural category of CLDR that the language has. The sentence for an error's number stands under `#120`.
"""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ROOT / "Languages"
TABLES = ROOT / "Sources/ChatLanguages"
PAGE = ROOT / "Sources/MartletPage/Page"
MODEL = ["ChatModel", "PageModel"]
PAGE_SOURCES = ("Sources/ChatModel/", "Sources/PageModel/", "Sources/MartletPage/", "Sources/ChatWire/")
SWIFT = [*MODEL, "ChatCore", "ChatTerminal", "ChatUI", "ChatScreens", "ChatStore", "martlet"]
CATEGORIES = {"de": {"one", "other"}, "he": {"one", "two", "other"}}  # of whole numbers
# `martlet chat` offers no language that is written from right to left.
NO_TERMINAL = {"he"}
TERMINAL = ("Sources/ChatTerminal/", "Sources/martlet/")
NAMES = {"de": "German", "he": "Hebrew"}  # of the Swift files
CALL = re.compile(r"\b(localized|counted|countedPieces|pieces)\(")
VOID = {"img", "input", "path", "circle", "use", "link", "meta", "br"}
PLACE = re.compile(r"%(?:(\d)\$)?@")


def literal(source, at):
    """The text of the literal that begins at `at`, with `%@` for what it inserts, and its end."""
    text, at = "", at + 1
    while source[at] != '"':
        if source[at] != "\\":
            text, at = text + source[at], at + 1
        elif source[at + 1] == "(":
            text, at = text + "%@", closing(source, at + 2)
        elif source[at + 1] == "u":
            digits = re.match(r"\\u\{?([0-9A-Fa-f]+)\}?", source[at:])
            text, at = text + chr(int(digits[1], 16)), at + len(digits[0])
        else:
            text, at = text + {"n": "\n", "t": "\t"}.get(source[at + 1], source[at + 1]), at + 2
    return text, at + 1


def closing(source, at):
    """The place after the parenthesis that closes the one before `at`."""
    depth = 1
    while depth:
        if source[at] == '"':
            at = literal(source, at)[1]
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
    return at


def arguments(source, at):
    """The literals among the arguments of the call whose parenthesis opens before `at`, with labels."""
    found, depth, label = [], 1, ""
    while depth:
        if source[at] == '"':
            text, at = literal(source, at)
            if depth == 1:
                found.append((label, text))
            continue
        named = re.match(r"(\w+): ?", source[at:]) if depth == 1 and not source[at - 1].isalnum() else None
        if named:
            label, at = named[1], at + len(named[0])
            continue
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(source[at], 0)
        if depth == 1 and source[at] == ",":
            label = ""
        at += 1
    return found


def sentences(path):
    """The sentences of a script or of a Swift file, and whether each has forms for numbers."""
    source = "\n".join(re.sub(r"^\s*//.*", "", line) for line in path.read_text().split("\n"))
    for call in CALL.finditer(source):
        if re.search(r"\bfunc(tion)? $", source[: call.start()]):
            continue
        said = arguments(source, call.end())
        if path.suffix == ".swift":
            for label, text in said:
                if label != "one":
                    yield text, label == "other" and any(label == "one" for label, _ in said)
        elif call[1].startswith("counted"):
            if len(said) >= 2:
                yield said[1][1], True
        else:
            for _, text in said:
                yield text, False


class Markup(HTMLParser):
    """The sentences of index.html: its texts, its labels, and whole elements with `data-sentence`."""

    def __init__(self):
        super().__init__()
        self.found, self.open, self.sentence = [], [], None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.found += [attributes[name] for name in ("aria-label", "title", "placeholder") if attributes.get(name)]
        if self.sentence is not None and len(self.open) == self.depth:
            self.sentence += "%@"
        if tag not in VOID:
            self.open.append(tag)
        if "data-sentence" in attributes:
            self.sentence, self.depth = "", len(self.open)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if self.sentence is not None and len(self.open) == self.depth:
            self.found.append(self.sentence)
            self.sentence = None
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in ("title", "noscript", "style") or "noscript" in self.open:
            return
        if self.sentence is not None and len(self.open) == self.depth:
            self.sentence += data
        elif re.search(r"[^\W\d_]{2}", data) and self.open[-1:] != ["title"]:
            self.found.append(data.strip())


def said():
    """All sentences: which files say each, and which of them have forms for numbers."""
    places, counted, plain = {}, set(), set()
    files = [path for module in SWIFT for path in sorted((ROOT / "Sources" / module).rglob("*.swift"))]
    files += [path for module in ("MartletApp", "MartletShare") for path in sorted((ROOT / "Apps/Martlet/Sources" / module).glob("*.swift"))]
    files += sorted(PAGE.glob("*.js"))
    for path in files:
        for text, has_forms in sentences(path):
            places.setdefault(text, []).append(str(path.relative_to(ROOT)))
            (counted if has_forms else plain).add(text)
    markup = Markup()
    markup.feed((PAGE / "index.html").read_text())
    for text in markup.found:
        if text not in ("Martlet", "garden", "#", "Tea"):
            places.setdefault(text, []).append("Sources/MartletPage/Page/index.html")
    for number in re.findall(r"rawValue: (\d+)\)", (ROOT / "Sources/ChatWire/WireError.swift").read_text()):
        places.setdefault(f"#{number}", []).append("Sources/ChatWire/WireError.swift")
    if both := counted & plain:
        sys.exit(f"Said with and without a number: {', '.join(map(repr, both))}. Say it with the number everywhere.")
    return places, counted


def values(pattern):
    """Which values a pattern inserts."""
    places = PLACE.findall(pattern)
    return sorted(int(number) for number in places) if any(places) else list(range(1, len(places) + 1))


def faults(tag, table, places, counted):
    if tag in NO_TERMINAL:
        places = {key: files for key, files in places.items() if any(not name.startswith(TERMINAL) for name in files)}
    for key in places:
        if key not in table:
            yield f"not translated: {key!r} ({places[key][0]})"
    for key, translation in table.items():
        if key not in places:
            yield f"no source says this any more: {key!r}"
            continue
        forms = translation if isinstance(translation, dict) else {"other": translation}
        if isinstance(translation, dict) != (key in counted):
            yield f"{'has forms, but is' if key not in counted else 'has no forms, but is'} said {'without' if key not in counted else 'with'} a number: {key!r}"
        elif isinstance(translation, dict) and set(forms) != CATEGORIES[tag]:
            yield f"has the forms {', '.join(forms)} instead of {', '.join(sorted(CATEGORIES[tag]))}: {key!r}"
        for name, text in forms.items():
            inserted, wanted = values(text), values(key)
            # “one” may say the number as a word.
            if inserted != wanted and not (name in ("one", "two") and set(inserted) < set(wanted)):
                yield f"inserts the values {inserted} instead of {wanted}: {key!r}"


def swift(tag, table):
    """The table as Swift: what `Language(json:)` reads, as a text."""
    of = [{"of": key, **(value if isinstance(value, dict) else {"other": value})} for key, value in sorted(table.items())]
    rows = ",\n".join(f"        {json.dumps(sentence, ensure_ascii=False)}" for sentence in of)
    return f'''// Written by Scripts/languages.py; do not edit it.

extension Translations {{
    static let {NAMES[tag].lower()}: StaticString = ##"""
        {{"tag": "{tag}", "sentences": [
{rows}
        ]}}
        """##
}}
'''


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else "--write"
    places, counted = said()
    if mode == "--list":
        listed = {key: {"forms": key in counted, "in": sorted(set(files))} for key, files in places.items()}
        print(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    tables = {tag: json.loads((LANGUAGES / f"{tag}.json").read_text()) for tag in NAMES}
    if mode == "--page":
        page = {key for key, files in places.items() if any(name.startswith(PAGE_SOURCES) for name in files)}
        for tag, table in tables.items():
            (Path(sys.argv[2]) / f"{tag}.json").write_text(json.dumps({key: table[key] for key in table if key in page}, ensure_ascii=False))
        return
    wrong = [f"Languages/{tag}.json: {fault}" for tag in tables for fault in faults(tag, tables[tag], places, counted)]
    for tag, table in tables.items():
        path = TABLES / f"{NAMES[tag]}.swift"
        if mode == "--write":
            path.write_text(swift(tag, table))
        elif not path.exists() or path.read_text() != swift(tag, table):
            wrong.append(f"{path.relative_to(ROOT)} is not made of Languages: run Scripts/languages.py, and commit what it writes.")
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        sys.exit(f"{len(wrong)} faults.")
    print(f"{len(places)} sentences in {len(tables)} other languages.")


main()
