#!/usr/bin/env python3
"""Puts functions that resemble each other side by side, because they compress better then.

    Scripts/page-order.py MODULE …

The modules are the parts of the page's model (page-model.sh). They do the same afterwards: only the numbers of
their functions change.
"""

import sys
from collections import defaultdict
from pathlib import Path

from wasm import CODE, ELEMENTS, EXPORTS, FUNCTIONS, IMPORTS, START
from wasm import Reader, between_functions, number, save, sections, vector

LENGTH = 5  # bytes of a string that functions share
COMMON = 60  # strings that more functions have say little
SMALL = 20  # so that two short functions are not alike because of one string


def order(bodies):
    """The functions in their new order. Each is followed by the one that shares most with it."""
    strings = [{body[at : at + LENGTH] for at in range(len(body) - LENGTH + 1)} for body in bodies]
    owners = defaultdict(list)
    for index, found in enumerate(strings):
        for string in found:
            owners[string].append(index)
    strings = [{string for string in found if 1 < len(owners[string]) <= COMMON} for found in strings]
    left = set(range(len(bodies)))
    result = []
    following = max(left, key=lambda index: (len(bodies[index]), -index))
    while left:
        result.append(following)
        left.remove(following)
        shared = defaultdict(int)
        for string in strings[following]:
            for other in owners[string]:
                if other in left:
                    shared[other] += 1
        size = len(strings[following]) + SMALL
        if shared:
            following = max(shared, key=lambda other: (shared[other] / (size + len(strings[other])), -other))
        elif left:
            following = min(left)
    return result


def count_of_imported_functions(content):
    reader = Reader(content)
    count = 0
    for _ in range(reader.number()):
        reader.vector()
        reader.vector()
        kind = reader.number()
        if kind == 0:
            count += 1
            reader.number()
        elif kind == 3:
            reader.bytes(2)
        else:  # a table has a type, and it and a memory have limits
            if kind == 1:
                reader.bytes(1)
            for _ in range(1 + reader.number()):
                reader.number()
    return count


def renumbered_exports(content, new):
    reader = Reader(content)
    result = b""
    for _ in range(reader.number()):
        name, kind, index = reader.vector(), reader.bytes(1), reader.number()
        result += vector(name) + kind + number(new(index) if kind == b"\x00" else index)
    return number(Reader(content).number()) + result


def renumbered_elements(content, new):
    reader = Reader(content)
    result = b""
    for _ in range(reader.number()):
        start = reader.place
        assert reader.number() == 0, "functions for the first table"
        assert reader.bytes(1) in (b"\x41", b"\x23"), "their place is a constant or a global"
        reader.number()
        assert reader.bytes(1) == b"\x0b"
        place = content[start : reader.place]
        functions = reader.numbers()
        result += place + number(len(functions)) + b"".join(number(new(function)) for function in functions)
    return number(Reader(content).number()) + result


def reorder(path):
    kinds = dict(sections(path))
    reader = Reader(kinds[CODE])
    bodies = [reader.vector() for _ in range(reader.number())]
    types = Reader(kinds[FUNCTIONS]).numbers()
    imported = count_of_imported_functions(kinds.get(IMPORTS, b"\x00"))
    order_now = order(bodies)
    numbers = {imported + old: imported + index for index, old in enumerate(order_now)}

    def new(function):
        return numbers.get(function, function)

    def renumbered(body):
        return b"".join(number(new(piece)) if isinstance(piece, int) else piece for piece in between_functions(body))

    changed = {
        FUNCTIONS: lambda _: number(len(types)) + b"".join(number(types[old]) for old in order_now),
        EXPORTS: lambda content: renumbered_exports(content, new),
        START: lambda content: number(new(Reader(content).number())),
        ELEMENTS: lambda content: renumbered_elements(content, new),
        CODE: lambda _: number(len(bodies)) + b"".join(vector(renumbered(bodies[old])) for old in order_now),
    }
    save(path, [(kind, changed[kind](content) if kind in changed else content) for kind, content in sections(path)])


for path in sys.argv[1:]:
    reorder(Path(path))
