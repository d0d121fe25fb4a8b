// What linked pages say of themselves, below the messages that link to them. The server fetches the
// pages; this browser asks the server only.

import { make } from "./dom.js";
import { site } from "./site.js";

export class Previews {
  /**
   * `settle` runs what changes the height of a row, and keeps the reader's place. `judge` gives the
   * promise of what the model makes of the server's answer.
   */
  constructor(settle, judge) {
    Object.assign(this, { settle, judge, limits: null, known: new Map(), waiting: [], running: 0 });
    this.seen = new IntersectionObserver((entries) => this.#look(entries));
  }

  draw({ token, room, previews }) {
    if (room !== this.room) this.waiting = [];
    Object.assign(this, { token, room, limits: previews });
    this.#askNext();
  }

  /**
   * The element of a message's text, and the card of its link. If that is not known, the server is
   * asked as soon as the text is seen.
   */
  below(said, { seq }, link) {
    if (link === undefined) return [said];
    const preview = this.limits ? this.known.get(link) : undefined;
    if (preview) return [said, card(preview, this.settle)];
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
    this.waiting = this.waiting.filter((said) => said.isConnected);
    if (this.limits) this.waiting = this.waiting.slice(-this.limits.wanted);
    this.#askNext();
  }

  /** What was seen last is asked for first. */
  #askNext() {
    while (this.limits && !this.pause && this.running < this.limits.requests && this.waiting.length > 0) this.#ask(this.waiting.pop());
  }

  async #ask(said) {
    const want = wanted.get(said);
    const { room, token } = this;
    this.running += 1;
    const { preview, wait } = this.known.has(want.link) ? { preview: this.known.get(want.link) } : await this.#request(room, want, token);
    this.running -= 1;
    if (preview !== undefined) this.#keep(want.link, preview);
    if (room === this.room) {
      if (preview && said.isConnected) this.settle(() => said.after(card(preview, this.settle)));
      want.tries += 1;
      if (wait && want.tries < this.limits?.tries) this.waiting.unshift(said);
    }
    if (wait) this.#rest(wait);
    this.#askNext();
  }

  #keep(link, preview) {
    if (!this.known.has(link) && this.known.size >= this.limits?.kept) this.known.delete(this.known.keys().next().value);
    this.known.set(link, preview);
  }

  #rest(milliseconds) {
    this.pause ??= setTimeout(() => {
      this.pause = undefined;
      this.#askNext();
    }, milliseconds);
  }

  /**
   * The `preview`; null if there is none, undefined if the server did not say. `wait` is the number
   * of milliseconds after which it may.
   */
  async #request(room, { seq, link }, token) {
    let answer = { status: 0, body: "" };
    try {
      const query = new URLSearchParams({ room, seq });
      const response = await fetch(new URL(`/v1/previews?${query}`, site.base), { headers: token ? { Authorization: `Bearer ${token}` } : {} });
      answer = { status: response.status, retryAfter: response.headers.get("Retry-After") ?? undefined, body: await response.text() };
    } catch { /* status 0: there is no answer */ }
    const { none, ...judged } = await this.judge({ type: "preview", link, ...answer });
    return none ? { preview: null } : judged;
  }
}

const wanted = new WeakMap(); // the link of a text, the number of its message, and how often it was asked for

function card({ link, title, summary, site: name, image }, settle) {
  return make(
    "a",
    { class: "link-card", href: link, target: "_blank", rel: "noopener noreferrer nofollow" },
    make("bdi", { class: "link-site" }, name),
    make("bdi", { class: "link-title" }, title),
    summary ? make("span", { class: "link-summary", dir: "auto" }, summary) : null,
    image ? picture(image, settle) : null,
  );
}

/** The space is reserved before the picture is loaded. */
function picture({ path, width, height }, settle) {
  const shown = make("img", { class: "link-image", src: site.at(path.replace(/^\//, "")), crossorigin: site.sharing, alt: "", width, height, loading: "lazy", decoding: "async" });
  shown.addEventListener("error", () => settle(() => shown.remove())); // the server does not keep it for long
  return shown;
}
