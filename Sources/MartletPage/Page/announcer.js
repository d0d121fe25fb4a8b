// What a screen reader says: new messages, joins and leaves, changes of the room, and why something
// was not sent.

import { sentences } from "./changes.js";
import { find, make } from "./dom.js";
import { counted } from "./language.js";
import { sentence } from "./notice.js";

const KEPT = 20;
const ONE_BY_ONE = 3; // more messages at once are only counted

export class Announcer {
  constructor() { Object.assign(this, { region: find("announcer"), room: null }); }

  /** `added`: rows that have just come behind the others. */
  announce(added, { room, detached }) {
    const isNew = this.room !== room;
    this.room = room;
    if (isNew || detached) return;
    const messages = added.filter(({ kind, own, gone, blocked }) => kind === "message" && !own && !gone && !blocked);
    if (messages.length > ONE_BY_ONE) this.say(counted(messages.length, "1 new message", "%@ new messages"));
    else for (const { name, text, file } of messages) this.say(`${name}: ${text || file?.name}`);
    for (const row of added) if (row.kind === "notice") this.say(sentence(row));
    for (const row of added) if (row.kind === "changes") sentences(row).forEach((words) => this.say(words));
  }

  say(text) {
    this.region.append(make("p", {}, text.length > 300 ? `${text.slice(0, 300)}…` : text));
    while (this.region.childElementCount > KEPT) this.region.firstElementChild.remove();
  }
}
