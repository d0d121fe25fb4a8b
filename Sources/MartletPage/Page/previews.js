// What linked pages say of themselves, below the messages that link to them. The server fetches the
// pages; this browser asks the server only. `ShownPreviews` has the same numbers for the app.

import { make } from "./dom.js";
import { site } from "./site.js";

const MOST = 500; // previews held
const AT_ONCE = 2; // requests: files need connections, too
const WAITING = 64; // texts seen whose preview was not asked for yet
const TRIES = 3; // for one text
const PAUSE = 10; // seconds, after a failure without a `Retry-After`
const LONGEST = 300; // seconds of a pause, whatever the server says

export class Previews {
  /** `settle` runs what changes the height of a row, and keeps the reader's place. */
  constructor(settle) {
    Object.assign(this, { settle, isOn: false, known: new Map(), waiting: [], running: 0 });
    this.seen = new IntersectionObserver((entries) => this.#look(entries));
  }

  draw({ token, room, previews }) {
    if (room !== this.room) this.waiting = [];
    Object.assign(this, { token, room, isOn: previews });
    this.#askNext();
  }

  /**
   * The element of a message's text, and the card of its link. If that is not known, the server is
   * asked as soon as the text is seen.
   */
  below(said, { seq }, link) {
    if (link === undefined) return [said];
    const preview = this.isOn ? this.known.get(link) : undefined;
    if (preview) return [said, card(preview)];
    // Texts that are kept in this browser are drawn before the server says whether it has previews.
    if (preview === undefined && seq !== undefined) {
      wanted.set(said, { seq, link, tries: 0 });
      this.seen.observe(said);
    }
    return [said];
  }

  #look(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting || !target.isConnected) this.seen.unobserve(target);
      if (isIntersecting) this.waiting.push(target);
    }
    this.waiting = this.waiting.filter((said) => said.isConnected).slice(-WAITING);
    this.#askNext();
  }

  /** What was seen last is asked for first. */
  #askNext() {
    while (this.isOn && !this.pause && this.running < AT_ONCE && this.waiting.length > 0) this.#ask(this.waiting.pop());
  }

  async #ask(said) {
    const want = wanted.get(said);
    const { room, token } = this;
    this.running += 1;
    const { preview, wait } = this.known.has(want.link) ? { preview: this.known.get(want.link) } : await request(room, want, token);
    this.running -= 1;
    if (preview !== undefined) this.#keep(want.link, preview);
    if (room === this.room) {
      if (preview && said.isConnected) this.settle(() => said.after(card(preview)));
      want.tries += 1;
      if (wait && want.tries < TRIES) this.waiting.unshift(said);
    }
    if (wait) this.#rest(wait);
    this.#askNext();
  }

  #keep(link, preview) {
    if (!this.known.has(link) && this.known.size >= MOST) this.known.delete(this.known.keys().next().value);
    this.known.set(link, preview);
  }

  #rest(seconds) {
    this.pause ??= setTimeout(() => {
      this.pause = undefined;
      this.#askNext();
    }, seconds * 1_000);
  }
}

const wanted = new WeakMap(); // the link of a text, the number of its message, and how often it was asked for

/**
 * The `preview`; null if there is none, undefined if the server did not say. `wait` is the number
 * of seconds after which it may.
 */
async function request(room, { seq, link }, token) {
  try {
    const query = new URLSearchParams({ room, seq });
    const response = await fetch(new URL(`/v1/previews?${query}`, site.base), { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (response.status === 204) return { preview: null };
    if (response.status === 200) {
      const preview = await response.json();
      // An edit is on its way: the server has read another text.
      return preview.link === link ? { preview } : { wait: PAUSE };
    }
    const isLater = response.status === 401 || response.status === 429 || response.status >= 500;
    return isLater ? { wait: Math.min(Number(response.headers.get("Retry-After")) || PAUSE, LONGEST) } : {};
  } catch {
    return { wait: PAUSE };
  }
}

function card({ link, title, summary, site: name, image }) {
  return make(
    "a",
    { class: "link-card", href: link, target: "_blank", rel: "noopener noreferrer nofollow" },
    make("bdi", { class: "link-site" }, name),
    make("bdi", { class: "link-title" }, title),
    summary ? make("span", { class: "link-summary", dir: "auto" }, summary) : null,
    image ? picture(image) : null,
  );
}

/** The space is reserved before the picture is loaded. */
function picture({ path, width, height }) {
  const shown = make("img", { class: "link-image", src: site.at(path.replace(/^\//, "")), crossorigin: site.sharing, alt: "", width, height, loading: "lazy", decoding: "async" });
  shown.addEventListener("error", () => shown.remove()); // the server does not keep it for long
  return shown;
}
