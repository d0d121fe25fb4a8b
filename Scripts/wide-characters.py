#!/usr/bin/env python3
"""Writes Sources/ChatTerminal/Text/WideCharacters.swift from Unicode's EastAsianWidth.txt.

    Scripts/wide-characters.py /usr/share/unicode/EastAsianWidth.txt  # Debian's package unicode-data
"""
import re
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "Sources/ChatTerminal/Text/WideCharacters.swift"

# Characters without an entry: wide in the blocks and planes of ideographs (the file's own header).
wide = {*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000), *range(0xF900, 0xFB00), *range(0x20000, 0x2FFFE), *range(0x30000, 0x3FFFE)}
text = Path(sys.argv[1]).read_text()
for line in text.splitlines():
    entry = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
    if entry and entry[3] in ("W", "F"):
        wide.update(range(int(entry[1], 16), int(entry[2] or entry[1], 16) + 1))

ranges = []
for value in sorted(wide):
    if ranges and ranges[-1][1] == value - 1:
        ranges[-1][1] = value
    else:
        ranges.append([value, value])

version = re.search(r"EastAsianWidth-([\d.]+)\.txt", text)[1]
rows = [f"(0x{first:X}, 0x{last:X})," for first, last in ranges]
lines = [" ".join(rows[index:index + 5]) for index in range(0, len(rows), 5)]
TARGET.write_text(f"""// Made by Scripts/wide-characters.py from Unicode's EastAsianWidth-{version}.txt. Do not edit.

/// The characters of two cells.
enum WideCharacters {{
    /// First and last character of each range, ascending: East Asian Wide and Fullwidth.
    static let ranges: [(first: UInt32, last: UInt32)] = [
        {chr(10).join("        " + line for line in lines).strip()}
    ]
}}
""")
