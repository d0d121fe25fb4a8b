// The element <martlet-chat>, which shows the chat in a page of another site (docs/embed.md). It
// makes the elements of the page in a shadow root, and runs the page's script for them.

import markup from "martlet-markup";
import { refuse } from "./embed-refusal.js";
import { styles } from "./embed-style.js";

const HERE = new URL("./", import.meta.url).href;
const [SCRIPT, STYLE, ICON, ...MODEL] = ["main.js", "style.css", "icon.svg", "model.wasm", "model-rest.wasm"].map((name) => HERE + name);
const SVG = "http://www.w3.org/2000/svg";
/** What the scripts are told, by the address with which they are imported (site.js). */
const told = (globalThis[Symbol.for("martlet-chat")] ??= new Map());
const places = new Set(); // of the chats in this page
const chats = new EventTarget(); // tells them what one of them has stored
let count = 0; // the chats that this page has ever had

class MartletChat extends HTMLElement {
  static observedAttributes = ["server", "room", "token", "theme", "lang"];

  #ended = null; // ends the chat
  #commands = new EventTarget();
  #reported = {};
  #held; // the token that was set as a property

  connectedCallback() {
    // What the page has set before this script was there hides the properties of the class.
    for (const name of MartletChat.observedAttributes.filter((name) => Object.hasOwn(this, name))) {
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    if (!this.#ended) this.#begin();
  }

  /** An element that is only moved goes on. */
  disconnectedCallback() { queueMicrotask(() => { if (!this.isConnected) this.#end(); }); }

  attributeChangedCallback(name, before, now) {
    const former = name === "token" ? this.#held ?? before : before;
    if (name === "token") this.#held = undefined;
    this.#change(name, former, now);
  }

  #change(name, before, now) {
    if (!this.#ended || before === now) return;
    if (name === "room") this.#commands.dispatchEvent(new CustomEvent("room", { detail: now ?? "" }));
    else if (name === "token" && isRenewed(before, now)) this.#commands.dispatchEvent(new CustomEvent("token", { detail: now }));
    else if (name === "theme" && this.shadowRoot.querySelector("#inside")) this.#restyle();
    else if (name !== "lang" || languageOf(before) !== languageOf(now)) this.#restart();
  }

  get server() { return this.getAttribute("server") ?? ""; }
  set server(value) { this.#set("server", value); }

  get room() { return this.getAttribute("room") ?? ""; }
  set room(value) { this.#set("room", value); }

  get theme() { return this.getAttribute("theme") ?? ""; }
  set theme(value) { this.#set("theme", value); }

  /** It is not written into the attribute, where whatever reads the page's markup would find it. */
  get token() { return this.#token ?? ""; }
  set token(value) {
    const before = this.#token;
    this.#held = value ?? undefined;
    this.#change("token", before, this.#token);
  }

  #set(name, value) { (value ?? "") === "" ? this.removeAttribute(name) : this.setAttribute(name, value); }

  /** The number of unread messages in all rooms. */
  get unread() { return this.#reported.unread ?? 0; }

  /** Whether the chat is connected to its server. */
  get connected() { return this.#reported.connected ?? false; }

  /** The chat goes on in the colors of another theme. */
  async #restyle() {
    const [ended, theme] = [this.#ended, this.getAttribute("theme")];
    const style = await styles(STYLE, theme).catch(() => null);
    if (style && ended === this.#ended && theme === this.getAttribute("theme")) this.shadowRoot.adoptedStyleSheets = [style];
  }

  #restart() {
    this.#end();
    this.#begin();
  }

  #end() {
    this.#ended?.abort();
    this.#ended = null;
    this.shadowRoot?.replaceChildren();
    this.#report({ unread: 0, connected: false, room: "", title: "" });
  }

  async #begin() {
    const ended = new AbortController();
    this.#ended = ended;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    try {
      // Another address is another instance of the script. A fragment is not enough for that.
      const address = `${SCRIPT}?${(count += 1)}`;
      const [style] = await Promise.all([styles(STYLE, this.getAttribute("theme")), preload(address)]);
      if (ended.signal.aborted) return;
      root.adoptedStyleSheets = [style];
      const body = built(markup, this.#base);
      body.setAttribute("role", "region");
      root.replaceChildren(body);
      told.set(address, this.#site(root, body, ended.signal));
      await import(address).finally(() => told.delete(address));
    } catch (error) {
      if (ended.signal.aborted) return;
      console.error(error);
      if (!root.querySelector("#door, #inside")) await refuse(root, { server: HERE, script: SCRIPT, theme: this.getAttribute("theme"), again: () => this.#restart(), ended: ended.signal });
    }
  }

  /** The token; null if there is none, or an empty one. */
  get #token() { return (this.#held ?? this.getAttribute("token")) || null; }

  get #base() { return new URL(`${this.getAttribute("server") ?? HERE}/`.replace(/\/+$/, "/"), document.baseURI).href; }

  /** What the page's script is told of where it is. */
  #site(root, body, ended) {
    const base = this.#base;
    const token = this.#token;
    const place = free(ended);
    const element = this;
    let given = token;
    let isUsed = false; // the user has done something here
    for (const event of ["pointerdown", "keydown"]) body.addEventListener(event, () => { isUsed = true; }, { capture: true, signal: ended });
    for (const event of ["keydown", "keypress", "keyup"]) body.addEventListener(event, keepTyped, { signal: ended });
    return {
      isEmbedded: true, isSigned: token !== null, storage: ["martlet", base, ...subject(token)].join(" "), place: place > 1 ? ` ${place}` : "",
      language: this.closest("[lang]")?.lang, chats, root, body, area: body, base, model: MODEL, sharing: "anonymous", ended, commands: this.#commands,
      // Asked for when they are needed: they may have changed since.
      get token() { return element.#token; },
      get room() { return element.getAttribute("room") ?? ""; },
      /** The focus is never taken from the other elements of the page. */
      get mayFocus() { return root.activeElement !== null || (isUsed && document.activeElement === document.body); },
      at: (path) => new URL(path, base).href,
      reload: () => { if (!ended.aborted) this.#restart(); },
      report: (news) => this.#report(news),
      /** A token that the page has not given yet. It may set one while it handles the event. */
      newToken: () => {
        this.dispatchEvent(new CustomEvent("token"));
        const former = given;
        given = this.#token;
        return given === former ? undefined : given ?? undefined;
      },
    };
  }

  /** Tells the page what has changed. It may change the element then, so it is told after the chat's own work. */
  #report({ unread, connected, room, title }) {
    const former = this.#reported;
    this.#reported = { unread, connected, room, title };
    const tell = (name, detail) => queueMicrotask(() => this.dispatchEvent(new CustomEvent(name, { detail })));
    if (unread !== (former.unread ?? 0)) tell("unread", { count: unread });
    if (connected !== (former.connected ?? false)) tell("connection", { connected });
    if (room !== (former.room ?? "") || title !== (former.title ?? "")) tell("room", { room, title });
  }
}

/** The language of a tag: `de` of `de-AT`. */
function languageOf(tag) { return tag?.toLowerCase().split(/[-_]/)[0]; }

/** The least number that no other chat of this page has, until it ends: reloaded pages find what it kept. */
function free(ended) {
  let place = 1;
  while (places.has(place)) place += 1;
  places.add(place);
  ended.addEventListener("abort", () => places.delete(place));
  return place;
}

/** Whose token it is, so that the users of a browser share nothing of what it keeps. */
function subject(token) {
  if (token === null) return [];
  try {
    const { iss, sub } = JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
    return [`${iss} ${sub}`];
  } catch {
    return [token.slice(-32)];
  }
}

/** Whether both are tokens of one user. */
function isRenewed(before, now) { return Boolean(before && now) && subject(before)[0] === subject(now)[0]; }

/**
 * Keeps what is typed in a field from the page around. There it seems to come from the element,
 * which is no field, so the shortcuts of the page would take it for theirs.
 */
function keepTyped(event) {
  const isTyped = event.composedPath()[0].matches("input, textarea") && !event.ctrlKey && !event.metaKey;
  if (isTyped && event.key !== "Escape" && event.key !== "Tab") event.stopPropagation();
}

/** Fetches the script, so that it is there when its elements are. */
async function preload(address) {
  const { ok } = await fetch(address);
  if (!ok) throw new Error(address);
}

/** The elements of the page's markup. What is the main part of a page is a part of another one here. */
function built(node, base, namespace) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, ...children] = node;
  const inside = tag === "svg" ? SVG : namespace;
  const element = inside ? document.createElementNS(inside, tag) : document.createElement(/^(body|main|header)$/.test(tag) ? "div" : tag);
  if (tag === "img") element.crossOrigin = "anonymous"; // else the server does not give its pictures to other sites
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (attributes.src === "icon.svg") element.src = ICON;
  if (tag === "a" && attributes.href) element.href = new URL(attributes.href, base).href;
  element.append(...children.map((child) => built(child, base, inside)));
  return element;
}

if (!customElements.get("martlet-chat")) customElements.define("martlet-chat", MartletChat);
