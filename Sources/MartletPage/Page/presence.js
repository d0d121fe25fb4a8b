// Who is in the room, who is typing, and joins and leaves. Presence is pushed live, and is not in
// the log.

const TYPING_SHOWN = 5_000;
const NOTICES = 50;
const LISTED = 200; // members a server lists
const ASKED_AGAIN = 30_000; // a large room tells only its count; its list is asked for no more often than this

export class Presence {
  constructor() {
    this.asked = false;
    this.askedAt = 0;
    this.count = 0;
    this.members = new Map(); // user → name, at most what the server lists
    this.typing = new Map(); // user → { name, until }
    this.notices = []; // { key, after, at, joined: [name], left: [name] }
  }

  listed(frame) {
    this.count = frame.count;
    this.members = new Map(frame.members.map(({ user, name }) => [user, name]));
  }

  /** Folds a `presence`; `after` is the event before it. Returns the text to announce, or "". */
  changed({ count, joined = [], left = [] }, me, after, at) {
    this.count = count;
    for (const { user } of left) {
      this.members.delete(user);
      this.typing.delete(user);
    }
    for (const { user, name } of joined) this.members.set(user, name);
    const others = (people) => people.filter(({ user }) => user !== me).map(({ name }) => name);
    return this.#notice(others(joined), others(left), after, at);
  }

  /** Whether the list no longer matches the count, and may be requested again. */
  isStale({ joined = [], left = [] }, now) {
    if (this.members.size === Math.min(this.count, LISTED)) return false;
    return joined.length + left.length > 0 || now - this.askedAt >= ASKED_AGAIN;
  }

  typed({ user, name }, me, now) {
    if (user !== me) this.typing.set(user, { name, until: now + TYPING_SHOWN });
  }

  /**
   * Removes people who stopped typing. Returns the milliseconds until the next one stops, or null.
   */
  expire(now) {
    for (const [user, { until }] of this.typing) if (until <= now) this.typing.delete(user);
    const next = Math.min(...[...this.typing.values()].map(({ until }) => until));
    return Number.isFinite(next) ? next - now : null;
  }

  /** Notices between the same two messages are combined; each person's last change counts. */
  #notice(joined, left, after, at) {
    if (!joined.length && !left.length) return "";
    let notice = this.notices.at(-1);
    if (notice?.after !== after) {
      notice = { key: `${after}/${at}`, after, at, joined: [], left: [] };
      this.notices.push(notice);
      if (this.notices.length > NOTICES) this.notices.shift();
    }
    const changed = new Set([...joined, ...left]);
    const others = (names) => names.filter((name) => !changed.has(name));
    notice.joined = [...others(notice.joined), ...joined];
    notice.left = [...others(notice.left), ...left];
    return sentence({ joined, left }).join("");
  }
}

/** “ann and bob joined · eve left”, in parts: a name, words, a name, words, …. */
export function sentence({ joined, left }) {
  const both = joined.length && left.length;
  return [...said(joined, both ? " joined · " : " joined"), ...said(left, " left")];
}

function said(names, verb) {
  if (!names.length) return [];
  const shown = names.length > 4 ? names.slice(0, 3) : names;
  const rest = names.length - shown.length;
  return shown.flatMap((name, index) => {
    if (index === shown.length - 1) return [name, rest ? ` and ${rest} others${verb}` : verb];
    return [name, index === shown.length - 2 && !rest ? " and " : ", "];
  });
}
