import assert from "node:assert/strict";
import { test } from "node:test";
import { advice, backOff, bytes, chance, isRoomName, roomIn, rows, tidy, WINDOW } from "./page.mjs";
import { BOB, DEVICE, EPOCH, ME, texts, World } from "./world.mjs";

const SEEDS = 300;

function ready(options) {
  const world = new World(options);
  world.quiesce();
  return world;
}

function shown(world) { return texts(world.chat.log.events); }

test("whatever is delayed, repeated or cut, the window ends as the log, each event once", () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = chance(seed);
    const world = new World();
    world.random = random;
    const said = [];
    for (let step = 0; step < 120; step += 1) {
      const dice = random();
      if (dice < 0.2) world.other(`bob ${step}`, random() < 0.1 ? "later" : "message");
      else if (dice < 0.32) {
        said.push(`ann ${step}`);
        world.tell({ type: "say", text: `ann ${step}` });
      } else if (dice < 0.75) world.deliver(Math.floor(random() * world.toClient.length));
      else if (dice < 0.8 && world.toClient.length) world.tell({ type: "received", frame: world.toClient[0] });
      else if (dice < 0.84 && world.open) world.close();
      else if (dice < 0.9 && world.dialling) world.accept();
      else if (world.timers.has("connect")) world.fire("connect");
    }
    world.quiesce();
    assert.deepEqual(shown(world), texts(world.log), `seed ${seed}`);
    assert.deepEqual(world.log.filter(({ user }) => user !== BOB).map(({ text }) => text), said, `seed ${seed}`);
    assert.deepEqual(world.chat.pending, [], `seed ${seed}`);
    assert.deepEqual(world.kept.unsent, [], `seed ${seed}`);
  }
});

test("an event ahead of a gap waits until the history has filled it", () => {
  const world = ready();
  for (const text of ["one", "two", "three"]) world.other(text);
  world.deliver(2);
  assert.deepEqual(shown(world), []);
  world.toClient.splice(0, 2); // never arrive
  world.quiesce();
  assert.deepEqual(shown(world), ["one", "two", "three"]);
});

test("a longer absence than the window shows the newest events, without a gap, and the rest a page away", () => {
  const world = ready();
  world.other("first");
  world.quiesce();
  world.close();
  for (let i = 0; i < 3 * WINDOW; i += 1) world.other(`missed ${i}`);
  world.quiesce();
  assert.equal(shown(world).at(-1), `missed ${3 * WINDOW - 1}`);
  while (!world.chat.log.begun) {
    world.tell({ type: "scrolled", following: false });
    world.tell({ type: "older" });
    world.deliverAll();
    assert.ok(world.chat.log.events.length <= WINDOW);
  }
  assert.equal(shown(world)[0], "first");
});

test("paging to the beginning and back reads the whole log, in order, within the window", () => {
  const world = new World();
  for (let i = 0; i < 1_000; i += 1) world.other(`${i}`);
  world.quiesce();
  const seen = new Map();
  const look = () => {
    const { events } = world.chat.log;
    assert.ok(events.length <= WINDOW);
    events.forEach((event, index) => assert.equal(event.seq, events[0].seq + index));
    events.forEach((event) => seen.set(event.seq, event.text));
  };
  world.tell({ type: "scrolled", following: false });
  while (!world.chat.log.begun) {
    world.tell({ type: "older" });
    world.deliverAll();
    look();
  }
  assert.deepEqual([...seen.keys()].sort((a, b) => a - b), world.log.map(({ seq }) => seq));
  seen.clear();
  look();
  world.other("while the reader is far up");
  while (world.chat.log.detached) {
    world.tell({ type: "newer" });
    world.deliverAll();
    look();
  }
  assert.equal(shown(world).at(-1), "while the reader is far up");
  assert.equal(seen.get(1_001), "while the reader is far up");
  assert.equal(seen.size, 1_001);
});

test("a full window does not move under a reader who is further up", () => {
  for (const before of [WINDOW, WINDOW + 50]) {
    const world = new World();
    for (let i = 0; i < before; i += 1) world.other(`${i}`);
    world.quiesce();
    world.tell({ type: "scrolled", following: false });
    while (!world.chat.log.begun) {
      world.tell({ type: "older" });
      world.deliverAll();
    }
    for (let i = 0; i < 20; i += 1) world.other(`late ${i}`);
    world.quiesce();
    assert.equal(world.chat.log.first, 1);
    assert.equal(world.chat.unread, 20);
    world.tell({ type: "latest" });
    world.quiesce();
    assert.equal(shown(world).at(-1), "late 19");
    assert.equal(world.chat.unread, 0);
  }
});

test("a log of another epoch replaces what was known", () => {
  const world = ready();
  world.other("before the backup");
  world.quiesce();
  world.close();
  Object.assign(world, { epoch: EPOCH + 1, log: [] });
  world.other("another history");
  world.quiesce();
  assert.deepEqual(shown(world), ["another history"]);
});

test("coming back says what is held, and reads only what was missed", () => {
  const world = ready();
  world.other("one");
  world.quiesce();
  world.close(4000);
  world.other("two");
  world.sent = [];
  world.quiesce();
  assert.deepEqual(world.sent.find(({ type }) => type === "join").since, { epoch: EPOCH, seq: 1 });
  assert.deepEqual(world.sent.filter(({ type }) => type === "history").map(({ after }) => after), [1]);
  assert.deepEqual(shown(world), ["one", "two"]);
});

test("an event of a kind from the future counts and is not drawn", () => {
  const world = ready();
  world.other("?", "later");
  world.other("known");
  world.quiesce();
  assert.deepEqual(world.chat.log.events.map(({ seq }) => seq), [1, 2]);
  assert.deepEqual(world.announced, ["bob: known"]);
});

test("a message is pending until its event is in the log, whichever of event and answer comes first", () => {
  for (const eventFirst of [true, false]) {
    const world = ready();
    world.tell({ type: "say", text: "hello" });
    assert.equal(world.chat.pending[0].state, "sending");
    const [first, second] = eventFirst ? ["event", "sent"] : ["sent", "event"];
    world.deliver(world.toClient.findIndex(({ type }) => type === first));
    if (!eventFirst) assert.equal(world.chat.pending[0].state, "sent");
    world.deliver(world.toClient.findIndex(({ type }) => type === second));
    assert.deepEqual(world.chat.pending, []);
    assert.deepEqual(shown(world), ["hello"]);
    assert.deepEqual(world.kept.unsent, []);
  }
});

test("a number is kept before its message leaves", () => {
  const world = ready();
  const effects = world.chat.handle({ type: "say", text: "hello", now: 1, random: 0 });
  const kept = effects.findIndex((effect) => effect.do === "keep");
  const left = effects.findIndex((effect) => effect.do === "send" && effect.frame.type === "send");
  assert.ok(kept !== -1 && kept < left);
  assert.deepEqual(effects[kept].record, { next: 2, unsent: [{ room: "lobby", number: 1, text: "hello", at: 1 }] });
});

test("what a closed page left is sent again under its number, and is in the log once", () => {
  const world = ready();
  world.tell({ type: "say", text: "did it arrive?" });
  const { kept, log, accepted, highest } = world; // accepted by the server; the answer is lost with the page
  assert.equal(log.length, 1);
  const next = new World({ record: kept });
  Object.assign(next, { log, accepted, highest });
  next.quiesce();
  assert.deepEqual(shown(next), ["did it arrive?"]);
  next.tell({ type: "say", text: "yes" });
  next.quiesce();
  assert.deepEqual(next.log.map(({ number }) => number), [1, 2]);
});

test("a temporary refusal holds everything behind it until it may be sent, in order", () => {
  const world = ready();
  let refusals = 3;
  world.refuse = ({ type }) => (type === "send" && refusals-- > 0 ? { code: 200, text: "Slow down.", retry: 1250 } : null);
  for (const text of ["a", "b", "c"]) world.tell({ type: "say", text });
  world.deliverAll();
  assert.equal(world.timers.get("sending"), 1250);
  assert.deepEqual(world.chat.pending.map(({ state }) => state), ["waiting", "waiting", "waiting"]);
  world.quiesce();
  assert.deepEqual(texts(world.log), ["a", "b", "c"]);
});

test("a number that was passed is replaced, and the message sent", () => {
  const world = ready();
  world.highest.set(DEVICE, 5);
  world.tell({ type: "say", text: "hello" });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["hello"]);
  assert.equal(world.log[0].number, 5);
});

test("a conflicting number is a failure one sees; trying again is a new message", () => {
  const world = ready();
  world.accepted.set(`${DEVICE} 1`, { seq: 1, text: "of an earlier life", room: "elsewhere" });
  world.tell({ type: "say", text: "hello" });
  world.quiesce();
  assert.equal(world.chat.pending[0].state, "failed");
  assert.equal(world.chat.pending[0].error, "Something else.");
  assert.equal(world.kept.unsent[0].error, "Something else.");
  world.tell({ type: "retry", number: 1 });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["hello"]);
});

test("another message in the log under a number of ours does not count as ours", () => {
  const record = { next: 2, unsent: [{ room: "lobby", number: 1, text: "unsent", at: 1 }] };
  const world = new World({ record });
  world.accepted.set(`${DEVICE} 1`, world.append({ user: BOB, name: "bob", device: DEVICE, number: 1, kind: "message", text: "other" }));
  world.quiesce();
  assert.deepEqual(shown(world), ["other"]);
  assert.deepEqual(world.chat.pending.map(({ text, state }) => `${text} ${state}`), ["unsent failed"]);
});

test("a failed message holds up nothing, and is gone when discarded", () => {
  const world = ready();
  world.refuse = ({ text }) => (text === "bad" ? { code: 142, text: "Too many marks." } : null);
  for (const text of ["bad", "good"]) world.tell({ type: "say", text });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["good"]);
  assert.deepEqual(world.chat.pending.map(({ state }) => state), ["failed"]);
  world.tell({ type: "discard", number: 1 });
  assert.deepEqual(world.kept.unsent, []);
});

test("a held message is shown as held, also after a reload, and is not sent again", () => {
  const world = ready();
  world.refuse = ({ text }) => (text === "coins" ? { code: 199, text: "A moderator looks at it." } : null);
  for (const text of ["coins", "good"]) world.tell({ type: "say", text });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["good"]);
  const later = new World({ record: world.kept });
  later.quiesce();
  const [row] = rows(later.chat).filter(({ text }) => text === "coins");
  assert.deepEqual([row.state, row.error], ["held", "A moderator looks at it."]);
  later.tell({ type: "retry", number: 1 });
  later.quiesce();
  assert.deepEqual(texts(later.log), []);
  later.tell({ type: "discard", number: 1 });
  assert.deepEqual(later.kept.unsent, []);
});

test("a held message gives way to the event as which it is published, and to no other", () => {
  const world = ready();
  world.refuse = ({ text }) => (text === "coins" ? { code: 199, text: "A moderator looks at it." } : null);
  world.tell({ type: "say", text: "coins" });
  world.quiesce();
  for (const text of ["stones", "coins"]) {
    assert.deepEqual(world.chat.pending.map(({ state }) => state), ["failed"]);
    world.append({ user: ME, name: "ann", kind: "message", text });
    world.quiesce();
  }
  assert.deepEqual(world.chat.pending, []);
  assert.deepEqual(world.kept.unsent, []);
});

test("a message the server could not read fails instead of waiting for ever", () => {
  const world = ready();
  world.tell({ type: "say", text: "hello" });
  world.tell({ type: "received", frame: { type: "error", code: 100, text: "Not JSON.", temporary: false } });
  assert.equal(world.chat.pending[0].state, "failed");
});

test("a message for another room is sent there, and that room left again", () => {
  const world = new World();
  world.tell({ type: "say", text: "for the lobby" });
  world.tell({ type: "room", room: "garden" });
  world.quiesce();
  assert.deepEqual(texts(world.log), ["for the lobby"]);
  assert.deepEqual([...world.member], ["garden"]);
  world.tell({ type: "room", room: "lobby" });
  world.quiesce();
  assert.deepEqual(shown(world), ["for the lobby"]);
});

test("answers of a room that was left change nothing", () => {
  const world = new World();
  world.other("in the lobby");
  world.accept();
  world.deliver();
  world.deliver(); // joined; the history is asked for
  world.tell({ type: "room", room: "garden" });
  world.quiesce();
  assert.deepEqual(shown(world), []);
  assert.equal(world.chat.log.loaded, true);
});

test("a name that is refused is asked for again, with the server's sentence", () => {
  const world = new World();
  world.refuse = ({ type }) => (type === "hello" ? { code: 123, text: "Somebody is called ann." } : null);
  world.quiesce();
  assert.equal(world.chat.phase, "unnamed");
  assert.equal(world.chat.sentence, "Somebody is called ann.");
  world.refuse = null;
  world.tell({ type: "introduce", name: "anna" });
  world.quiesce();
  assert.equal(world.chat.phase, "ready");
  assert.equal(world.sent.findLast(({ type }) => type === "hello").name, "anna");
});

test("a token that is refused is forgotten, whether by error or by close code", () => {
  for (const how of ["error", "close"]) {
    const world = new World();
    world.refuse = ({ token }) => (token && how === "error" ? { code: 113, text: "No such token." } : null);
    world.accept();
    if (how === "close") world.close(4201);
    world.quiesce();
    assert.equal(world.chat.phase, "ready");
    assert.equal(world.sent.findLast(({ type }) => type === "hello").token, undefined);
  }
});

test("close codes are followed", () => {
  for (const code of [1001, 1005, 1006, 1011, 1012, 1013, 4000, 4199]) assert.equal(advice(code), "reconnect", code);
  for (const code of [4200, 4201, 4399]) assert.equal(advice(code), "reintroduce", code);
  for (const code of [1000, 1002, 1003, 1007, 1008, 1009, 3999, 4400, 4599]) assert.equal(advice(code), "giveUp", code);
  const world = ready();
  world.close(4401);
  assert.equal(world.chat.phase, "stopped");
  assert.match(world.chat.sentence, /too many pages/);
  world.tell({ type: "reconnect" });
  world.quiesce();
  assert.equal(world.chat.phase, "ready");
});

test("back-off begins within a second, doubles to 30 s, and is drawn from all of it", () => {
  const longest = Array.from({ length: 8 }, (_, failures) => backOff(failures, 0.999_999));
  assert.deepEqual(longest, [999, 1999, 3999, 7999, 15999, 29999, 29999, 29999]);
  assert.equal(backOff(5, 0), 0);
  const world = ready();
  world.random = () => 0.999_999;
  const waits = [];
  for (let i = 0; i < 4; i += 1) {
    world.close();
    waits.push(world.timers.get("connect"));
    world.fire("connect");
  }
  assert.deepEqual(waits, [999, 1999, 3999, 7999]);
  world.accept();
  world.deliverAll();
  world.now += 10_000;
  world.close();
  assert.equal(world.timers.get("connect"), 999);
});

test("the network's return ends the wait at once", () => {
  const world = ready();
  world.close();
  world.tell({ type: "offline" });
  assert.equal(world.dialling, false);
  world.tell({ type: "online" });
  assert.equal(world.dialling, true);
});

test("a silent connection is asked, and given up after 33 s", () => {
  const world = ready();
  world.sent = [];
  world.now += 25_000 - world.timers.get("silence");
  world.fire("silence");
  assert.deepEqual(world.sent.map(({ type }) => type), ["ping"]);
  world.toClient = []; // no answer
  world.fire("silence");
  assert.equal(world.chat.phase, "waiting");
});

test("unread are the messages of others since the reader last saw the end", () => {
  const world = new World();
  world.other("history is not news");
  world.quiesce();
  assert.equal(world.chat.unread, 0);
  world.tell({ type: "visible", visible: false });
  world.other("one");
  world.other("?", "later");
  world.tell({ type: "say", text: "own" });
  world.quiesce();
  assert.equal(world.chat.unread, 1);
  world.tell({ type: "visible", visible: true });
  assert.equal(world.chat.unread, 0);
});

test("typing is told every three seconds, shown for five, and over with a message", () => {
  const world = ready();
  const told = () => world.sent.filter(({ type }) => type === "typing").length;
  world.tell({ type: "typed" });
  world.tell({ type: "typed" });
  assert.equal(told(), 1);
  world.now += 3_000;
  world.tell({ type: "typed" });
  assert.equal(told(), 2);
  const typing = { type: "received", frame: { type: "typing", room: "lobby", user: BOB, name: "bob" } };
  world.tell(typing);
  assert.equal(world.timers.get("typing"), 5_000);
  world.fire("typing");
  assert.equal(world.chat.presence.typing.size, 0);
  world.tell(typing);
  world.other("done");
  world.deliverAll();
  assert.equal(world.chat.presence.typing.size, 0);
});

test("who came and went is one notice between two messages, with the last word on each", () => {
  const world = ready();
  const presence = (count, joined, left) => {
    const people = (names) => names.map((name) => ({ user: `user of ${name}`, name }));
    world.tell({ type: "received", frame: { type: "presence", room: "lobby", count, joined: people(joined), left: people(left) } });
  };
  presence(3, ["cleo"], []);
  presence(4, ["dan"], []);
  presence(3, [], ["cleo"]);
  const [notice] = world.chat.presence.notices;
  assert.equal(world.chat.presence.notices.length, 1);
  assert.deepEqual([notice.joined, notice.left], [["dan"], ["cleo"]]);
  assert.equal(world.chat.presence.count, 3);
  assert.deepEqual(world.announced, ["cleo joined", "dan joined", "cleo left"]);
});

test("a large room, which tells only counts, is asked who is there every half minute at most", () => {
  const world = ready();
  const asked = () => world.sent.filter(({ type }) => type === "here").length;
  const count = (count) => world.tell({ type: "received", frame: { type: "presence", room: "lobby", count } });
  for (let people = 51; people < 60; people += 1) {
    world.now += 1_000;
    count(people);
  }
  assert.equal(asked(), 1);
  world.now += 30_000;
  count(60);
  assert.equal(asked(), 2);
});

test("a room that is refused for good fails what waits for it, and nothing that was sent", () => {
  const world = new World();
  world.tell({ type: "say", text: "hello" });
  world.refuse = ({ type }) => (type === "join" ? { code: 132, text: "Too many rooms." } : null);
  world.quiesce();
  assert.equal(world.chat.roomProblem, "Too many rooms.");
  assert.deepEqual(world.chat.pending.map(({ state, error }) => [state, error]), [["failed", "Too many rooms."]]);
});

test("another device's outbox, taken over, is sent under that device's numbers", () => {
  const world = ready();
  world.tell({ type: "say", text: "mine" });
  world.quiesce();
  const record = { next: 8, unsent: [{ room: "lobby", number: 7, text: "left behind", at: 1 }] };
  world.tell({ type: "device", device: "ANOTHER", record });
  world.quiesce();
  assert.deepEqual(world.log.map(({ device, number }) => `${device} ${number}`), [`${DEVICE} 1`, "ANOTHER 7"]);
});

test("an invalid room is said to be one, and nothing is joined", () => {
  const world = ready();
  world.tell({ type: "room", room: "No Such Room" });
  world.quiesce();
  assert.match(world.chat.roomProblem, /1 to 64/);
  assert.deepEqual([...world.member], []);
  for (const name of ["a", "7up", "a-b_c", "x".repeat(64)]) assert.ok(isRoomName(name), name);
  for (const name of ["", "-a", "_a", "A", "ä", "a b", "x".repeat(65), "a\n"]) assert.ok(!isRoomName(name), name);
  assert.deepEqual(["", "#", "#garden", "#%C3%A4", "#%"].map(roomIn), ["lobby", "lobby", "garden", "ä", "%"]);
});

test("a text leaves as what the server can read, and never too long", () => {
  assert.equal(tidy(" \n a\ud800b\0c\udc00 😀\n"), "a\ufffdbc\ufffd 😀");
  assert.equal(bytes("aä€😀"), 1 + 2 + 3 + 4);
  const world = ready();
  world.tell({ type: "say", text: "x".repeat(16_385) });
  world.tell({ type: "say", text: " \n " });
  assert.deepEqual(world.chat.pending, []);
  world.tell({ type: "say", text: "x".repeat(16_384) });
  assert.equal(world.chat.pending.length, 1);
});

/** What of an event must be the same for everyone; reactions without the order of who was first. */
function standing({ seq, kind, text, edited, by, of, reactions }) {
  const who = (reactions ?? []).map(({ emoji, users }) => `${emoji} ${[...users].sort()}`).sort();
  return JSON.stringify({ seq, kind, text, edited, by, of, who });
}

/** Somebody does something; what is about a message is about one that is there and not deleted. */
function change(world, random, step, said) {
  const choose = (list) => list[Math.floor(random() * list.length)];
  const standingNow = world.page({ room: "lobby", limit: 10_000 }).events.filter(({ kind }) => kind === "message");
  const target = choose(standingNow);
  const own = choose(standingNow.filter(({ user }) => user === ME));
  const dice = random();
  if (!target || dice < 0.3) return void world.other(`bob ${step}`);
  if (dice < 0.5) return world.append({ user: BOB, name: "bob", kind: "reaction", of: target.seq, emoji: choose(["👍", "🎉"]), on: random() < 0.6 });
  if (dice < 0.6 && target.user === BOB) return world.append({ user: BOB, name: "bob", kind: "edit", of: target.seq, text: `edit ${step}` });
  if (dice < 0.65 && target.user === BOB) return world.append({ user: BOB, name: "bob", kind: "deletion", of: target.seq });
  if (dice < 0.8) return world.tell({ type: "react", of: target.seq, emoji: choose(["👍", "🎉"]), on: random() < 0.6 });
  if (dice < 0.9 && own) return world.tell({ type: "edit", of: own.seq, text: `own edit ${step}` });
  if (dice < 0.93 && own) return world.tell({ type: "delete", of: own.seq });
  world.tell({ type: "say", text: `ann ${step}` });
}

test("whatever is delayed or cut, every message in the window stands as the log says", () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = chance(seed);
    const world = new World();
    world.random = random;
    if (seed % 3 === 0) for (let i = 0; i < WINDOW; i += 1) world.other(`before ${i}`);
    for (let step = 0; step < 150; step += 1) {
      const dice = random();
      if (dice < 0.4) change(world, random, step);
      else if (dice < 0.75) world.deliver(random() < 0.2 ? Math.floor(random() * world.toClient.length) : 0);
      else if (dice < 0.79 && world.open) world.close();
      else if (dice < 0.86 && world.dialling) world.accept();
      else if (dice < 0.9) world.tell({ type: "scrolled", following: random() < 0.3 });
      else if (dice < 0.95) world.tell({ type: random() < 0.5 ? "older" : "newer" });
      else if (world.timers.has("connect")) world.fire("connect");
    }
    world.quiesce();
    const { log } = world.chat;
    const wanted = world.page({ room: "lobby", limit: 10_000 }).events;
    for (const event of log.events) assert.equal(standing(event), standing(wanted[event.seq - 1]), `seed ${seed}`);
    assert.deepEqual(world.chat.outbox.items.filter(({ state }) => state !== "failed"), [], `seed ${seed}`);
  }
});

test("a window that does not reach the end is folded live, and read again after an absence", () => {
  const world = new World();
  for (let i = 0; i < 2 * WINDOW; i += 1) world.other(`${i}`);
  world.quiesce();
  world.tell({ type: "scrolled", following: false });
  while (!world.chat.log.begun) {
    world.tell({ type: "older" });
    world.deliverAll();
  }
  assert.ok(world.chat.log.detached);
  const edit = (of, text) => world.append({ user: BOB, name: "bob", kind: "edit", of, text });
  edit(3, "live");
  world.deliverAll();
  assert.equal(shown(world)[2], "live");
  world.close();
  edit(3, "missed");
  edit(WINDOW, "missed, too");
  world.quiesce();
  assert.equal(shown(world)[2], "missed");
  assert.equal(shown(world)[WINDOW - 1], "missed, too");
});

test("what one does to a message is shown at once, and taken back when it is refused", () => {
  const world = ready();
  world.tell({ type: "say", text: "helo" });
  world.quiesce();
  const bubble = () => rows(world.chat).find(({ kind }) => kind === "message");
  world.close();
  world.tell({ type: "edit", of: 1, text: "hello" });
  assert.deepEqual([bubble().text, bubble().edited, bubble().state], ["hello", true, "waiting"]);
  world.quiesce();
  assert.deepEqual([bubble().text, bubble().edited, bubble().state], ["hello", true, "sent"]);
  world.refuse = ({ type }) => (type === "delete" ? { code: 152, text: "Deleted already." } : null);
  world.tell({ type: "delete", of: 1 });
  assert.equal(bubble().deleted, true);
  world.quiesce();
  assert.deepEqual([bubble().deleted, bubble().state, bubble().error], [false, "failed", "Deleted already."]);
  world.refuse = null;
  world.tell({ type: "retry", number: bubble().change });
  world.quiesce();
  assert.deepEqual([bubble().deleted, bubble().text, bubble().state], [true, "", "sent"]);
  assert.equal(world.chat.unread, 0);
});

test("an answer says what it answers, as that stands now, where it is in the window", () => {
  const world = ready();
  world.other("Lunch?");
  world.deliverAll();
  world.close();
  world.tell({ type: "say", text: "Yes", reply: 1 });
  const answer = () => rows(world.chat).findLast(({ kind }) => kind === "message");
  assert.deepEqual([answer().quotedName, answer().quoted], ["bob", "Lunch?"]);
  world.quiesce();
  assert.equal(world.log[1].reply, 1);
  assert.deepEqual([answer().quotedName, answer().quoted, answer().state], ["bob", "Lunch?", "sent"]);
  world.append({ user: BOB, name: "bob", kind: "edit", of: 1, text: "Dinner?" });
  world.deliverAll();
  assert.equal(answer().quoted, "Dinner?");
  world.append({ user: BOB, name: "bob", kind: "deletion", of: 1 });
  world.deliverAll();
  assert.equal(answer().quoted, "This message was deleted");
  world.append({ user: BOB, name: "bob", kind: "message", text: "?", reply: 3 });
  world.deliverAll();
  assert.deepEqual([answer().reply, answer().quoted], [3, undefined], "an edit is no message");
});
