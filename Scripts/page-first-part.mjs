// Plays visits with an instrumented model, and writes which of its functions they call: these are
// the first part of the page's model (page-model.sh).
//
//     node Scripts/page-first-part.mjs INSTRUMENTED PROFILE
//
// What is missing here costs time, and nothing else: a function of the rest that is called too
// early is loaded at once (model.js). So this is what most people see first, in its common forms.

import { readFileSync, writeFileSync } from "node:fs";
import { Model, Module } from "../Tests/Page/page.mjs";
import { BOB, EPOCH, ME, MemoryJournal, Page } from "../Tests/Page/played.mjs";

const MOMENT = 1_795_223_116_490;
const PRIVATE = "g-3h8q0v5k2m9r1t7c4d6f8g0j2n";
const PHOTO = { id: "5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59", name: "swift.jpg", type: "image/jpeg", size: 183_402, width: 1600, height: 1200 };
const DOCUMENT = { id: "6C2D0F3B-7D3F-4C8B-A6E5-0F1D2C3B4A59", name: "tea.pdf", type: "application/pdf", size: 2_516_582 };
const SETTINGS = { title: "Tea", topic: "Leaves and water", joining: "invited", newcomers: "all", posting: "everyone", slow: 0 };
const GERMAN = { tag: "de", sentences: [{ of: "%@ people", one: "%@ Person", other: "%@ Personen" }] };

// The profile must be the same each time, for `page.sh --check`. So time and random numbers are the
// same, too.
let state = 1;
const random = (values) => values.map(() => (state = (state * 48_271) % 2_147_483_647));
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: (values) => (values.set(random(values)), values) } });
performance.now = () => 1_000;
Date.now = () => MOMENT;

const [, , instrumented, profile] = process.argv;
const module = new Module();
const exports = module.begin(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(instrumented)), module.imports));

let together; // how many frames are handled together at most

/**
 * A visit of somebody whose browser has these records: what the page tells the model until all is
 * shown. Somebody who is not known says their name at the door.
 *
 * `answered`: the only requests that the server answers; all if there is none.
 */
async function visit(records, { language, isKnown = true, isEmpty = false, answered } = {}) {
  const model = new Model(exports, language);
  const page = new Page(model);
  if (answered) answerOnly(answered, page);
  if (!isEmpty) furnish(page);
  page.engine.changed = () => page.draw();
  page.journal = new MemoryJournal(model.compact(records));
  await page.engine.open(page.journal, isKnown ? { name: "ann" } : {});
  page.engine.constants.together = together;
  for (const input of [
    { type: "online", online: true },
    { type: "search", text: "" },
    { type: "registration", rule: "open" },
    { type: "seen", seen: true },
    { type: "room", room: "lobby" },
    isKnown ? { type: "start" } : { type: "rename", name: "ann" },
    { type: "visible", visible: true },
    { type: "timer", timer: "caching" },
  ]) {
    if (input.room) page.state.enter(input.room);
    await show(page, input);
  }
  model.composed("");
  for (const text of page.texts) model.read(text);
  await page.quiet();
  return page;
}

/** Tells the model something, and draws before it is answered: an answer may take longer than a frame. */
async function show(page, input) {
  page.tell(input);
  page.draw();
  await page.quiet();
}

function answerOnly(types, page) {
  const send = page.do_send;
  page.do_send = (order) => { if (types.includes(order.frame.type)) send(order); };
}

/** From now on the server answers everything. It has what was sent before, and tells no event again. */
function answerAll(page) {
  page.do_send = Page.prototype.do_send.bind(page);
  page.choose = ({ ref, number, room }) => page.tell(JSON.stringify({ type: "sent", ref, room, number, seq: 1, id: PHOTO.id, at: MOMENT, epoch: EPOCH }));
}

/** A room with what people say, and the list with another room. */
function furnish(page) {
  page.rooms = [{ room: PRIVATE, info: { settings: SETTINGS, standing: { is: "member", since: 3 }, people: 2, owners: 1 }, epoch: 4_503_599_627_370_495, head: 4, unread: 1 }];
  page.profiles = [{ user: BOB, about: "Gardener", avatar: PHOTO }];
  page.read = { read: 1 }; // how far everyone has read
  page.say("**bold**, _slanted_, ~struck~, `code` and https://example.org/, (www.example.org)\n- one\n- two\n> a quote\n```\ncode\n```\n@ann, look 👩‍👩‍👧‍👦!");
  page.say("yes", { user: ME, name: "ann" });
  page.say("swift.jpg").attachment = PHOTO;
  page.say("an answer").reply = 1;
  page.say("seconds").edited = 6;
  page.happen({ kind: "deleted", by: 7 });
  page.happen({ kind: "reaction", of: 1, emoji: "👍", on: true });
  page.happen({ kind: "edit", of: 4, text: "a better answer" });
  page.say("tea.pdf").attachment = DOCUMENT;
  page.say("@ann, look 👩‍👩‍👧‍👦"); // an emoji at the end of a line is compared in another way than a letter
}

/** What others do while the page is there. */
async function goOn(page) {
  const { room } = page.state;
  for (const frame of [
    { type: "read", room, user: BOB, name: "bob", seq: 2, at: MOMENT },
    { type: "typing", room, user: BOB, name: "bob" },
    { ...page.say("and more"), type: "event", room, epoch: EPOCH },
    { type: "presence", room, count: 3, joined: [{ user: PHOTO.id, name: "cid" }], left: [] },
  ]) page.tell(JSON.stringify(frame));
  await page.quiet();
  // A page that goes away can't load the rest any more.
  for (const visible of [false, true]) await show(page, { type: "visible", visible });
  await lose(page);
}

/** The connection is lost. The first attempt to connect again fails, and the second succeeds. */
async function lose(page) {
  const lost = { type: "closed", code: 1006 };
  const again = { type: "timer", timer: "connect" };
  const { do_open: open } = page;
  page.do_open = () => page.tell(lost);
  await show(page, lost);
  await show(page, again);
  page.do_open = open;
  await show(page, again);
}

// Frames come one by one, and together.
for (together of [1, 64]) {
  const first = await visit([]);
  await goOn(first);
  await visit(first.journal.records);
  await visit([], { language: GERMAN });
  const empty = await visit([], { isKnown: false, isEmpty: true });
  await lose(empty);
  await goOn(empty);
  // The connection is lost while answers are on their way.
  for (const answered of [["hello"], ["hello", "list"], ["hello", "list", "join"], ["hello", "list", "join", "here", "history"]]) {
    for (const isKnown of [true, false]) {
      const page = await visit([], { isKnown, isEmpty: !isKnown, answered });
      answerAll(page);
      await lose(page);
    }
  }
}

const place = exports.memory.buffer.byteLength;
exports.memory.grow(16);
const size = exports.__write_profile(place, exports.memory.buffer.byteLength - place);
writeFileSync(profile, new Uint8Array(exports.memory.buffer, place, size));
