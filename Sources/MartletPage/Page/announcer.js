// What a screen reader says: new messages, joins and leaves, changes of the room, and why something
// was not sent.

import { sentences } from "./changes.js";
import { find, make } from "./dom.js";
import { sentence } from "./notice.js";

const KEPT = 20;
const COLLECTED = 1_000; // milliseconds in which messages are announced together

export class Announcer {
  /** `asked` gives the promise of the model's answer to a question. */
  constructor(asked) { Object.assign(this, { asked, region: find("announcer"), room: null, timer: null, keys: [] }); }

  /** `added`: rows that have just come behind the others. */
  announce(added, { room, detached }) {
    const isNew = this.room !== room;
    this.room = room;
    if (isNew) this.keys = [];
    if (isNew || detached) return;
    for (const { kind, key, own } of added) if (kind === "message" && !own) this.keys.push(key);
    if (this.keys.length) this.timer ??= setTimeout(() => this.#tellMessages(), COLLECTED);
    for (const row of added) if (row.kind === "notice") this.say(sentence(row));
    for (const row of added) if (row.kind === "changes") sentences(row).forEach((words) => this.say(words));
  }

  async #tellMessages() {
    this.timer = null;
    const keys = this.keys.splice(0);
    if (!keys.length) return; // the user has left the room meanwhile
    const { sentences = [] } = await this.asked({ type: "announcement", room: this.room, keys });
    for (const sentence of sentences) this.say(sentence);
  }

  say(text) {
    this.region.append(make("p", {}, text.length > 300 ? `${text.slice(0, 300)}…` : text));
    while (this.region.childElementCount > KEPT) this.region.firstElementChild.remove();
  }
}
