// How long the page's model takes for new messages: without the screen, the network and the disk.
//
//     node Tests/Page/measure_fold.mjs [MESSAGES]

import { freshExports } from "./committed.mjs";
import { Model } from "./page.mjs";
import { EPOCH, MemoryJournal, Page } from "./played.mjs";

const DRAWN = 4; // messages between two draws
const messages = Number(process.argv[2] ?? 100_000);
const exports = freshExports();
const page = await new Page(new Model(exports)).start(new MemoryJournal());
page.tell({ type: "seen", seen: true });
await page.quiet();
page.journal.append = async () => {};
const frames = Array.from({ length: messages }, (_, index) => {
  const event = page.say(`message ${index} of a busy room, as long as most`);
  page.log.length = 0;
  return JSON.stringify({ ...event, seq: index + 1, type: "event", room: "lobby", epoch: EPOCH });
});

async function fold(frames, isDrawn) {
  const before = process.cpuUsage();
  for (const [index, frame] of frames.entries()) {
    page.tell(frame);
    if (page.engine.queue.length > 100) while (!page.engine.isIdle) await new Promise((done) => setImmediate(done));
    if (isDrawn && index % DRAWN === 0) page.draw();
  }
  while (!page.engine.isIdle) await new Promise((done) => setImmediate(done));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / frames.length;
}

const size = () => `${(exports.memory.buffer.byteLength / 1e6).toFixed(1)} MB`;
console.log(`memory of the model: ${size()}`);
console.log(`${messages} messages: ${((await fold(frames, false)) * messages / 1e6).toFixed(2)} s of processor time; memory ${size()}`);
const some = frames.slice(0, 4_000).map((frame, index) => frame.replace(/"seq":\d+/, `"seq":${messages + index + 1}`));
console.log(`drawn after every ${DRAWN}: ${(await fold(some, true)).toFixed(0)} µs a message; memory ${size()}`);
