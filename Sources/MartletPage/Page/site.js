// Where the chat is: alone on a page of its server, or in an element of another site's page
// (embed.js). Every chat has its own instance of this script.

/** What the element has told about this instance, under the address with which it imports it. */
const told = globalThis[Symbol.for("martlet-chat")]?.get(import.meta.url);
if (told?.ended.aborted) throw new Error("The chat has ended while its script was loading.");

/** The page of the server. It has the whole document. */
const ownPage = {
  isEmbedded: false,
  /** Whether another system signs the user's tokens. */
  isSigned: false,
  /** The name of the browser's storage. */
  storage: "martlet",
  /** The tree that the chat is in. */
  get root() { return document; },
  /** The element that has everything of the chat. */
  get body() { return document.body; },
  /** Where keys are pressed, and files are pasted and dropped. */
  get area() { return window; },
  /** The address of the server. */
  get base() { return location.href; },
  /** The addresses of the model's two parts. */
  get model() {
    const { href, dataset } = document.getElementById("model");
    return [href, new URL(dataset.rest, href).href];
  },
  /** Whether the focus may go to another element without a click. */
  mayFocus: true,
  /** The address of something on the server, for elements of the chat. */
  at(path) { return path; },
  /** Begins again. */
  reload() { location.reload(); },
  /** Takes what is new: the page has it in its title. */
  report({ unread, title }) {
    const page = title === "" ? "Martlet" : `${title} – Martlet`;
    const text = `${unread ? `(${unread}) ` : ""}${page}`;
    if (document.title !== text) document.title = text;
    mark(unread > 0);
  },
};

const DOT = '<circle cx="49" cy="15" r="14" fill="#d3222f" stroke="#fff" stroke-width="3"/></svg>';
let isMarked = false;
let plain; // the address of the page's icon
let marked; // that of the icon with a dot, once it was wanted

/** The icon in the tab has a dot while there are unread messages. */
async function mark(isUnread) {
  if (isMarked === isUnread) return;
  isMarked = isUnread;
  const link = document.querySelector("link[rel=icon]");
  plain ??= link.href;
  marked ??= withDot(link.type);
  try {
    const address = await marked;
    link.href = isMarked ? address : plain;
  } catch {
    marked = undefined; // the next change fetches it again
  }
}

/** The promise of the address of the icon with a dot. */
async function withDot(type) {
  const answer = await fetch(plain);
  if (!answer.ok) throw new Error(`The icon was not loaded: ${answer.status}`);
  return URL.createObjectURL(new Blob([(await answer.text()).replace("</svg>", DOT)], { type }));
}

export const site = told ?? ownPage;

/** Listens as long as there is this chat. */
export function listen(target, type, handler, options) {
  target.addEventListener(type, handler, { ...options, signal: site.ended });
}

/** What an event is about, also inside the element. */
export function targetOf(event) { return event.composedPath()[0]; }

/**
 * Whether the chat has at least this width in `em`: `matches`, and the event `change`. It is what
 * `@container` of the style sheet asks.
 */
export function minimumWidth(em) {
  return site.isEmbedded ? new ElementWidth(site.body, em) : matchMedia(`(min-width: ${em}em)`);
}

class ElementWidth extends EventTarget {
  constructor(element, em) {
    super();
    Object.assign(this, { element, em, former: false });
    this.former = this.matches;
    const observer = new ResizeObserver(() => this.#look());
    observer.observe(element);
    site.ended.addEventListener("abort", () => observer.disconnect());
  }

  get matches() { return this.element.clientWidth >= this.em * parseFloat(getComputedStyle(this.element).fontSize); }

  #look() {
    if (this.former === this.matches) return;
    this.former = this.matches;
    this.dispatchEvent(new Event("change"));
  }
}
