// The compiled model behind the page's own modules, against a server that is played here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { freshExports } from "./committed.mjs";
import { Model, newID, newTicket, placeIn, sentences, State, utcOffsets } from "./page.mjs";
import { BOB, EPOCH, ME, MemoryJournal, Page as PlayedPage } from "./played.mjs";

function freshModel() { return new Model(freshExports()); }

class Page extends PlayedPage {
  constructor() { super(freshModel()); }
}

test("what is in the log is on the screen, and what the user says is sent and shown once", async () => {
  const page = new Page();
  page.say("hello");
  await page.start(new MemoryJournal());
  assert.equal(page.state.phase, "connected");
  assert.deepEqual(page.texts, ["hello"]);
  page.tell({ type: "say", ticket: newTicket(), text: "  hi 👩‍👩‍👧‍👦 \n" });
  await page.quiet();
  assert.deepEqual(page.texts, ["hello", "hi 👩‍👩‍👧‍👦"]);
  assert.equal(page.state.rows.at(-1).state, "sent");
  assert.deepEqual(page.added.map(({ text }) => text), ["hi 👩‍👩‍👧‍👦"]);
  assert.deepEqual(page.remembered, { name: "ann", token: "t", signingUp: false });
});

test("the page offers the reactions that all clients offer", async () => {
  const page = await new Page().start(new MemoryJournal());
  const source = readFileSync(new URL("../../Sources/ChatModel/OfferedReactions.swift", import.meta.url), "utf8");
  assert.equal(page.engine.constants.reactions, /text = "(.+)"/.exec(source)[1]);
});

test("new messages are announced as the list of rooms shows them, and many at once are counted", async () => {
  const page = await new Page().start(new MemoryJournal());
  const photo = (text) => page.happen({ kind: "message", text, attachment: { id: newID(), name: text, type: "image/jpeg", size: 9, width: 4, height: 3, album: 7 } });
  const arrived = [];
  const come = async (...events) => {
    for (const event of events) page.tell(JSON.stringify({ ...event, type: "event", room: "lobby", epoch: EPOCH }));
    await page.quiet();
    arrived.splice(0, Infinity, ...events.map(({ seq }) => `event ${seq}`));
  };
  const told = () => page.model.answer({ type: "announcement", room: "lobby", keys: arrived }).sentences;
  await come(page.say("two **words**\non two lines"), page.say("mine", { user: ME, name: "ann" }));
  assert.deepEqual(told(), ["bob: two words on two lines"]);
  await come(page.happen({ kind: "message", text: "plan.pdf", attachment: { id: newID(), name: "plan.pdf", type: "application/pdf", size: 9 } }));
  assert.deepEqual(told(), ["bob: plan.pdf"]);
  await come(photo("1.jpg"), photo("2.jpg"), photo("3.jpg"));
  assert.deepEqual(told(), ["bob: 3 photos"]);
  await come(photo("4.jpg"), ...["one", "two", "three"].map((text) => page.say(text)));
  assert.deepEqual(told(), ["4 new messages"]);
  await come(page.say("one"), page.say("two"), page.say("three"));
  assert.deepEqual(told(), ["bob: one", "bob: two", "bob: three"]);
  // What was deleted meanwhile is not read out.
  const { seq } = page.log.at(-1);
  page.tell(JSON.stringify({ ...page.happen({ kind: "deletion", of: seq }), type: "event", room: "lobby", epoch: EPOCH }));
  await page.quiet();
  assert.deepEqual(told(), ["bob: one", "bob: two"]);
  assert.deepEqual(page.model.answer({ type: "announcement", room: "garden", keys: arrived }), {});
});

test("a message that waits is in the journal before it is sent, and the next page sends it under its number", async () => {
  const page = new Page();
  await page.start(new MemoryJournal());
  page.do_send = () => {}; // the server does not answer any more
  page.engine.perform = new Proxy({}, { get: () => () => {} });
  page.tell({ type: "say", ticket: newTicket(), text: "kept" });
  await page.quiet();
  assert.equal(page.state.rows.at(-1).state, "sending");
  const kept = page.journal.records.map(({ record }) => record);
  assert.ok(kept.indexOf("intended") < kept.indexOf("numbered"), kept.join());
  const next = await new Page().start(new MemoryJournal(page.journal.records));
  assert.deepEqual(next.texts, ["kept"]);
  const { number } = page.journal.records.findLast(({ record }) => record === "numbered");
  assert.equal(next.sent.find(({ type }) => type === "send").number, number);
  assert.equal(next.device, page.device);
});

test("what nothing waits for is stored together, before what is sent, or when the page may go", async () => {
  const page = await new Page().start(new MemoryJournal());
  const { engine, journal } = page;
  page.tell({ type: "seen", seen: true }); // from now on, each message that comes is read
  await page.quiet();
  const come = (text) => engine.tell(JSON.stringify({ ...page.say(text), type: "event", room: "lobby", epoch: EPOCH }));
  const appends = [];
  journal.append = async (records) => void appends.push(records.map(({ record }) => record));
  const idle = async () => { while (!engine.isIdle) await new Promise((done) => setImmediate(done)); };
  for (const text of ["one", "two", "three"]) {
    come(text);
    await idle();
  }
  assert.deepEqual(appends, []);
  engine.flush();
  assert.equal(appends.length, 1);
  assert.ok(appends[0].length > 1, appends[0].join());
  engine.flush();
  assert.equal(appends.length, 1);
  come("four");
  engine.tell({ type: "say", ticket: newTicket(), text: "mine" });
  await idle();
  assert.deepEqual(appends[1], ["read", "intended", "numbered"]);
  // A browser whose user is erased stores nothing more of them.
  await page.quiet();
  appends.length = 0;
  come("five");
  await idle();
  engine.stop();
  engine.flush();
  assert.deepEqual(appends, []);
});

test("frames that wait together are one input, and one that can't be read stops no other", async () => {
  const page = await new Page().start(new MemoryJournal());
  const received = [];
  const { model } = page;
  page.engine.model = Object.assign(Object.create(model), {
    received(frames) {
      received.push(frames.length);
      return model.received(frames);
    },
  });
  const event = (text) => JSON.stringify({ ...page.say(text), type: "event", room: "lobby", epoch: EPOCH });
  for (const frame of [event("one"), "", "{", "\x1E", event("two")]) page.tell(frame);
  await page.quiet();
  assert.deepEqual([received.splice(0), page.texts], [[5], ["one", "two"]]);
  // What the user does waits for no frame, and takes none with it.
  page.tell(event("three"));
  page.tell({ type: "online", online: true });
  page.tell(event("four"));
  // Frames of another connection are another input; those of one that has ended are none.
  const [one, other] = [() => true, () => true];
  for (const isCurrent of [one, one]) page.engine.tell(event("from one"), isCurrent);
  page.engine.tell("{}", () => false);
  page.engine.tell(event("from another"), other);
  await page.quiet();
  assert.deepEqual(received, [1, 1, 2, 1]);
  // A long one goes alone.
  received.length = 0;
  for (const text of ["short", "long ".repeat(13_200), "short"]) page.tell(event(text));
  await page.quiet();
  assert.deepEqual(received, [1, 1, 1]);
});

test("the next visit of another room stays in the first one", async () => {
  const page = await new Page().start(new MemoryJournal(), "garden");
  const next = await new Page().start(new MemoryJournal(page.journal.records), "lobby");
  assert.deepEqual(next.sent.filter(({ type }) => type === "join").map(({ room }) => room), ["garden", "lobby"]);
});

test("a room that is not on the screen goes on, and is told only when it changes", async () => {
  const page = await new Page().start(new MemoryJournal(), "garden");
  page.tell({ type: "seen", seen: true });
  page.state.enter("lobby");
  page.tell({ type: "room", room: "lobby" });
  await page.quiet();
  assert.deepEqual(page.list.order, ["lobby", "garden"]);
  page.list = null;
  page.tell(JSON.stringify({ ...page.say("psst @ann"), type: "event", room: "garden", epoch: EPOCH }));
  await page.quiet();
  assert.deepEqual(page.list.lines.map(({ room }) => room), ["garden"]);
  const { badge, mentions, lead, words } = page.lines.get("garden");
  assert.deepEqual([badge, mentions, lead, words, page.list.unread, page.list.elsewhere], ["1", "@", "bob:", "psst @ann", 1, 1]);
  page.list = null;
  page.tell({ type: "older" });
  await page.quiet();
  assert.equal(page.list, null);
});

test("an open room that is entered is followed once", async () => {
  const page = await new Page().start(new MemoryJournal(), "garden");
  page.tell({ type: "room", room: "lobby" });
  page.tell({ type: "room", room: "garden" });
  await page.quiet();
  const followed = page.sent.filter(({ type }) => type === "choose").map(({ about, followed }) => [about, followed]);
  assert.deepEqual(followed, [["garden", true], ["lobby", true]]);
});

test("archived rooms are a list of their own, which ends with the last of them", async () => {
  const page = await new Page().start(new MemoryJournal());
  const tell = async (input) => {
    page.tell({ ticket: newTicket(), ...input });
    await page.quiet();
    return [page.list.order, page.list.archive, page.list.inArchive ?? false];
  };
  await tell({ type: "room", room: "garden" });
  assert.deepEqual(await tell({ type: "archive", room: "garden", on: true }), [["lobby"], "Archived (1)", false]);
  assert.deepEqual(await tell({ type: "archived", on: true }), [["garden"], "Back to your rooms", true]);
  assert.deepEqual(await tell({ type: "search", text: "lob" }), [["lobby"], undefined, true]);
  assert.deepEqual(await tell({ type: "search", text: "" }), [["garden"], "Back to your rooms", true]);
  assert.deepEqual(await tell({ type: "archived", on: false }), [["lobby"], "Archived (1)", false]);
  await tell({ type: "archived", on: true });
  const [order, archive, inArchive] = await tell({ type: "archive", room: "garden", on: false });
  assert.deepEqual([[...order].sort(), archive, inArchive], [["garden", "lobby"], undefined, false]);
  assert.deepEqual((await tell({ type: "archive", room: "garden", on: true }))[2], false);
});

test("a direct room is called as the person of the sheet that led there", async () => {
  const page = await groupPage({});
  page.tell({ type: "sheet", page: "person", ticket: newTicket(), id: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", name: "cid" });
  await page.quiet();
  delete page.info; // of the group
  page.tell({ type: "press", ticket: newTicket(), action: "message" });
  await page.quiet();
  const { room } = page.orders.findLast(({ do: name }) => name === "enter");
  assert.equal(page.lines.get(room).title, "cid");
});

test("a draft is in the journal when its room is left, and comes back with the room", async () => {
  const page = await new Page().start(new MemoryJournal(), "garden");
  page.tell({ type: "write", room: "garden", text: "half a thought" });
  page.tell({ type: "room", room: "lobby" });
  await page.quiet();
  const { lead, words } = page.lines.get("garden");
  assert.deepEqual([lead, words], ["Draft:", "half a thought"]);
  const next = await new Page().start(new MemoryJournal(page.journal.records), "garden");
  assert.equal(next.state.draft.text, "half a thought");
});

test("a name, a code and a link of this server are joined, anything else is refused with a sentence", async () => {
  const page = await new Page().start(new MemoryJournal());
  const code = "0".repeat(51) + "2";
  const join = async (text) => {
    page.orders = [];
    page.tell({ type: "join", ticket: newTicket(), text, host: "chat.example:8080" });
    await page.quiet();
    return page.orders.map(({ do: order, room, seq, sentence }) => ({ enter: room, show: `${room}/${seq}` })[order] ?? sentence).join();
  };
  assert.equal(await join(" #Garden "), "garden");
  assert.equal(await join("http://chat.example:8080/#tea"), "tea");
  assert.equal(await join("martlet://Chat.Example:8080/tea/7"), "tea/7");
  for (const text of [code, `#join=${code}`, `https://chat.example:8080/#join=${code}`]) assert.equal(await join(text), `g-${code.slice(0, 26)}`);
  assert.equal(await join("https://other.example/#tea"), "This link leads to another server, other.example. Open it there.");
  assert.equal(await join("https://chat.example:8080/#join=x"), "This is not a link to a room or into a group.");
  for (const text of ["", "no room", "@0ej13ibh8s9fq9io71p072fat0", "://"]) assert.match(await join(text), /\w+ .*\./);
  page.orders = [];
  page.tell({ type: "message", ticket: newTicket(), user: ME });
  page.tell({ type: "group", ticket: newTicket(), title: " ", people: [] });
  await page.quiet();
  assert.deepEqual(page.orders.map(({ sentence }) => sentence), ["A direct room is for two people: choose somebody else.", "Give the group a title."]);
});

test("what the storage refuses has not happened, and the user is told", async () => {
  const page = await new Page().start(new MemoryJournal());
  page.journal.isFull = true;
  page.tell({ type: "say", ticket: newTicket(), text: "lost?" });
  await page.quiet();
  assert.deepEqual(page.texts, []);
  assert.equal(page.sent.some(({ type }) => type === "send"), false);
  assert.match(page.settled.at(-1).error, /could not save the message/);
  page.journal.isFull = false;
  page.tell({ type: "say", ticket: newTicket(), text: "again" });
  await page.quiet();
  assert.deepEqual(page.texts, ["again"]);
});

test("a room that the storage refuses to enter from the list leads back to the list, with the reason", async () => {
  const page = await new Page().start(new MemoryJournal(), "");
  page.journal.isFull = true;
  page.orders = [];
  page.tell({ type: "room", room: "garden" });
  await page.quiet();
  assert.deepEqual(page.orders.map(({ do: effect, next }) => [effect, next]), [["left", undefined], ["refuse", undefined]]);
  assert.match(page.orders[1].sentence, /could not save/);
});

test("a file is uploaded first; an answer of a proxy is no attachment", async () => {
  const page = await new Page().start(new MemoryJournal());
  const [ticket, id] = [newTicket(), newID()];
  page.tell({ type: "say", ticket: newTicket(), text: "look", files: [{ ticket, id, name: "a&b.png", type: "image/png", size: 3 }] });
  await page.quiet();
  assert.equal(page.uploads[0].target, `/v1/files/${id.toUpperCase()}?name=a%26b.png`);
  assert.equal(page.state.rows.at(-1).state, "uploading");
  page.tell({ type: "progress", ticket, bytes: 2 });
  page.tell({ type: "uploaded", ticket, status: 200, body: "<html>Welcome to this hotel" });
  await page.quiet();
  assert.equal(page.sent.some(({ type }) => type === "send"), false);
  page.tell({ type: "timer", timer: "uploading" });
  await page.quiet();
  page.tell({ type: "uploaded", ticket, status: 201, body: JSON.stringify({ id, name: "a&b.png", type: "image/png", size: 3, width: 1, height: 1 }) });
  await page.quiet();
  assert.equal(page.sent.find(({ type }) => type === "send").attachment.id, id.toUpperCase());
});

test("photos that are sent together are an album, with its shape from the beginning", async () => {
  const page = await new Page().start(new MemoryJournal());
  const files = [1, 2, 3].map((number) => ({ ticket: newTicket(), id: newID(), name: `${number}.png`, type: "image/png", size: 3, width: 30, height: 20 }));
  page.tell({ type: "say", ticket: newTicket(), text: "look", files });
  await page.quiet();
  const tiles = page.state.rows.filter(({ tile }) => tile).map(({ tile }) => tile);
  const [album] = page.state.entries.slice(-1);
  assert.deepEqual([album.kind, album.state, album.photos.length, album.key], ["album", "waiting", 3, album.photos[0].key]);
  assert.deepEqual(tiles, [[0, 0, 0, 1000, 666, 999], [1, 0, 666, 500, 333, 999], [2, 500, 666, 500, 333, 999]]);
  const confirm = ({ ticket, id, name }) => page.tell({ type: "uploaded", ticket, status: 201, body: JSON.stringify({ id, name, type: "image/png", size: 3, width: 30, height: 20 }) });
  for (const file of [files[1], files[0]]) {
    confirm(file);
    await page.quiet();
  }
  assert.equal(page.sent.some(({ type }) => type === "send"), false);
  confirm(files[2]);
  await page.quiet();
  const sent = page.sent.filter(({ type }) => type === "send").map(({ attachment }) => attachment);
  assert.deepEqual(sent.map(({ name }) => name), ["1.png", "2.png", "3.png"]);
  assert.equal(new Set(sent.map(({ album }) => album)).size, 1);
  assert.ok(Number.isSafeInteger(sent[0].album) && sent[0].album > 0);
});

test("rows reach the page as differences that lead to the same list as a fresh start", async () => {
  const page = await new Page().start(new MemoryJournal());
  let seed = 7;
  const random = (most) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let step = 0; step < 400; step += 1) {
    if (random(4) === 0) page.tell({ type: "say", ticket: newTicket(), text: `mine ${step}` });
    else page.tell(JSON.stringify({ ...page.say(`${step}`), type: "event", room: "lobby", epoch: EPOCH }));
    if (random(3) === 0) await page.quiet();
  }
  await page.quiet();
  const fresh = new Page();
  fresh.log = page.log;
  await fresh.start(new MemoryJournal());
  const shown = page.texts.slice(-fresh.texts.length);
  assert.deepEqual(shown, fresh.texts);
  assert.equal(new Set(page.state.rows.map(({ key }) => key)).size, page.state.rows.length);
});

test("nothing that a server says stops the model", async () => {
  const page = await new Page().start(new MemoryJournal());
  for (const text of ["", "{", "null", "[]", '{"type":"event"}', `{"type":"${"x".repeat(200_000)}"}`, '{"type":"page","ref":1e400}', "\ud800"]) page.tell(text);
  page.tell(JSON.stringify({ ...page.say("still here"), type: "event", room: "lobby", epoch: EPOCH }));
  await page.quiet();
  assert.deepEqual(page.texts, ["still here"]);
});

test("a text with half of a surrogate pair is sent, with a mark in its place", async () => {
  const page = await new Page().start(new MemoryJournal());
  page.tell({ type: "say", ticket: newTicket(), text: "hi \ud83d!" });
  await page.quiet();
  assert.deepEqual(page.texts, ["hi \uFFFD!"]);
});

test("frames that come faster than they are handled end the connection, which resumes", async () => {
  const page = await new Page().start(new MemoryJournal());
  const { journal: { append }, do_send: send } = page;
  page.do_send = (effect) => page.isOpen && send(effect); // as a closed socket does
  let go;
  page.journal.append = (records) => new Promise((done) => { go = () => done(append.call(page.journal, records)); });
  page.tell({ type: "say", ticket: newTicket(), text: "first" });
  for (let i = 0; i < 5_000; i += 1) page.tell(JSON.stringify({ ...page.say(`${i}`), type: "event", room: "lobby", epoch: EPOCH }));
  assert.ok(page.engine.queue.length < 4_200);
  page.journal.append = append;
  go();
  await page.quiet();
  page.tell({ type: "timer", timer: "connect" });
  await page.quiet();
  assert.equal(page.texts.at(-1), "first");
  assert.equal(page.log.filter(({ text }) => text === "first").length, 1);
});

test("a time that no browser can name does not stop the page", () => {
  const [said, plain] = sentences({ lines: [["ann muted bob until ", "9000000000000000", ""], ["bob joined"]] });
  assert.deepEqual([said, plain], ["ann muted bob until some day", "bob joined"]);
  assert.match(sentences({ lines: [["until ", "1700000000000", ""]] })[0], /2023/);
});

test("an address names a room, and perhaps a message of it", () => {
  assert.deepEqual(placeIn("#garden/58"), { room: "garden", seq: 58 });
  assert.deepEqual(placeIn("#garden"), { room: "garden", seq: undefined });
  assert.deepEqual(placeIn(""), { room: "lobby", seq: undefined });
  assert.deepEqual(placeIn("#a/b/9"), { room: "a/b", seq: 9 });
  assert.deepEqual(placeIn("#%"), { room: "%", seq: undefined });
});

test("the message of a blocked person says so, for the page to fold it", async () => {
  const page = new Page();
  page.blocked = [BOB];
  page.say("hello");
  await page.start(new MemoryJournal());
  assert.equal(page.state.rows.at(-1).blocked, "Message from a person you blocked.");
});

test("the page is not told that a blocked person is typing", async () => {
  const page = new Page();
  page.blocked = [BOB];
  await page.start(new MemoryJournal());
  const types = async (user, name) => {
    page.tell(JSON.stringify({ type: "typing", room: "lobby", user, name }));
    await page.quiet();
    return page.state.typing;
  };
  assert.equal(await types(BOB, "bob"), "");
  const cleo = newID();
  assert.equal(await types(cleo, "cleo"), "\u2068cleo\u2069 is typing");
  page.tell(JSON.stringify({ type: "stoppedtyping", room: "lobby", user: cleo }));
  await page.quiet();
  assert.equal(page.state.typing, "");
});

test("others hear that the user has stopped typing when nobody looks at the page any more", async () => {
  const page = new Page();
  await page.start(new MemoryJournal());
  page.tell({ type: "write", room: "lobby", text: "h" });
  for (const visible of [false, true, false]) page.tell({ type: "visible", visible });
  await page.quiet();
  assert.deepEqual(page.sent.map(({ type }) => type).filter((type) => type.endsWith("typing")), ["typing", "stoppedtyping"]);
});

test("a reaction of an older server counts as the one that is offered", async () => {
  const page = new Page();
  page.say("tea?");
  await page.start(new MemoryJournal());
  const reaction = page.happen({ kind: "reaction", of: 1, emoji: "\u2764", on: true }, { user: ME, name: "ann" });
  page.tell(JSON.stringify({ ...reaction, type: "event", room: "lobby", epoch: EPOCH }));
  await page.quiet();
  const [{ emoji, own }] = page.state.rows.find(({ seq }) => seq === 1).reactions;
  assert.deepEqual([emoji, own], ["\u2764\uFE0F", true]);
  assert.ok(page.engine.constants.reactions.split(" ").includes(emoji));
});

test("the answer to words that were typed before asks nothing again", async () => {
  const page = new Page();
  page.say("tea for two");
  await page.start(new MemoryJournal());
  const { do_send: send } = page;
  const asked = [];
  page.do_send = (effect) => (effect.frame.type === "search" ? asked.push(effect.frame) : send(effect));
  const ask = async (input) => {
    page.tell({ ticket: newTicket(), ...input });
    await page.quiet();
  };
  const answer = async ({ ref }, messages) => {
    page.tell(JSON.stringify({ type: "hits", ref, room: "lobby", messages }));
    await page.quiet();
  };
  await ask({ type: "sheet", page: "search" });
  for (const words of ["te", "tea"]) await ask({ type: "press", action: "search", words });
  await answer(asked[0], []);
  assert.deepEqual(asked.map(({ words }) => words), ["te", "tea"]);
  await answer(asked[1], page.log);
  assert.deepEqual([asked.length, page.sheet.sections[0].lines.length], [2, 1]);
});

test("what another room draws late is not taken, and older messages are no news", () => {
  const state = new State();
  state.enter("garden");
  assert.deepEqual(state.take({ room: "lobby", removed: [3], inserted: [[5, {}]], updated: [], end: 900 }), []);
  assert.deepEqual([state.rows, state.end], [[], 0]);
  const row = (text) => ({ kind: "message", key: text.toLowerCase(), text });
  state.take({ room: "garden", removed: [], inserted: [[0, row("a")], [1, row("b")]], updated: [] });
  assert.deepEqual(state.take({ room: "garden", removed: [], inserted: [[0, row("x")], [1, row("y")]], updated: [[3, row("B")]] }), []);
  assert.deepEqual(state.rows.map(({ text }) => text), ["x", "y", "a", "B"]);
  const news = state.take({ room: "garden", removed: [], inserted: [[4, row("c")]], updated: [] });
  assert.deepEqual(news.map(({ text }) => text), ["c"]);
  // The user goes to another part of the log, or the log is read from its start.
  assert.deepEqual(state.take({ room: "garden", removed: [0, 1, 2, 3, 4], inserted: [[0, row("m")], [1, row("n")]], updated: [] }), []);
  assert.deepEqual(state.rows.map(({ text }) => text), ["m", "n"]);
});

test("a trap of the model stops the page, which says so once", async () => {
  const page = await new Page().start(new MemoryJournal());
  let stops = 0;
  page.engine.stopped = () => { stops += 1; };
  page.engine.model = { handle() { throw new WebAssembly.RuntimeError("unreachable"); }, draw: () => ({}) };
  const { error } = console;
  console.error = () => {};
  page.tell({ type: "online", online: true });
  page.tell({ type: "online", online: false });
  await new Promise((done) => setImmediate(done));
  console.error = error;
  assert.equal(stops, 1);
  assert.deepEqual(page.engine.draw(), {});
});

test("the composer knows what the server will make of a text", () => {
  const model = freshModel();
  assert.deepEqual(model.composed("  ä\u3000\n"), { canSend: true });
  assert.match(model.composed("a\u0007").problem, /control character/);
  assert.deepEqual([model.composed("\u200b "), model.composed("\u200b ", true), model.composed("", true)], [{}, { canSend: true }, { canSend: true }]);
  assert.match(model.composed("\u2800").problem, /no visible character/);
  assert.deepEqual(model.composed("a".repeat(16_384)), { canSend: true, counter: "0 bytes left" });
  assert.deepEqual(model.composed("a".repeat(16_386), true), { problem: "2 characters too many. Shorten the text, or send it in parts." });
});

test("an edit that changes nothing is not sent, and a file without its text has its name", async () => {
  const page = await new Page().start(new MemoryJournal());
  const edit = (text, before, file) => page.tell({ type: "edit", ticket: newTicket(), of: 1, text, before, file });
  edit(" x ", "x");
  edit("", "A swift", "swift.jpg");
  await page.quiet();
  assert.deepEqual(page.sent.filter(({ type }) => type === "edit").map(({ text }) => text), ["swift.jpg"]);
});

test("only a message that the user may edit says so, and not a location", async () => {
  const page = new Page();
  page.say("theirs");
  page.say("mine", { user: ME, name: "ann" });
  page.say("47, 8", { user: ME, name: "ann" }).payload = { type: "martlet.location", data: '{"latitude":47,"longitude":8}' };
  await page.start(new MemoryJournal());
  assert.deepEqual(page.state.rows.filter(({ kind }) => kind === "message").map(({ editable }) => editable), [undefined, true, undefined]);
});

test("the model names a chosen file, and says how it is shown and why it can't be sent", async () => {
  const { model } = (await new Page().start(new MemoryJournal())).engine;
  const ask = (file) => model.answer({ type: "file", ...file });
  assert.deepEqual(ask({ name: "a\u202egpj.png", mediaType: "image/png", size: 183_402, waiting: 3 }), { name: "agpj.png", left: 17, kind: "image", words: "179 KB" });
  assert.deepEqual(["image/svg+xml", "image/heic", "video/mp4", "audio/ogg", "text/html", ""].map((mediaType) => ask({ name: "x", mediaType, size: 1 }).kind), [undefined, undefined, "video", "audio", undefined, undefined]);
  assert.match(ask({ name: "x", size: 0 }).refusal, /is empty/);
  assert.match(ask({ name: "x", size: 1_000_001 }).refusal, /too large: a file can have at most 977 KB/);
  assert.match(ask({ name: "x", size: 1, waiting: 20 }).refusal, /Send these first/);
  assert.match(ask({ name: "x", width: 10_000, height: 5_001 }).refusal, /51 megapixels/);
  assert.equal(ask({ name: "x", width: 0, height: 5 }).refusal, undefined);
});

test("the model says when to ask for a preview again", () => {
  const model = freshModel();
  const link = "https://a.example/";
  const ask = (status, body = "", more = {}) => model.answer({ type: "preview", link, status, body, ...more });
  const preview = { link, title: "A", site: "a.example" };
  assert.deepEqual(ask(200, JSON.stringify(preview)), { preview });
  assert.deepEqual([ask(204), ask(0), ask(200, JSON.stringify({ ...preview, link: "https://b.example/" }))], [{ none: true }, { wait: 10_000 }, { wait: 10_000 }]);
  assert.deepEqual([ask(429, "{}", { retryAfter: "1" }), ask(503, "", { retryAfter: "9999" }), ask(401), ask(404, "{}")], [{ wait: 1_000 }, { wait: 300_000 }, { wait: 10_000 }, {}]);
});

const SESSION = "9A3C4725-C51C-4BF4-9960-E1C80E27ABA0";
const CREDENTIALS = { user: ME, name: "ann", role: "user", token: "ms_1", session: { id: SESSION, created: 1, used: 1, expires: 2, current: true } };
const REFUSED = { type: "error", code: 185, error: "sign_in_failed", text: "No.", temporary: false };

/** A guest whose requests about an account are answered by the test. */
async function guest(journal = new MemoryJournal(), me = undefined) {
  const page = new Page();
  Object.assign(page, { asked: [], erased: 0, reloads: 0 });
  page.do_account = (effect) => page.asked.push(effect);
  page.do_erase = () => { page.erased += 1; };
  page.do_reload = () => { page.reloads += 1; };
  page.answer = async (status, body) => {
    page.tell({ type: "answered", number: page.asked.at(-1).number, status, body: body === undefined ? "" : JSON.stringify(body) });
    await page.quiet();
  };
  page.ask = async (input) => {
    page.tell(input);
    await page.quiet();
  };
  await page.start(journal, "lobby", me);
  return page;
}

test("a guest's sign-up has their token, and the account's token is remembered once it is on disk", async () => {
  const page = await guest();
  await page.ask({ type: "signUp", name: " ann ", password: "correct horse", invite: "" });
  const { method, target, body, token } = page.asked[0];
  assert.deepEqual([method, target, token, JSON.parse(body)], ["POST", "/v1/accounts", undefined, { name: "ann", password: "correct horse", guest: "t" }]);
  assert.equal(page.state.account.busy, "signUp");
  await page.answer(201, CREDENTIALS);
  assert.equal(page.state.account.hasAccount, true);
  assert.deepEqual(page.remembered, { name: "ann", token: "ms_1", signingUp: false });
  assert.ok(!JSON.stringify(page.journal.records).includes("correct horse"));
});

test("another tab of a guest who signs up waits for the account, and does not become a new guest", async () => {
  const page = await guest();
  const tab = await guest(new MemoryJournal(), page.remembered);
  const hellos = () => tab.sent.filter(({ type }) => type === "hello").length;
  assert.equal(tab.remembered, null);
  await page.ask({ type: "signUp", name: "ann", password: "correct horse", invite: "" });
  assert.deepEqual(page.remembered, { name: "ann", token: "t", signingUp: true });
  await tab.ask({ type: "elsewhere", ...page.remembered });
  // The server takes the account first, and ends the guest's connections.
  tab.refusing = true;
  await tab.ask({ type: "closed", code: 4201 });
  await tab.ask({ type: "timer", timer: "connect" });
  assert.equal(tab.state.notice.remedy, "signIn");
  const asked = hellos();
  await tab.ask({ type: "reconnect" });
  assert.equal(tab.sent.filter(({ type, token }) => type === "hello" && token === undefined).length, 0);
  assert.equal(hellos(), asked);
  assert.deepEqual([tab.remembered, tab.reloads], [null, 0]);
  await page.answer(201, CREDENTIALS);
  await tab.ask({ type: "elsewhere", ...page.remembered });
  assert.equal(tab.reloads, 1);
});

test("another tab of a guest whose sign-up is refused is a guest as before", async () => {
  const page = await guest();
  const tab = await guest(new MemoryJournal(), page.remembered);
  await page.ask({ type: "signUp", name: "ann", password: "correct horse", invite: "" });
  await tab.ask({ type: "elsewhere", ...page.remembered });
  // The tab that asks the server knows more than one that connects meanwhile.
  page.remembered = null;
  await page.ask({ type: "elsewhere", name: "ann", token: "t", signingUp: false });
  assert.equal(page.remembered?.signingUp, true);
  await page.answer(403, REFUSED);
  assert.equal(page.remembered.signingUp, false);
  await tab.ask({ type: "elsewhere", ...page.remembered });
  assert.ok(!tab.journal.records.findLast(({ record }) => record === "identity").signingUp);
  assert.deepEqual([tab.remembered, tab.reloads, page.reloads], [null, 0, 0]);
});

test("a tab that opens while another one signs up waits for the account too", async () => {
  const tab = new Page();
  tab.refusing = true;
  await tab.start(new MemoryJournal(), "lobby", { name: "ann", token: "t", signingUp: true });
  assert.equal(tab.state.notice.remedy, "signIn");
  assert.deepEqual(tab.sent.filter(({ type }) => type === "hello").map(({ token }) => token), ["t"]);
  assert.deepEqual(tab.state.account.ways, ["signIn", "signUp"]);
});

test("only ways in that make sense are offered", async () => {
  const page = await guest();
  assert.deepEqual(page.state.account.ways, ["signIn", "signUp"]);
  await page.ask({ type: "signIn", name: "ann", password: "correct horse" });
  await page.answer(201, CREDENTIALS);
  assert.deepEqual(page.state.account.ways, ["signIn"]);
  const fresh = new Page();
  await fresh.engine.open(new MemoryJournal(), null);
  await fresh.quiet();
  assert.deepEqual(fresh.state.account.ways, ["rename", "signIn", "signUp"]);
});

test("one request about the account at a time, and an old answer counts for nothing", async () => {
  const page = await guest();
  await page.ask({ type: "signIn", name: "ann", password: "one" });
  await page.ask({ type: "signIn", name: "ann", password: "two" });
  assert.equal(page.asked.length, 1);
  await page.answer(429, { ...REFUSED, code: 201, temporary: true, retry: 3_000 });
  assert.deepEqual(page.asked.map(({ wait }) => wait), [0, 3_000]);
  await page.ask({ type: "answered", number: page.asked[0].number, status: 401, body: JSON.stringify(REFUSED) });
  assert.equal(page.state.account.busy, "signIn");
  await page.answer(401, REFUSED);
  assert.deepEqual(page.state.account.problem, { form: "signIn", field: "password", sentence: "No." });
});

test("a guest whose sign-up was not answered does not become a new guest", async () => {
  const page = await guest();
  await page.ask({ type: "signUp", name: "ann", password: "correct horse", invite: "" });
  await page.answer(0);
  assert.match(page.state.account.problem.sentence, /can't be reached/);
  assert.ok(page.journal.records.some(({ record, signingUp }) => record === "identity" && signingUp));
});

test("a sign-up that the storage refuses does not leave", async () => {
  const page = await guest();
  page.journal.isFull = true;
  await page.ask({ type: "signUp", name: "ann", password: "correct horse", invite: "" });
  assert.deepEqual([page.asked, page.state.account.busy], [[], undefined]);
  assert.match(page.state.account.problem.sentence, /storage is full/);
});

test("signing out ends the own session, and erases also without an answer", async () => {
  const page = await guest();
  await page.ask({ type: "signIn", name: "ann", password: "correct horse" });
  await page.answer(201, CREDENTIALS);
  await page.ask({ type: "signOut" });
  await page.answer(200, { sessions: [{ ...CREDENTIALS.session, id: newID(), current: false }, CREDENTIALS.session] });
  const { method, target, token } = page.asked.at(-1);
  assert.deepEqual([method, target, token, page.erased], ["DELETE", `/v1/sessions/${SESSION}`, "ms_1", 0]);
  await page.answer(0);
  assert.equal(page.erased, 1);
});

test("the session of another account is ended again", async () => {
  const page = await guest();
  await page.ask({ type: "signIn", name: "ann", password: "correct horse" });
  await page.answer(201, CREDENTIALS);
  await page.ask({ type: "signIn", name: "bob", password: "correct horse" });
  await page.answer(201, { ...CREDENTIALS, user: BOB, name: "bob", token: "ms_2" });
  assert.match(page.state.account.problem.sentence, /signed in as ann/);
  assert.deepEqual([page.asked.at(-1).method, page.asked.at(-1).token], ["DELETE", "ms_2"]);
  assert.equal(page.remembered.token, "ms_1");
});

/** A group in which the user has this place. */
async function groupPage(standing) {
  const page = new Page();
  page.info = { settings: { title: "Tea", topic: "", joining: "invited", newcomers: "all", posting: "everyone", slow: 0 }, standing: { is: "member", since: 2, ...standing }, people: 2, owners: 1 };
  page.roster = [{ user: ME, name: "ann", ...page.info.standing }, { user: BOB, name: "bob", is: "member", since: 3 }];
  page.say("hello");
  return page.start(new MemoryJournal(), "g-3h8q0v5k2m9r1t7c4d6f8g0j2n");
}

async function offered(page, input) {
  page.tell({ type: "menu", ...input });
  await page.quiet();
  return page.orders.findLast(({ do: name }) => name === "menu").buttons.map(({ action }) => action);
}

const actionsOf = ({ buttons }) => buttons.map(({ action }) => action);

test("menus offer what the room's rule allows, and nothing else", async () => {
  const member = await groupPage({});
  assert.deepEqual(await offered(member, { seq: 1 }), ["report", "block", "person"]);
  assert.deepEqual(await offered(member, { room: "g-3h8q0v5k2m9r1t7c4d6f8g0j2n" }), ["people", "search", "invite", "links"]);
  const owner = await groupPage({ role: "owner" });
  assert.deepEqual(await offered(owner, { seq: 1 }), ["pin", "report", "delete", "block", "person"]);
  assert.deepEqual(await offered(owner, { room: "g-3h8q0v5k2m9r1t7c4d6f8g0j2n" }), ["people", "search", "settings", "invite", "links", "reports"]);
  assert.deepEqual(await offered(owner, { seq: 9 }), []);
});

test("a group is left by ending the membership, and without one it is taken off the list at once", async () => {
  const room = "g-3h8q0v5k2m9r1t7c4d6f8g0j2n";
  const left = async (page) => {
    page.tell({ type: "leave", room, ticket: newTicket() });
    await page.quiet();
    return page.sent.filter(({ type }) => type === "membership").map(({ action }) => action);
  };
  assert.deepEqual(await left(await groupPage({})), ["leave"]);
  const removed = await groupPage({});
  removed.tell(JSON.stringify({ type: "standing", room, seq: 9, user: BOB, name: "bob", info: { ...removed.info, standing: { is: "none" } } }));
  await removed.quiet();
  assert.deepEqual(await left(removed), []);
});

test("a person's sheet asks before it bans, sends it once, and ignores what it does not offer", async () => {
  const owner = await groupPage({ role: "owner" });
  owner.tell({ type: "sheet", page: "person", ticket: newTicket(), id: BOB, name: "bob" });
  await owner.quiet();
  assert.deepEqual(actionsOf(owner.sheet), ["message", "owner", "moderator", "mute", "remove", "ban", "block"]);
  const press = (action, fields) => owner.tell({ type: "press", ticket: newTicket(), action, ...fields });
  press("unban");
  press("ban");
  press("ban"); // a second click, which the question does not take for its answer
  await owner.quiet();
  assert.deepEqual(owner.sheet.form.fields.map(({ name }) => name), ["length", "reason"]);
  press("confirm", { length: "week", reason: "two\nlines" });
  await owner.quiet();
  assert.match(owner.sheet.problem, /reason/);
  press("confirm", { length: "week", reason: "spam" });
  press("confirm", { length: "week", reason: "spam" });
  await owner.quiet();
  const sent = owner.sent.filter(({ type }) => type === "membership");
  assert.deepEqual(sent.map(({ action, member, reason }) => [action, member, reason]), [["ban", BOB, "spam"]]);
  assert.equal(owner.sheet.form, undefined);
  owner.tell({ type: "back", ticket: newTicket() });
  await owner.quiet();
  assert.equal(owner.sheet, undefined);
});

test("the pictures of those who are here and of those who wrote are asked for once, and told when they change", async () => {
  const page = await groupPage({});
  const asked = () => page.sent.filter(({ type }) => type === "profiles").map(({ users }) => users);
  assert.deepEqual(asked().flat().sort(), [ME, BOB].sort());
  const [CID, DAN] = [newID(), newID()].map((id) => id.toUpperCase());
  page.profiles = [{ user: CID, avatar: { id: DAN, name: "cid.jpg", type: "image/jpeg", size: 9 } }];
  for (const text of ["one", "two"]) {
    page.tell(JSON.stringify({ ...page.say(text, { user: CID, name: "cid" }), type: "event", room: page.state.room, epoch: EPOCH }));
    await page.quiet();
  }
  assert.deepEqual(asked().slice(1), [[CID]]);
  assert.deepEqual([...page.pictures], [[CID, DAN]]);
});

test("the user's own profile is changed in their own log, and a second press changes nothing", async () => {
  const page = await groupPage({});
  page.tell({ type: "sheet", page: "profile", ticket: newTicket() });
  await page.quiet();
  assert.equal(page.sheet.portrait.name, "ann");
  const press = (action, fields) => page.tell({ type: "press", ticket: newTicket(), action, ...fields });
  for (const about of [" Gardener ", "Gardener"]) {
    press("about", { about });
    await page.quiet();
  }
  assert.equal(page.sheet.success, undefined);
  press("hide reads");
  await page.quiet();
  assert.equal(page.sheet.success, "Saved.");
  press("about", { about: "two\nlines" });
  await page.quiet();
  assert.match(page.sheet.problem, /say of yourself/);
  const sent = page.sent.filter(({ type }) => type === "profile");
  assert.deepEqual(sent.map(({ room, about, privateReads }) => [room[0], about, privateReads]), [["@", "Gardener", undefined], ["@", undefined, true]]);
  assert.deepEqual(actionsOf(page.sheet), ["choose picture", "show reads"]);
});

test("a member is offered no more about others than the rule allows, and a sheet is closed with its room", async () => {
  const member = await groupPage({});
  member.tell({ type: "sheet", page: "people", ticket: newTicket() });
  await member.quiet();
  assert.deepEqual(member.sheet.sections.map(({ title, lines }) => [title, lines.map(({ title: name }) => name)]), [["Members", ["ann", "bob"]]]);
  member.tell({ type: "press", ticket: newTicket(), action: "person", id: BOB });
  await member.quiet();
  assert.deepEqual(actionsOf(member.sheet), ["message", "block"]);
  assert.equal(member.sheet.former, true);
  member.tell({ type: "room", room: "garden" });
  await member.quiet();
  assert.equal(member.sheet, undefined);
});

test("the door offers what the server's rule about accounts allows", async () => {
  const page = new Page();
  await page.engine.open(new MemoryJournal(), {});
  const ways = async (rule) => {
    if (rule) page.tell({ type: "registration", rule });
    await page.quiet();
    return page.state.account.ways;
  };
  assert.deepEqual(await ways(), ["rename", "signIn", "signUp"]);
  assert.deepEqual(await ways("off"), ["rename"]);
  assert.deepEqual(await ways("closed"), ["rename", "signIn"]);
  assert.deepEqual(await ways("invite"), ["rename", "signIn", "signUp"]);
  assert.deepEqual(await ways("something newer"), ["rename", "signIn", "signUp"]);
});

test("a message stands under the day that it had where the user is, in summer and in winter", async () => {
  const former = process.env.TZ;
  process.env.TZ = "Europe/Berlin";
  try {
    const { changes } = utcOffsets(Date.UTC(2026, 10, 25));
    for (const [at, minutes] of [[Date.UTC(2026, 2, 29, 1), 120], [Date.UTC(2026, 9, 25, 1), 60]]) {
      assert.ok(changes.some((change) => change.at === at && change.minutes === minutes));
    }
    const page = new Page();
    page.say("half past midnight").at = Date.UTC(2026, 6, 1, 22, 30);
    page.say("half past eleven").at = Date.UTC(2026, 11, 1, 22, 30);
    await page.start(new MemoryJournal());
    const day = (...date) => `day ${Date.UTC(...date) / 86_400_000}`;
    assert.deepEqual(page.state.rows.filter(({ kind }) => kind === "day").map(({ key }) => key), [day(2026, 6, 2), day(2026, 11, 1)]);
  } finally {
    if (former === undefined) delete process.env.TZ;
    else process.env.TZ = former;
  }
});

test("an owner's form for the title and the topic sends what is new in it", async () => {
  const owner = await groupPage({ role: "owner" });
  owner.tell({ type: "sheet", page: "settings", ticket: newTicket() });
  await owner.quiet();
  assert.deepEqual(owner.sheet.form.fields.map(({ name }) => name), ["title", "topic"]);
  owner.tell({ type: "press", ticket: newTicket(), action: "confirm", title: " Tea & cake ", topic: "" });
  await owner.quiet();
  assert.equal(owner.sheet, undefined);
  const { title, topic } = owner.sent.findLast(({ type }) => type === "settings");
  assert.deepEqual([title, topic], ["Tea & cake", undefined]);
});

/** Tells the page an event of the room on the screen. */
async function happens(page, event) {
  page.tell(JSON.stringify({ ...event, type: "event", room: page.state.room, epoch: EPOCH }));
  await page.quiet();
}

const GROUP = "g-3h8q0v5k2m9r1t7c4d6f8g0j2n";
const ANN = { user: ME, name: "ann" };

test("a guest who only reads is told so in place of the field, and nothing is kept for them", async () => {
  const page = new Page();
  page.welcome = { writes: false };
  page.refusals = { choose: { code: 184, error: "guests_read_only", text: "Guests only read here: sign in to send." } };
  page.say("hello");
  await page.start(new MemoryJournal(), "garden");
  assert.deepEqual(page.state.silence, { sentence: ["Guests only read here: sign in to send."], reacts: false, signIn: true });
  assert.deepEqual([page.state.readsOnly, page.state.notice, page.sent.some(({ type }) => type === "choose")], [true, null, false]);
  assert.deepEqual(await offered(page, { seq: 1 }), ["person"]);
  page.tell({ type: "group", ticket: newTicket(), title: "Tea", people: [] });
  await page.quiet();
  assert.equal(page.orders.at(-1).sentence, "Guests only read here: sign in to send.");
  const other = await new Page().start(new MemoryJournal());
  assert.deepEqual([other.state.silence, other.state.readsOnly], [null, false]);
});

test("a refused message can be changed, and a change of a deleted message can't be tried again", async () => {
  const page = new Page();
  page.refusals = { send: { code: 142, error: "text_too_long", text: "Change it and try again." }, edit: { code: 152, error: "message_deleted", text: "This message was deleted." } };
  page.say("mine", ANN);
  await page.start(new MemoryJournal());
  const ask = async (input) => {
    page.tell({ ticket: newTicket(), ...input });
    await page.quiet();
    const { refused, state } = page.state.rows.findLast(({ refused }) => refused);
    return [state, page.engine.model.answer({ type: "refused", ticket: refused })];
  };
  assert.deepEqual(await ask({ type: "edit", of: 1, text: "mine, changed", before: "mine" }), ["failed", { text: "mine, changed", of: 1 }]);
  assert.deepEqual(await ask({ type: "say", text: "too much", reply: 1 }), ["failed", { retry: true, text: "too much", answers: 1 }]);
  assert.deepEqual(page.engine.model.answer({ type: "refused", ticket: newTicket() }), {});
});

test("the people who have read the user's newest message stay named when they answer", async () => {
  const page = new Page();
  page.say("mine", ANN);
  page.say("an answer");
  page.read = { read: 2 };
  await page.start(new MemoryJournal());
  const readers = page.state.rows.filter(({ kind }) => kind === "message").map(({ readers }) => readers);
  assert.deepEqual(readers, ["Read by \u2068bob\u2069", undefined]);
});

test("a reply says that its message is deleted, and one that is not known is an earlier one", async () => {
  const page = new Page();
  page.say("gone");
  page.happen({ kind: "message", text: "why?", reply: 1 });
  page.happen({ kind: "message", text: "and?", reply: 900 });
  await page.start(new MemoryJournal());
  await happens(page, page.happen({ kind: "deletion", of: 1 }));
  const replies = page.state.rows.filter(({ reply }) => reply).map(({ reply }) => [reply.text, reply.gone]);
  assert.deepEqual(replies, [[undefined, true], [undefined, undefined]]);
});

test("an invitation that is declined and a request that is withdrawn are told as that", async () => {
  const page = await groupPage({});
  const changes = [
    [{ action: "invite", member: newID(), called: "cid" }, ANN], [{ action: "request", member: newID() }, { name: "dan" }],
  ];
  for (const [change, { user = change.member, name }] of changes) await happens(page, page.happen({ kind: "membership", ...change }, { user, name }));
  for (const [{ member, called = "dan" }] of changes) await happens(page, page.happen({ kind: "membership", action: "leave", member }, { user: member, name: called }));
  await happens(page, page.happen({ kind: "membership", action: "leave", member: BOB }));
  const plain = page.state.rows.findLast(({ kind }) => kind === "changes").lines.map((line) => line.join("").replaceAll(/[\u2068\u2069]/g, ""));
  assert.deepEqual(plain.slice(-3), ["cid declined the invitation", "dan withdrew the request to join", "bob left"]);
});

test("the queue shows when and what was said, leads there, and asks before it deletes or discards", async () => {
  const page = await groupPage({ role: "owner" });
  const reported = page.say("**buy** this");
  page.reports = [{ place: 3, room: GROUP, message: reported, count: 1, notes: [{ reason: "spam", at: 5 }] }];
  page.held = [{ place: 7, room: GROUP, at: 9, user: BOB, name: "bob", text: "*also* this" }];
  const press = async (action, id, fields) => {
    page.tell({ type: "press", ticket: newTicket(), action, id, ...fields });
    await page.quiet();
    return page.sheet;
  };
  const open = async () => {
    page.tell({ type: "sheet", page: "reports", ticket: newTicket() });
    await page.quiet();
    return page.sheet.sections.flatMap(({ lines }) => lines);
  };
  const [report, held] = await open();
  assert.deepEqual([report.quotes, held.quotes], [["buy this"], ["also this"]]);
  assert.deepEqual(report.detail, ["", String(reported.at), " · 1 report: Spam"]);
  assert.deepEqual([actionsOf(report), actionsOf(held)], [["show", "dismiss", "accept", "delete"], ["publish", "discard"]]);
  const sentTypes = () => page.sent.slice(-2).map(({ type }) => type);
  const question = await press("delete", report.id);
  assert.deepEqual(question.form.fields.map(({ name, value }) => [name, value]), [["reason", "Reported: spam"]]);
  assert.deepEqual(sentTypes(), ["queue", "held"]);
  assert.equal((await press("confirm", undefined, { reason: "x".repeat(260) })).problemField, "reason");
  assert.match(page.sheet.problem, /too long by about 4 characters/);
  await press("confirm", undefined, { reason: "An advertisement" });
  const deletion = page.sent.find(({ type }) => type === "delete");
  assert.deepEqual([deletion.of, deletion.reason], [reported.seq, "An advertisement"]);
  assert.equal((await press("discard", held.id)).title.replaceAll(/[\u2068\u2069]/g, ""), "Discard the message of bob?");
  assert.ok(!page.sent.some(({ type }) => type === "decide"));
  await press("confirm");
  const { place, decision } = page.sent.find(({ type }) => type === "decide");
  assert.deepEqual([place, decision], [7, "discard"]);
  await open();
  await press("show", report.id);
  assert.deepEqual([page.orders.at(-1).do, page.orders.at(-1).seq, page.sheet], ["show", reported.seq, undefined]);
});

test("a ban says when it ends, and a group that one is not in can be asked", async () => {
  const page = await groupPage({});
  const until = Date.now() + 3_600_000;
  page.refusals = { [`join ${GROUP}`]: { code: 136, error: "no_such_room", text: "There is no such room, or it is not open to you." } };
  await happens(page, page.happen({ kind: "membership", action: "ban", member: ME, until, reason: "Spam" }));
  assert.match(page.state.refusal, /bob.* banned you from this room: .*Spam/);
  assert.deepEqual(page.state.refusalEnd, ["This lasts until ", String(until), "."]);
  assert.equal(page.state.asking, null);

  const stranger = new Page();
  stranger.refusals = page.refusals;
  await stranger.start(new MemoryJournal(), GROUP);
  assert.deepEqual([stranger.state.refusalEnd, stranger.state.asking], [null, "possible"]);
  stranger.do_send = ({ frame }) => stranger.sent.push(frame); // the answer takes its time
  stranger.tell({ type: "ask", room: GROUP, ticket: newTicket() });
  await stranger.quiet();
  const { action, member } = stranger.sent.findLast(({ type }) => type === "membership");
  assert.deepEqual([action, member, stranger.state.asking], ["request", ME, "asked"]);
});
