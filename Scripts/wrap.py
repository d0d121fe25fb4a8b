#!/usr/bin/env python3
"""Wraps comments and Markdown at 100 columns. With --check, it lists the lines that are longer, and fails.

Only paragraphs with a line that is too long are wrapped, from that line on. Code blocks, tables,
headings and lines of code keep their line breaks. What has no space, such as an address, stays whole.

    Scripts/wrap.py [--check] [FILE ...]
"""
import re
import subprocess
import sys
from pathlib import Path

WIDTH = 100
ROOT = Path(__file__).resolve().parent.parent
SLASHES, HASH, STAR = r"///|//", r"#", r"\*"
MARKERS = {
    ".swift": SLASHES, ".c": rf"{SLASHES}|{STAR}", ".h": rf"{SLASHES}|{STAR}", ".js": rf"{SLASHES}|{STAR}",
    ".mjs": rf"{SLASHES}|{STAR}", ".css": STAR, ".py": HASH, ".sh": HASH, ".yml": HASH, ".md": None,
}
# What Scripts/page.sh writes.
BUILT = "Sources/CPage/"
# Code, links and emphasised words are not broken.
WORD = re.compile(r"(?:``[^`]+``|`[^`]+`|!?\[[^\]]*\](?:\([^)\s]*\))?|\S)+")
# A line that begins like this would start a list, a heading, a quotation or a table.
STRUCTURE = re.compile(r"[-*+|>#]|\d+[.)]$")


def files(arguments: list[str]) -> list[Path]:
    names = arguments or subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    return [ROOT / name for name in names if Path(name).suffix in MARKERS and not name.startswith(BUILT)]


def wrapped(words: list[str], first: str, rest: str) -> list[str]:
    lines, line = [], first
    empty = True
    for word in words:
        fits = len(line) + (0 if empty else 1) + len(word) <= WIDTH
        if empty or fits or STRUCTURE.match(word):
            line += ("" if empty else " ") + word
        else:
            lines.append(line)
            line = rest + word
        empty = False
    return lines + [line]


def wrap(lines: list[str], marker: str | None) -> list[str]:
    """The lines, with paragraphs wrapped that have a line of more than `WIDTH` columns."""
    prefix = re.compile(rf"(\s*(?:{marker}) )(.*)$" if marker else r"()(.*)$")
    result: list[str] = []
    fenced = False
    # The indentation of the paragraph's later lines, or None between paragraphs.
    paragraph: tuple[str, int] | None = None
    index = 0
    while index < len(lines):
        line = lines[index]
        match = prefix.match(line)
        text = match.group(2).lstrip() if match else ""
        if match and text.startswith("```"):
            fenced = not fenced
        indent = len(match.group(2)) - len(text) if match else 0
        item = re.match(r"(?:[-*+]|\d+\.) +", text)
        if not match or fenced or not text or re.match(r"[|#<>]|```", text):
            paragraph = None
        elif item:
            paragraph = (match.group(1), indent + len(item.group(0)))
        elif paragraph is None or paragraph[0] != match.group(1):
            # Four columns more are code.
            paragraph = (match.group(1), indent) if indent < 4 else None
        if paragraph is None or len(line) <= WIDTH:
            result.append(line)
            index += 1
            continue
        rest = paragraph[0] + " " * paragraph[1]
        words, following = WORD.findall(text), index + 1
        while following < len(lines) and lines[following].startswith(rest):
            more = lines[following][len(rest):]
            if not more or more[0] == " " or re.match(r"[|#<>]|```|(?:[-*+]|\d+\.) ", more):
                break
            words += WORD.findall(more)
            following += 1
        result += wrapped(words, match.group(1) + " " * indent, rest)
        index = following
    return result


def main() -> int:
    arguments = sys.argv[1:]
    check = "--check" in arguments
    failures = 0
    for path in files([name for name in arguments if name != "--check"]):
        before = path.read_text(encoding="utf-8").split("\n")
        after = wrap(before, MARKERS[path.suffix])
        if before == after:
            continue
        if check:
            failures += 1
            line = next(number for number, pair in enumerate(zip(before, after), 1) if pair[0] != pair[1])
            print(f"{path.relative_to(ROOT)}:{line}: longer than {WIDTH} columns (Scripts/wrap.py wraps it)")
        else:
            path.write_text("\n".join(after), encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
