#!/usr/bin/env python3
"""Lists the public declarations of the products that have no `///`, and fails if there are any.

Counted are types, members, requirements of public protocols and cases of public enums. Left out is what Swift's own
protocols ask for (`hash(into:)`, `encode(to:)`, …): their documentation is Swift's.

    Scripts/check-docs.py [MODULE ...] [--count]
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Modules of the package that are no products, but are read like those.
OTHERS = ["ChatSQL", "ChatTerminal"]
LIBRARY = re.compile(r"\.library\(\s*name:[^,]*,\s*targets:\s*\[([^\]]*)\]")

KIND = r"(?:struct|class|enum|protocol|actor|func|var|let|init|subscript|typealias|associatedtype|case|macro)\b"
MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|(?:nonisolated|static|final|indirect|mutating|borrowing|consuming|convenience" \
    r"|required|override|lazy|weak|unowned|distributed|prefix|postfix|class)(?:\([^)]*\))?\s+|\w+\(set\)\s+)*"
PUBLIC = re.compile(rf"^\s*{MODIFIERS}(?:public|open)\s+{MODIFIERS}({KIND})")
MEMBER = re.compile(rf"^\s*{MODIFIERS}({KIND})")
CONTAINER = re.compile(rf"^\s*{MODIFIERS}(?:public|open)\s+{MODIFIERS}(protocol|enum)\s+(\w+)")
SWIFTS_OWN = re.compile(
    r"func (==|<|hash\(into)|init\(from decoder|func encode\(to encoder|init\??\(rawValue|var body: some View"
    r"|func makeAsyncIterator\(|mutating func next\(|typealias (Element|AsyncIterator|Body)\b"
    r"|init\((string|array|dictionary)Literal"
)


def modules() -> list[str]:
    """The targets of all library products of the package, and `OTHERS`."""
    manifest = (ROOT / "Package.swift").read_text()
    products = LIBRARY.findall(manifest)
    if not products or len(products) != manifest.count(".library("):
        sys.exit("Package.swift has library products that can't be read.")
    return [name for targets in products for name in re.findall(r'"(\w+)"', targets)] + OTHERS


def plain(line: str) -> str:
    """The line without comments and the contents of strings, so that braces can be counted."""
    return re.sub(r"//.*", "", re.sub(r'"(?:\\.|[^"\\])*"', '""', line))


def undocumented(path: Path):
    depth = 0
    containers = []  # (depth of its members, kind)
    documented = above = False
    in_text = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.count('"""') % 2:
            in_text = not in_text
            continue
        if in_text:
            continue
        stripped = line.strip()
        if stripped.startswith("///"):
            documented = True
            continue
        if stripped.startswith("#"):
            # Documentation above `#if` is nobody's, unless there are only attributes up to
            # `#endif`.
            if stripped.startswith("#if"):
                above = documented
            documented = stripped == "#endif" and above
            continue
        if re.fullmatch(r"@\w+(\(.*\))?", stripped) or stripped.startswith("// swift-format"):
            continue
        above = False
        code = plain(line)
        while containers and depth < containers[-1][0]:
            containers.pop()
        kind = containers[-1][1] if containers and depth == containers[-1][0] else None
        is_declared = PUBLIC.match(line) or (kind == "protocol" and MEMBER.match(line)) or (
            kind == "enum" and re.match(r"\s*(indirect )?case\b", line))
        if is_declared and not documented and not SWIFTS_OWN.search(line):
            yield number, stripped
        opened = CONTAINER.match(line)
        depth += code.count("{") - code.count("}")
        if opened and code.count("{") > code.count("}"):
            containers.append((depth, opened[1]))
        # A list of cases has one comment for all of it.
        if stripped and not (kind == "enum" and stripped.endswith(",")):
            documented = False


def main() -> int:
    names = [name for name in sys.argv[1:] if not name.startswith("-")] or modules()
    total = 0
    for module in names:
        count = 0
        for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            for number, text in undocumented(path):
                count += 1
                if "--count" not in sys.argv:
                    print(f"{path.relative_to(ROOT)}:{number}: {text}")
        if count:
            print(f"{module}: {count} public declarations without ///", file=sys.stderr)
        total += count
    if total == 0:
        print("Every public declaration has its documentation.")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
