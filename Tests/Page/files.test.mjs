import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { address, chance, fitted, isPastedFile, stripped } from "./page.mjs";

const SEEDS = 300;

/** The lines of a folder's files. */
function lines(path) {
  const folder = new URL(`../../Sources/${path}/`, import.meta.url);
  return readdirSync(folder).filter((name) => /\.(js|swift)$/.test(name)).flatMap((name) => readFileSync(new URL(name, folder), "utf8").split("\n"));
}

test("limits that scripts need before the model, or without it, are those of all clients", () => {
  const swift = lines("ChatWire").map((line) => /static let (\w+)(?:: \w+)? = ([\d_]+)$/.exec(line)).filter(Boolean);
  const limits = new Map(swift.map(([, name, value]) => [name, value]));
  const scripts = lines("MartletPage/Page").filter((line) => line.includes("(Limits."));
  assert.ok(scripts.length >= 8);
  for (const line of scripts) {
    const [, value, name] = /^const \w+ = ([\d_]+); \/\/.*\(Limits\.(\w+)\)$/.exec(line) ?? [];
    assert.ok(limits.has(name), line);
    const [mine, all] = [value, limits.get(name)].map((digits) => Number(digits.replaceAll("_", "")));
    assert.ok(line.includes("less than") ? mine < all : mine === all, `${line} – it is ${all}`);
  }
});

test("a picture's place is known before it is loaded, and is never higher or wider than what reads well", () => {
  assert.deepEqual(fitted({ width: 1600, height: 1200 }), { width: 420, height: 315 });
  assert.deepEqual(fitted({ width: 600, height: 1800 }), { width: 113, height: 340 });
  assert.deepEqual(fitted({ width: 9000, height: 100 }), { width: 420, height: 48 });
  assert.deepEqual(fitted({ width: 16, height: 16 }), { width: 48, height: 48 });
  for (const size of [undefined, {}, { width: 0, height: 5 }, { width: "x", height: 5 }]) assert.deepEqual(fitted(size), { width: 320, height: 240 });
});

test("a file is shown only from an address of this server", () => {
  assert.equal(address({ id: "5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59" }), "v1/files/5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59");
  for (const id of ["../health", "", "//evil.example", "5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59/.."]) assert.equal(address({ id }), null);
});

test("a pasted picture is a file, and a text that also comes as a picture is a text", () => {
  assert.ok(isPastedFile(["Files"]));
  assert.ok(isPastedFile(["text/html", "Files"]));
  assert.ok(isPastedFile(["text/plain", "Files"]));
  assert.ok(!isPastedFile(["text/plain", "text/html", "text/rtf", "Files"]));
  assert.ok(!isPastedFile(["text/plain"]));
});

// What a photo says besides the picture.

const latin = (text) => [...text].map((letter) => letter.charCodeAt(0));
const segment = (marker, ...content) => [0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content];
const SOI = [0xff, 0xd8];
const EOI = [0xff, 0xd9];
const JFIF = segment(0xe0, ...latin("JFIF\0"), 1, 2, 0, 0, 1, 0, 1, 0, 0);
const TABLES = [...segment(0xdb, 0, 1, 2), ...segment(0xc2, 8, 0, 1, 0, 1, 1, 1, 0x11, 0), ...segment(0xc4, 0, 7)];
const SCAN = [...segment(0xda, 1, 1, 0, 0, 63, 0), 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]; // with a stuffed byte and a restart
const ICC = segment(0xe2, ...latin("ICC_PROFILE\0"), 1, 1, 9, 9);
const ADOBE = segment(0xee, ...latin("Adobe"), 0, 100, 0, 0, 0, 0, 1);

function exif(orientation, little = false) {
  const number = (value, size) => {
    const digits = Array.from({ length: size }, (_, index) => (value >> (8 * index)) & 255);
    return little ? digits : digits.reverse();
  };
  const entry = (tag, value) => [...number(tag, 2), ...number(3, 2), ...number(1, 4), ...number(value, 2), 0, 0];
  const tiff = [...latin(little ? "II" : "MM"), ...number(42, 2), ...number(8, 4), ...number(2, 2), ...entry(0x010f, 7), ...entry(0x0112, orientation), 0, 0, 0, 0];
  return segment(0xe1, ...latin("Exif\0\0"), ...tiff, ...latin("GPS 47.37 N 8.54 E"));
}

function clean(...bytes) {
  const parts = stripped(new Uint8Array(bytes.flat()));
  return parts.flatMap((part) => [...part]);
}

test("of a JPEG there remains the picture: no EXIF, no XMP, no words, no second picture", () => {
  const xmp = segment(0xe1, ...latin("http://ns.adobe.com/xap/1.0/\0<gps/>"));
  const others = [segment(0xed, ...latin("Photoshop 3.0")), segment(0xe2, ...latin("MPF\0")), segment(0xfe, ...latin("a comment")), segment(0xe0, ...latin("JFXX\0"))];
  const second = [...SOI, ...exif(1), ...SCAN, ...EOI];
  const film = latin("....ftypqt   GPS");
  const cleaned = clean(SOI, JFIF, exif(1), xmp, ICC, ...others, ADOBE, TABLES, SCAN, TABLES, segment(0xfe, 1), SCAN, EOI, second, film);
  assert.deepEqual(cleaned, [SOI, JFIF, ICC, ADOBE, TABLES, SCAN, TABLES, SCAN, EOI].flat());
});

test("a JPEG that lies on its side still says so, and nothing else", () => {
  for (const little of [false, true]) {
    for (let orientation = 2; orientation <= 8; orientation += 1) {
      for (const first of [[], JFIF]) {
        const cleaned = clean(SOI, first, exif(orientation, little), TABLES, SCAN, EOI);
        assert.deepEqual(cleaned.slice(0, 2 + first.length), [SOI, first].flat());
        assert.ok(!String.fromCharCode(...cleaned).includes("GPS"));
        assert.deepEqual(clean(cleaned), cleaned, "and says so again");
        assert.equal(cleaned.length, [SOI, first, TABLES, SCAN, EOI].flat().length + 36);
        assert.equal(cleaned[2 + first.length + 4 + 6 + 8 + 2 + 9], orientation);
      }
    }
  }
  for (const orientation of [0, 1, 9, 77]) assert.deepEqual(clean(SOI, exif(orientation), SCAN, EOI), [SOI, SCAN, EOI].flat());
});

test("of a PNG there remains the picture", () => {
  const chunk = (name, ...content) => [0, 0, 0, content.length, ...latin(name), ...content, 1, 2, 3, 4];
  const signature = [0x89, ...latin("PNG\r\n\x1a\n")];
  const kept = [signature, chunk("IHDR", 1), chunk("iCCP", 2), chunk("IDAT", 3), chunk("IEND")];
  const [, header, colours, data, end] = kept;
  const said = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"].map((name) => chunk(name, ...latin("GPS")));
  assert.deepEqual(clean(signature, header, ...said, colours, data, said[0], end, latin("GPS")), kept.flat());
});

test("taking out metadata ends for every file, and a file that is no picture stays as it is", () => {
  for (const bytes of [[], [0xff], SOI, latin("hello"), [...SOI, ...exif(6)], [...SOI, 0xff, 0xe1, 0, 1]]) assert.deepEqual(clean(bytes), bytes);
  const whole = [SOI, JFIF, exif(6), ICC, TABLES, SCAN, TABLES, SCAN, EOI].flat();
  for (let length = 0; length < whole.length; length += 1) {
    const cleaned = clean(whole.slice(0, length));
    assert.ok(cleaned.length <= Math.max(length, 2));
  }
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = chance(seed);
    const broken = whole.map((byte) => (random() < 0.05 ? Math.floor(random() * 256) : byte));
    assert.ok(clean(broken).length <= broken.length + 36, `seed ${seed}`);
  }
});
