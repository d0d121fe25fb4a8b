import assert from "node:assert/strict";
import { test } from "node:test";
import { address, chance, FILES_WAITING, fitted, fold, isPastedFile, kindOf, named, refusal, rows, sized, STALLED, stripped } from "./page.mjs";
import { BOB, texts, World } from "./world.mjs";

const SEEDS = 300;

function ready(options) {
  const world = new World(options);
  world.quiesce();
  return world;
}

function file(key, name = `${key}.png`) { return { key, id: `id of ${key}`, name, type: "image/png", size: 1000 }; }

function bubble(world) { return rows(world.chat).findLast(({ kind }) => kind === "message"); }

// The upload as a part of the outbox.

test("a message waits for its file, and what comes after it waits for both", () => {
  const world = ready();
  world.tell({ type: "say", text: " Look! ", files: [file("a"), file("b")] });
  world.tell({ type: "say", text: "after" });
  assert.equal(world.upload.file.key, "a");
  assert.equal(world.upload.token, "t");
  assert.equal(world.sent.filter(({ type }) => type === "send").length, 0);
  assert.deepEqual(rows(world.chat).filter(({ kind }) => kind === "message").map(({ state }) => state), ["uploading", "sending", "sending"]);
  world.quiesce();
  assert.deepEqual(texts(world.log), ["Look!", "b.png", "after"]);
  assert.deepEqual(world.log.map(({ attachment }) => attachment?.id), ["id of a", "id of b", undefined]);
  assert.deepEqual(world.forgotten, ["a", "b"]);
  assert.deepEqual(world.kept.unsent, []);
});

test("a file is kept with its message before it leaves, and sent by the next page without another upload", () => {
  const world = ready();
  const effects = world.chat.handle({ type: "say", text: "", files: [file("a")], now: 1, random: 0 });
  const kept = effects.findIndex((effect) => effect.do === "keep");
  assert.ok(kept !== -1 && kept < effects.findIndex((effect) => effect.do === "upload"));
  assert.deepEqual(effects[kept].record.unsent, [{ room: "lobby", number: 1, text: "a.png", file: file("a"), at: 1 }]);
  for (const effect of effects) world.perform(effect);
  world.refuse = ({ type }) => (type === "send" ? { code: 201, text: "Later." } : null);
  world.finishUpload();
  const next = new World({ record: world.kept });
  next.files = world.files;
  next.quiesce();
  assert.deepEqual(texts(next.log), ["a.png"]);
  assert.deepEqual(next.uploads, []);
});

test("an upload that fails is tried again, later and later, under the same id", () => {
  const world = ready();
  world.random = () => 0.999_999;
  world.tell({ type: "say", text: "", files: [file("a")] });
  const waits = [];
  for (let i = 0; i < 7; i += 1) {
    world.refuseUpload({ text: "", temporary: true });
    assert.equal(world.upload, null);
    waits.push(world.timers.get("uploading"));
    world.fire("uploading");
  }
  assert.deepEqual(waits, [1999, 3999, 7999, 15999, 29999, 29999, 29999]);
  world.refuseUpload({ code: 200, text: "Too many uploads.", temporary: true, retry: 60_000 });
  assert.equal(world.timers.get("uploading"), 60_000);
  assert.equal(bubble(world).trouble, "Too many uploads.");
  world.quiesce();
  assert.deepEqual(new Set(world.uploads.map(({ file }) => file.id)), new Set(["id of a"]));
  assert.deepEqual(texts(world.log), ["a.png"]);
});

test("an upload that stands still is given up and begun again", () => {
  const world = ready();
  world.tell({ type: "say", text: "", files: [file("a")] });
  world.timers.delete("stalled");
  world.tell({ type: "uploading", key: "a", sent: 250 });
  assert.equal(bubble(world).progress, 0.25);
  assert.equal(world.timers.get("stalled"), STALLED);
  world.timers.delete("stalled");
  world.tell({ type: "uploading", key: "a", sent: 250 });
  assert.ok(!world.timers.has("stalled"), "no news is no movement");
  world.fire("stalled");
  assert.equal(world.upload, null);
  assert.equal(bubble(world).progress, 0);
  world.fire("uploading");
  assert.equal(world.uploads.length, 2);
  world.quiesce();
  assert.ok(!world.timers.has("stalled"));
});

test("an upload outlives a connection that is lost, and its message goes when that is back", () => {
  const world = ready();
  world.tell({ type: "say", text: "", files: [file("a")] });
  world.close();
  world.finishUpload();
  world.quiesce();
  assert.equal(world.uploads.length, 1);
  assert.deepEqual(texts(world.log), ["a.png"]);
});

test("a message says its file's name as the server has it, and is not another's with another file", () => {
  const world = ready();
  world.tell({ type: "say", text: "", files: [file("a")] });
  const { id } = world.upload.file;
  world.files.set(id, { owner: "t", by: null });
  world.tell({ type: "uploaded", key: "a", attachment: { id, name: "A.png", type: "image/png", size: 1000 } });
  const own = world.sent.findLast(({ type }) => type === "send");
  assert.equal(own.text, "A.png");
  const event = { epoch: world.epoch, seq: 9, room: "lobby", user: "x", device: world.chat.device, number: own.number, kind: "message", text: "A.png" };
  world.tell({ type: "received", frame: { type: "event", ...event, attachment: { ...own.attachment, id: "another" } } });
  assert.equal(world.chat.pending[0].state, "sending");
  world.tell({ type: "received", frame: { type: "event", ...event, attachment: own.attachment } });
  assert.notEqual(world.chat.pending[0]?.state, "sending");
});

test("a file that is refused for good is a failure one sees; it is tried again under its id, or discarded", () => {
  const world = ready();
  world.tell({ type: "say", text: "", files: [file("a"), file("b")] });
  world.refuseUpload({ code: 157, text: "Too many pixels.", temporary: false });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["b.png"]);
  assert.deepEqual([bubble(world).state, bubble(world).error], ["failed", "Too many pixels."]);
  world.tell({ type: "retry", number: 1 });
  assert.equal(world.upload.file.id, "id of a");
  world.refuseUpload({ code: 158, text: "Too many files.", temporary: false });
  world.tell({ type: "discard", number: world.chat.pending[0].number });
  assert.deepEqual(world.kept.unsent, []);
  assert.deepEqual(world.forgotten, ["b", "a"]);
});

test("a file the server no longer has goes up again under its id, and is given up in the end", () => {
  const world = ready();
  let refusals = 2;
  world.refuse = ({ type }) => (type === "send" && refusals-- > 0 ? { code: 156, text: "Upload it again." } : null);
  world.tell({ type: "say", text: "", files: [file("a")] });
  world.quiesce();
  assert.equal(world.uploads.length, 3);
  assert.deepEqual(texts(world.log), ["a.png"]);
  refusals = Infinity;
  world.tell({ type: "say", text: "", files: [file("b")] });
  world.quiesce();
  assert.deepEqual([bubble(world).state, bubble(world).error], ["failed", "Upload it again."]);
  refusals = 0;
  world.tell({ type: "retry", number: bubble(world).number });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["a.png", "b.png"]);
});

test("an id that stands for another file is replaced", () => {
  const world = ready();
  world.files.set("id of a", { owner: "somebody else", by: null });
  world.tell({ type: "say", text: "", files: [file("a")] });
  world.quiesce();
  assert.equal(world.log[0].attachment.id, "fresh 1");
  assert.deepEqual(world.forgotten, ["a"]);
  assert.equal(fold(world.log[0], { seq: 9, kind: "deletion", of: 1, user: world.log[0].user }).attachment, undefined);
});

test("a token that was replaced during the upload is no fault of the file", () => {
  const world = ready();
  world.tell({ type: "say", text: "", files: [file("a")] });
  world.close(4201);
  world.refuseUpload({ code: 113, text: "No such token.", temporary: false });
  world.quiesce();
  assert.deepEqual(world.uploads.map(({ token }) => token), ["t", "another"]);
  assert.deepEqual(texts(world.log), ["a.png"]);
  world.tell({ type: "say", text: "", files: [file("b")] });
  world.refuseUpload({ code: 113, text: "No such token.", temporary: false });
  assert.equal(bubble(world).state, "failed");
});

test("a file on its way can be taken back, and one whose message may have arrived can't", () => {
  const world = ready();
  world.tell({ type: "say", text: "", files: [file("a"), file("b")] });
  assert.deepEqual(world.chat.pending.map(({ number }) => number), [1, 2]);
  world.tell({ type: "discard", number: 1 });
  assert.deepEqual(world.forgotten, ["a"]);
  assert.equal(world.upload.file.key, "b");
  world.tell({ type: "uploaded", key: "a", attachment: { id: "id of a", name: "a.png" } }); // too late
  assert.equal(world.upload.file.key, "b");
  world.finishUpload();
  assert.equal(bubble(world).isCancellable, false);
  world.tell({ type: "discard", number: 2 });
  assert.deepEqual(world.chat.pending.map(({ number }) => number), [2]);
  world.quiesce();
  assert.deepEqual(texts(world.log), ["b.png"]);
});

test("whatever fails on the way, each file arrives once, in order, with its message", () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = chance(seed);
    let world = new World();
    world.random = random;
    const said = [];
    const say = (step) => {
      const files = Array.from({ length: Math.floor(random() * 3) }, (_, index) => file(`${seed} ${step} ${index}`));
      said.push(...(files.length ? files.map(({ name }) => name) : [`text ${step}`]));
      world.tell({ type: "say", text: files.length ? "" : `text ${step}`, files });
    };
    for (let step = 0; step < 100; step += 1) {
      const dice = random();
      if (dice < 0.15) say(step);
      else if (dice < 0.4 && world.upload) world.finishUpload({ isHeard: random() < 0.7 });
      else if (dice < 0.5 && world.upload) world.refuseUpload({ text: "", temporary: true });
      else if (dice < 0.7) world.deliver();
      else if (dice < 0.74 && world.open) world.close();
      else if (dice < 0.78) {
        const { log, accepted, highest, files, kept } = world; // the page is loaded again
        world = Object.assign(new World({ record: kept }), { log, accepted, highest, files, random });
      } else if (dice < 0.88 && world.dialling) world.accept();
      else if (world.timers.size) world.fire([...world.timers.keys()][Math.floor(random() * world.timers.size)]);
    }
    world.quiesce();
    assert.deepEqual(texts(world.log), said, `seed ${seed}`);
    for (const { text, attachment } of world.log) assert.equal(attachment?.name ?? text, text, `seed ${seed}`);
    assert.deepEqual(world.kept.unsent, [], `seed ${seed}`);
  }
});

// What is shown.

test("a text that is only the file's name is left out, and a deleted message has no file", () => {
  const world = ready();
  const attachment = { id: "5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59", name: "swift.jpg", type: "image/jpeg", size: 5 };
  world.append({ user: BOB, name: "bob", kind: "message", text: "swift.jpg", attachment });
  world.deliverAll();
  assert.deepEqual([bubble(world).text, bubble(world).file], ["", attachment]);
  world.append({ user: BOB, name: "bob", kind: "edit", of: 1, text: "A swift" });
  world.deliverAll();
  assert.equal(bubble(world).text, "A swift");
  world.append({ user: BOB, name: "bob", kind: "deletion", of: 1 });
  world.deliverAll();
  assert.deepEqual([bubble(world).deleted, bubble(world).file], [true, undefined]);
});

test("a picture's place is known before it is loaded, and is never higher or wider than what reads well", () => {
  assert.deepEqual(fitted({ width: 1600, height: 1200 }), { width: 420, height: 315 });
  assert.deepEqual(fitted({ width: 600, height: 1800 }), { width: 113, height: 340 });
  assert.deepEqual(fitted({ width: 9000, height: 100 }), { width: 420, height: 48 });
  assert.deepEqual(fitted({ width: 16, height: 16 }), { width: 48, height: 48 });
  for (const size of [undefined, {}, { width: 0, height: 5 }, { width: "x", height: 5 }]) assert.deepEqual(fitted(size), { width: 320, height: 240 });
});

test("a file is named for a person, sized for a person, and refused with a sentence", () => {
  assert.deepEqual([1, 999, 1000, 1024, 183_402, 26_214_400, 2 ** 30].map(sized), ["1 byte", "999 bytes", "1 KB", "1 KB", "179 KB", "25 MB", "1 GB"]);
  assert.deepEqual(["a.jpg", "C:\\x\\b.jpg", "/etc/c", " d\u202egpj.exe\n", "..", "", "ä👩‍🚀.png"].map((name) => named(name)),
    ["a.jpg", "b.jpg", "c", "dgpj.exe", "file", "file", "ä👩‍🚀.png"]);
  assert.equal(named("", "image/png"), "file.png");
  const long = named(`${"ä".repeat(200)}.jpeg`);
  assert.equal(new TextEncoder().encode(long).length, 255);
  assert.ok(long.endsWith("ä.jpeg"));
  const limits = { limit: 26_214_400, waiting: 0 };
  assert.equal(refusal({ name: "x", size: 26_214_400 }, limits), "");
  assert.equal(refusal({ name: "x", size: 26_214_401 }, limits), "“x” is too large: a file can have at most 25 MB.");
  assert.match(refusal({ name: "x", size: 0 }, limits), /empty/);
  assert.match(refusal({ name: "x", size: 1 }, { ...limits, waiting: FILES_WAITING }), /Send these first/);
  assert.match(refusal({ name: "x", size: 1 }, { ...limits, limit: 0 }), /does not accept files/);
});

test("only what a browser draws or plays is shown, and only from an address of this server", () => {
  assert.deepEqual(["image/png", "image/svg+xml", "video/mp4", "audio/ogg", "text/html", ""].map(kindOf), ["image", "link", "video", "audio", "link", "link"]);
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

test("whatever a file is, taking out metadata ends, and what is no picture stays as it is", () => {
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
