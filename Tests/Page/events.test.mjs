// The vectors that the Swift tests and the tests of the whole system read, too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { became, fold } from "./page.mjs";
import { BOB, EPOCH, World } from "./world.mjs";

const vectors = JSON.parse(readFileSync(new URL("../Fixtures/events.json", import.meta.url), "utf8"));

/** As it would be in a page of history, which leaves out reactions that nobody has given. */
function plain(event) {
  const { reactions, ...rest } = JSON.parse(JSON.stringify(event));
  return reactions?.length ? { ...rest, reactions } : rest;
}

for (const { name, event, later, becomes } of vectors.folds) {
  test(`fold: ${name}`, () => {
    const given = structuredClone(event);
    let result = event;
    for (const each of later) {
      result = fold(result, each);
      assert.deepEqual(plain(fold(result, each)), plain(result), "twice in a row");
    }
    assert.deepEqual(plain(result), becomes);
    assert.deepEqual(event, given, "what is given is unchanged");
  });
}

for (const { name, request, event, matches } of vectors.matches) {
  test(`match: ${name}`, () => {
    const { type, ...said } = request;
    assert.equal(became(type === "send" ? said : request, event), matches);
  });
}

test("frames: what a server says is taken without an error, and events of every kind count", () => {
  const world = new World();
  world.quiesce();
  const before = world.chat.log.end;
  let seq = before;
  for (const { frame } of vectors.frames.filter(({ from }) => from === "server")) {
    if (frame.type === "event") seq += 1;
    world.tell({ type: "received", frame: frame.type === "event" ? { ...frame, room: "lobby", epoch: EPOCH, seq } : frame });
  }
  assert.equal(seq - before, 7);
  assert.equal(world.chat.log.end, seq);
});

test("a deletion by someone else than the author is seen as it happens", () => {
  const world = new World();
  world.quiesce();
  world.tell({ type: "say", text: "of ann" });
  world.quiesce();
  const { epoch, end } = world.chat.log;
  world.tell({ type: "received", frame: { type: "event", room: "lobby", epoch, seq: end + 1, user: BOB, name: "bob", kind: "deletion", of: end } });
  assert.equal(world.chat.log.events.find(({ seq }) => seq === end).kind, "deleted");
});
