"""Files as people have them on their disks. The pictures are drawn by the browser, so they are real."""

import base64
import struct

DRAW = """([width, height, type]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    const sky = pen.createLinearGradient(0, 0, width, height);
    [["#f6b26b", 0], ["#6fa8dc", 0.5], ["#274e13", 1]].forEach(([colour, at]) => sky.addColorStop(at, colour));
    pen.fillStyle = sky;
    pen.fillRect(0, 0, width, height);
    return canvas.toDataURL(type, 0.8).split(",")[1];
}"""

PLACE = b"GPS 47.3769 N 8.5417 E"


def picture(page, width, height, kind="image/jpeg"):
    return base64.b64decode(page.evaluate(DRAW, [width, height, kind]))


def photo(page, width, height, orientation=1):
    """A JPEG as a phone makes it: it says where it was taken, and which side is up."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4) + PLACE
    exif = b"Exif\0\0" + tiff
    jpeg = picture(page, width, height)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:] + PLACE


def sound():
    """A quarter of a second of silence."""
    samples = bytes(2 * 2_000)
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 8_000, 16_000, 2, 16)
    return b"RIFF" + struct.pack("<I", 28 + len(head) + len(samples)) + b"WAVE" + head + struct.pack("<4sI", b"data", len(samples)) + samples


def huge_picture():
    """The first bytes of a PNG of a hundred million pixels."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 10_000, 10_000, 8, 2, 0, 0, 0) + bytes(64)
