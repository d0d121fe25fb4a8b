#!/usr/bin/env python3
"""Moves tables of Unicode's properties out of the first part of the page's model, if no function there
reads them. The rest of the model brings them (page-model.sh).

    Scripts/page-tables.py FIRST REST MAP

FIRST and REST are what `wasm-split --symbolmap` has written; both are written anew. MAP is the linker's: it
says where each table is.
"""

import re
import sys
from pathlib import Path

from wasm import DATA, DATA_COUNT, Reader, number, save, sections, signed, vector

# The only function that reads them, and the tables, in the names of Swift's standard library.
TABLES = {
    "_swift_stdlib_getGeneralCategory": r"_swift_stdlib_generalCategory\w*",
    "_swift_stdlib_getDecompositionEntry": r"_swift_stdlib_nfd_decomp\w*",
    "_swift_stdlib_getBinaryProperties": r"_swift_stdlib_scalar_binProps\w*",
    "_swift_stdlib_getComposition": r"_swift_stdlib_nfc_comp\w*",
}


def names(path):
    """Names of functions: a line has its number, a colon and the name."""
    return {line.partition(":")[2] for line in Path(f"{path}.symbols").read_text().splitlines()}


def segments(content):
    """What is in memory from the beginning: addresses and bytes."""
    reader = Reader(content)
    for _ in range(reader.number()):
        assert reader.bytes(2) == b"\x00\x41", "a segment at a constant address"
        address = reader.number() & 0xFFFFFFFF
        assert reader.bytes(1) == b"\x0b"
        yield address, reader.vector()


def written(segments):
    return number(len(segments)) + b"".join(
        b"\x00\x41" + signed(address) + b"\x0b" + vector(content) for address, content in segments
    )


def cut(segments, places):
    """The segments outside the places, and those inside."""
    outside, inside = [], []
    for address, content in segments:
        end = address + len(content)
        for start, stop in places:
            start, stop = max(start, address), min(stop, end)
            if start >= stop:
                continue
            if address < start:
                outside.append((address, content[: start - address]))
            inside.append((start, content[start - address : stop - address]))
            address, content = stop, content[stop - address :]
        if content:
            outside.append((address, content))
    return outside, inside


def replaced(sections, data):
    """The sections, with `data` in place of what they had in memory from the beginning."""
    kept = [(kind, content) for kind, content in sections if kind not in (DATA, DATA_COUNT)]
    return kept + ([(DATA, written(data))] if data else [])


def main():
    first, rest, memory = map(Path, sys.argv[1:])
    of_first, of_rest = sections(first), sections(rest)
    there = names(first)
    unknown = TABLES.keys() - there - names(rest)
    assert not unknown, f"the standard library no longer has {unknown}"
    wanted = "|".join(table for function, table in TABLES.items() if function not in there) or "nothing"
    places = sorted(
        (int(address, 16), int(address, 16) + int(size, 16))
        for address, size in re.findall(
            rf"^ +(\w+) +\w+ +(\w+) +\S*libswiftUnicodeDataTables\.a\S*\(\.rodata\.\w*?\d(?:{wanted})\)$", memory.read_text(), re.M
        )
    )
    outside, inside = cut([piece for kind, content in of_first if kind == DATA for piece in segments(content)], places)
    save(first, replaced(of_first, outside))
    save(rest, replaced(of_rest, inside))


main()
