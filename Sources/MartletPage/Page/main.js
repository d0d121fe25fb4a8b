// Connects the parts: inputs go to the chat, its effects are performed here, and its new state is
// drawn.

import { Actions } from "./actions.js";
import { Blobs } from "./blobs.js";
import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { Devices } from "./devices.js";
import { Door } from "./door.js";
import { People } from "./people.js";
import { Socket } from "./socket.js";
import { Status } from "./status.js";
import { Storage } from "./storage.js";
import { roomIn } from "./text.js";
import { Timeline } from "./timeline.js";
import { Upload } from "./upload.js";

const local = new Storage("localStorage");
const devices = new Devices(local, new Storage("sessionStorage"));
const chat = new Chat();
const socket = new Socket(tell);
const blobs = new Blobs();
const upload = new Upload(tell, blobs);
const timers = new Map();
const composer = new Composer(tell, local, blobs);
const actions = new Actions(tell, (row) => composer.edit(row), (row) => composer.reply(row));
const view = {
  composer,
  door: new Door(tell),
  people: new People(tell, local),
  status: new Status(tell),
  timeline: new Timeline(tell, (row) => actions.open(row), blobs),
};

function tell(input) {
  const effects = chat.handle({ now: Date.now(), random: Math.random(), ...input });
  for (const effect of effects) perform[effect.do](effect);
  drawSoon();
}

const perform = {
  connect() { socket.connect(); },
  disconnect() { socket.disconnect(); },
  send({ frame }) { socket.send(frame); },
  upload(effect) { upload.start(effect); },
  stopUpload() { upload.stop(); },
  forget({ key, hide }) {
    blobs.forget(key);
    if (hide) blobs.hide(key);
  },
  keep({ device, record }) { devices.keep(device, record); },
  remember({ name, token }) { local.write("me", { name, token }); },
  wait({ timer, ms }) {
    perform.cancel({ timer });
    timers.set(timer, setTimeout(() => tell({ type: "timer", timer }), ms));
  },
  cancel({ timer }) { clearTimeout(timers.get(timer)); },
  announce({ text }) { view.status.announce(text); },
  async drained() {
    const left = await devices.adopt(() => chat.outbox.idle);
    if (!left) return;
    tell({ type: "device", ...left });
    devices.leave();
  },
};

let scheduled = false;

/** Draws once in a frame. A hidden page gets no frames, but its title still counts. */
function drawSoon() {
  if (scheduled) return;
  scheduled = true;
  const draw = () => {
    scheduled = false;
    const changed = view.door.draw(chat);
    for (const part of [view.people, view.status, view.composer, view.timeline]) part.draw(chat);
    if (changed && !view.door.open) view.composer.focus();
  };
  if (document.hidden) setTimeout(draw, 100);
  else requestAnimationFrame(draw);
}

function listen() {
  addEventListener("hashchange", () => tell({ type: "room", room: roomIn(location.hash) }));
  addEventListener("online", () => tell({ type: "online" }));
  addEventListener("offline", () => tell({ type: "offline" }));
  document.addEventListener("visibilitychange", () => {
    tell({ type: "visible", visible: !document.hidden });
    if (!document.hidden) perform.drained();
  });
  // For phones whose keyboard covers the page instead of shrinking it.
  visualViewport?.addEventListener("resize", () => {
    const height = visualViewport.scale === 1 ? `${visualViewport.height}px` : "";
    document.documentElement.style.setProperty("--height", height);
  });
  // The page came back from the browser's page cache: its connection and its device are gone, so
  // reload.
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
}

const device = await devices.claim();
tell({
  type: "start", ...local.read("me"), ...device,
  room: roomIn(location.hash), online: navigator.onLine, visible: !document.hidden,
});
listen();
blobs.sweep(new Set(devices.unsent.map(({ file }) => file?.key)));
