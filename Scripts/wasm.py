"""WebAssembly modules, as far as the scripts that build the page read and write them."""

from pathlib import Path

IMPORTS, FUNCTIONS, EXPORTS, START, ELEMENTS, CODE, DATA, DATA_COUNT = 2, 3, 7, 8, 9, 10, 11, 12  # numbers of sections
HEAD = b"\x00asm\x01\x00\x00\x00"
CALL, REFERENCE = 0x10, 0xD2  # instructions whose number is a function's
# How many numbers follow an instruction, and how many bytes follow a constant.
NUMBERS = {0x02: 1, 0x03: 1, 0x04: 1, 0x0C: 1, 0x0D: 1, CALL: 1, 0x11: 2, 0xD0: 1, REFERENCE: 1}
NUMBERS |= {code: 1 for code in [*range(0x20, 0x27), *range(0x3F, 0x43)]}
NUMBERS |= {code: 2 for code in range(0x28, 0x3F)}
NUMBERS |= {code: 0 for code in [0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5)]}
BYTES = {0x43: 4, 0x44: 8}
BRANCHES, TYPED_SELECT, MORE = 0x0E, 0x1C, 0xFC
NUMBERS_OF_MORE = {8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1} | {code: 0 for code in range(8)}


class Reader:
    def __init__(self, data, place=0):
        self.data = data
        self.place = place

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.place]
            self.place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def numbers(self):
        return [self.number() for _ in range(self.number())]

    def bytes(self, count):
        self.place += count
        return self.data[self.place - count : self.place]

    def vector(self):
        return self.bytes(self.number())

    @property
    def is_at_end(self):
        return self.place == len(self.data)


def number(value):
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + number(high) if high else bytes([low])


def signed(value):
    """A number for `i32.const`, which is signed."""
    low, high = value & 0x7F, value >> 7
    return bytes([low]) if not high and low < 0x40 else bytes([low | 0x80]) + signed(high)


def vector(content):
    return number(len(content)) + content


def sections(path):
    """The sections of a file: their numbers and bytes."""
    reader = Reader(path.read_bytes(), len(HEAD))
    found = []
    while not reader.is_at_end:
        found.append((reader.number(), reader.vector()))
    return found


def save(path, sections):
    Path(path).write_bytes(HEAD + b"".join(bytes([kind]) + vector(content) for kind, content in sections))


def between_functions(body):
    """A function's body, divided at each number of a function: these numbers, and the bytes between."""
    reader, pieces, start = Reader(body), [], 0
    for _ in range(reader.number()):  # the types of its variables
        reader.number()
        reader.bytes(1)
    while not reader.is_at_end:
        code = reader.bytes(1)[0]
        if code in (CALL, REFERENCE):
            pieces.append(body[start : reader.place])
            pieces.append(reader.number())
            start = reader.place
            continue
        if code in BYTES:
            reader.bytes(BYTES[code])
            continue
        if code == BRANCHES:
            count = reader.number() + 1
        elif code == TYPED_SELECT:
            count = reader.number()
        elif code == MORE:
            count = NUMBERS_OF_MORE[reader.number()]
        else:
            count = NUMBERS[code]
        for _ in range(count):
            reader.number()
    return [*pieces, body[start:]]
