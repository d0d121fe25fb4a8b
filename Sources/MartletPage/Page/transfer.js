// The upload of the next message's file, as a value: one at a time, given up when it makes no
// progress, retried with growing pauses. chat.js handles refusals.

import { backOff } from "./link.js";

export const STALLED = 30_000; // milliseconds without a byte

export class Transfer {
  constructor() {
    this.key = null; // of the file under way
    this.token = null; // under which it goes
    this.sent = 0;
    this.failures = 0;
    this.trouble = ""; // why it is not under way, for a person
  }

  get isIdle() { return this.key === null; }

  /** The uploaded part of a file, 0 to 1, without protocol overhead. */
  progress({ key, size }) { return key === this.key ? Math.min(1, this.sent / size) : 0; }

  begin(key, token) { Object.assign(this, { key, token, sent: 0 }); }

  moved(sent) { Object.assign(this, { sent, trouble: "" }); }

  done() { Object.assign(this, { key: null, failures: 0, trouble: "" }); }

  /** Gives up for now. Returns the milliseconds to wait. */
  failed({ text, retry }, random) {
    this.failures += 1;
    Object.assign(this, { key: null, trouble: text });
    return Math.max(retry ?? 0, backOff(this.failures, random));
  }
}
