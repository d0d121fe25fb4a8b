// The life of the connection, as a value: greeting, requests and replies, silence, loss,
// reconnecting. chat.js extends it with everything that a chat does over a connection.

import { advice, backOff, farewell } from "./link.js";

const SILENCE = 33_000; // heard nothing for this long: the connection is dead
const WELCOME_DEADLINE = 10_000;
const PROBE_DEADLINE = 5_000;
const STEADY = 10_000; // a connection this old was a good one: back-off begins anew
const TIMERS = ["connect", "welcome", "silence", "probe", "sending", "uploading", "reading", "rooms"];

const nameErrors = [120, 121, 122, 123];

export class Connection {
  constructor() {
    this.phase = "unnamed"; // → connecting → introducing → ready; waiting and stopped in between
    this.name = "";
    this.token = null;
    this.user = null;
    this.device = null;
    this.sentence = ""; // why the name was refused, or why the page gave up
    this.online = true;
    this.failures = 0;
    this.readySince = null;
    this.heard = 0;
    this.probed = null;
    this.pingEvery = 25_000;
    this.requests = new Map(); // ref → what was asked
    this.ref = 0;
    this.effects = [];
  }

  on_introduce({ name }) {
    this.name = name;
    this.sentence = "";
    this.failures = 0;
    this.hangUp();
    this.connect();
  }

  /** Shows the form that asks for a name again. */
  on_rename() {
    this.hangUp();
    this.phase = "unnamed";
    this.sentence = "";
  }

  on_reconnect() {
    this.failures = 0;
    if (this.phase === "waiting" || this.phase === "stopped") this.connect();
  }

  on_online() {
    this.online = true;
    this.failures = 0;
    if (this.phase === "waiting") this.connect();
    else this.probe();
  }

  /** `offline` is only a hint: the server may be on this machine. So ping it. */
  on_offline() {
    this.online = false;
    this.probe();
  }

  on_opened() {
    this.phase = "introducing";
    this.heard = this.now;
    const { name, token, device } = this;
    this.ask("hello", { version: 1, name, token: token ?? undefined, device: device ?? undefined });
  }

  on_closed({ code, reason = "" }) { this.lost(advice(code), farewell(code, reason)); }

  on_received({ frame }) {
    this.heard = this.now;
    const fold = this[`got_${frame.type}`];
    if (typeof fold === "function") fold.call(this, frame);
  }

  on_timer({ timer }) {
    if (timer === "connect" && this.phase === "waiting") this.connect();
    if (timer === "welcome" && this.phase !== "ready") this.lost("reconnect");
    if (timer === "silence" && this.phase === "ready") this.listen();
    if (timer === "probe" && this.phase === "ready" && this.heard <= this.probed) this.lost("reconnect");
  }

  got_welcome(frame) {
    this.answered(frame);
    this.cancel("welcome");
    Object.assign(this, { phase: "ready", user: frame.user, name: frame.name, token: frame.token, sentence: "" });
    this.readySince = this.now;
    this.pingEvery = (frame.ping ?? 25) * 1_000;
    this.effect("remember", { name: this.name, token: this.token });
    this.listen();
  }

  got_pong(frame) { this.answered(frame); }

  refused_hello(error) {
    if (error.temporary) return this.lost("reconnect", error.text, error.retry);
    if (error.code === 113) return this.lost("reintroduce");
    this.hangUp();
    this.sentence = error.text;
    this.phase = nameErrors.includes(error.code) ? "unnamed" : "stopped";
  }

  connect() {
    this.cancel("connect");
    this.phase = "connecting";
    this.wait("welcome", WELCOME_DEADLINE);
    this.effect("connect");
  }

  /** Pings after a silence, and gives up on the connection after a longer one. */
  listen() {
    const silent = this.now - this.heard;
    if (silent >= SILENCE) return this.lost("reconnect");
    if (silent >= this.pingEvery) this.ask("ping", {});
    this.wait("silence", silent >= this.pingEvery ? SILENCE - silent : this.pingEvery - silent);
  }

  probe() {
    if (this.phase !== "ready") return;
    this.probed = this.now;
    this.ask("ping", {});
    this.wait("probe", PROBE_DEADLINE);
  }

  lost(what, sentence = "", atLeast = 0) {
    this.hangUp();
    if (this.phase === "unnamed") return;
    if (what === "giveUp") {
      this.phase = "stopped";
      this.sentence = sentence;
      return;
    }
    if (what === "reintroduce") {
      this.token = null;
      this.effect("remember", { name: this.name, token: null });
    }
    this.phase = "waiting";
    this.wait("connect", Math.max(atLeast, backOff(this.failures, this.random)));
    this.failures += 1;
  }

  hangUp() {
    for (const timer of TIMERS) this.cancel(timer);
    if (this.readySince !== null && this.now - this.readySince >= STEADY) this.failures = 0;
    this.readySince = null;
    this.probed = null;
    this.requests.clear();
    this.effect("disconnect");
  }

  /** Sends a request. `context` is stored with it until the reply arrives. */
  ask(kind, fields, context = {}) {
    this.ref += 1;
    this.requests.set(this.ref, { kind, ...fields, ...context });
    this.effect("send", { frame: { type: kind, ref: this.ref, ...fields } });
  }

  answered({ ref }) {
    const asked = this.requests.get(ref);
    this.requests.delete(ref);
    return asked;
  }

  wait(timer, ms) { this.effect("wait", { timer, ms }); }

  cancel(timer) { this.effect("cancel", { timer }); }

  effect(kind, fields = {}) { this.effects.push({ do: kind, ...fields }); }
}
