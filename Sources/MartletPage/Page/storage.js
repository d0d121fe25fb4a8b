// Storage that survives the page, if the browser allows it; otherwise (in a private window, for
// example) it lasts as long as the page.

import { listen, site } from "./site.js";

class Memory {
  constructor() { this.values = new Map(); }
  getItem(key) { return this.values.get(key) ?? null; }
  setItem(key, value) { this.values.set(key, value); }
  removeItem(key) { this.values.delete(key); }
}

/** Reads and writes JSON under names that begin with the chat’s. It never throws. */
export class Storage {
  /** `kind` is "localStorage" or "sessionStorage". */
  constructor(kind) {
    this.prefix = kind === "sessionStorage" ? `${site.storage}${site.place ?? ""}.` : `${site.storage}.`;
    this.memory = new Memory();
    this.area = this.memory;
    try {
      const area = window[kind];
      area.setItem("martlet.probe", "1");
      area.removeItem("martlet.probe");
      this.area = area;
    } catch {
      // Not allowed here, so use the page's memory.
    }
  }

  /** Calls `changed` with the value when another tab, or another chat of this page, has changed it. */
  watch(name, changed) {
    listen(window, "storage", ({ key }) => { if (key === null || key === this.prefix + name) changed(this.read(name)); });
    // Browsers tell that to other pages only.
    if (site.chats) listen(site.chats, this.prefix + name, ({ detail }) => { if (detail !== site) changed(this.read(name)); });
  }

  read(name) {
    const text = this.memory.getItem(this.prefix + name) ?? this.area.getItem(this.prefix + name);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  write(name, value) {
    const key = this.prefix + name;
    if (value === null || value === undefined) return this.remove(name);
    try {
      this.area.setItem(key, JSON.stringify(value));
      if (this.area !== this.memory) this.memory.removeItem(key);
    } catch {
      this.memory.setItem(key, JSON.stringify(value)); // full
    }
    site.chats?.dispatchEvent(new CustomEvent(key, { detail: site }));
  }

  remove(name) {
    this.memory.removeItem(this.prefix + name);
    this.area.removeItem(this.prefix + name);
  }
}
