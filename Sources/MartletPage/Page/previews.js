// What linked pages say of themselves, below the messages that link to them. The server fetches the
// pages; this browser asks the server only.

import { make } from "./dom.js";
import { site } from "./site.js";

const MOST = 500; // previews held
const AT_ONCE = 2; // requests: files need connections, too

export class Previews {
  /** `settle` runs what changes the height of a row, and keeps the reader's place. */
  constructor(settle) {
    Object.assign(this, { settle, isOn: false, known: new Map(), waiting: [], running: 0 });
    this.seen = new IntersectionObserver((entries) => this.#look(entries));
  }

  draw({ token, room, previews }) {
    if (room !== this.room) this.waiting = [];
    Object.assign(this, { token, room, isOn: previews });
  }

  /** The card of a link; null as long as it is not known. */
  card(link) {
    const preview = this.isOn && link !== undefined ? this.known.get(link) : null;
    return preview ? card(preview) : null;
  }

  /** Asks for the preview of a message's link as soon as the message is seen. */
  watch(node, { seq }, link) {
    if (!this.isOn || link === undefined || seq === undefined || this.known.has(link)) return;
    asked.set(node, { seq, link });
    this.seen.observe(node);
  }

  #look(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting || !target.isConnected) this.seen.unobserve(target);
      if (isIntersecting && target.isConnected) this.waiting.push(target);
    }
    while (this.waiting.length > 0 && this.running < AT_ONCE) this.#ask(this.waiting.shift());
  }

  async #ask(node) {
    const { seq, link } = asked.get(node);
    const { room, token } = this;
    this.running += 1;
    const preview = this.known.has(link) ? this.known.get(link) : await request(room, seq, token);
    this.running -= 1;
    // A busy server is asked again when the message is drawn anew.
    if (preview !== undefined) {
      if (this.known.size >= MOST) this.known.delete(this.known.keys().next().value);
      this.known.set(link, preview);
      if (preview && node.isConnected && room === this.room) this.settle(() => node.querySelector(".said").after(card(preview)));
    }
    this.#look([]);
  }
}

const asked = new WeakMap(); // what is wanted for a row

/** The preview; null if there is none, undefined if the server could not say. */
async function request(room, seq, token) {
  try {
    const query = new URLSearchParams({ room, seq });
    const response = await fetch(new URL(`/v1/previews?${query}`, site.base), { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (response.status === 200) return await response.json();
    return response.status < 429 ? null : undefined;
  } catch {
    return undefined;
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

/** Its space is there before it is. */
function picture({ path, width, height }) {
  const shown = make("img", { class: "link-image", src: site.at(path.replace(/^\//, "")), crossorigin: site.sharing, alt: "", width, height, loading: "lazy", decoding: "async" });
  shown.addEventListener("error", () => shown.remove()); // the server does not keep it for long
  return shown;
}
