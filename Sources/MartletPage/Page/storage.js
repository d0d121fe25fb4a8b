// Storage that survives the page, if the browser allows it; otherwise (in a private window, for
// example) it lasts as long as the page.

class Memory {
  constructor() { this.values = new Map(); }
  getItem(key) { return this.values.get(key) ?? null; }
  setItem(key, value) { this.values.set(key, value); }
  removeItem(key) { this.values.delete(key); }
}

/** Reads and writes JSON under names that begin with “martlet.”. It never throws. */
export class Storage {
  /** `kind` is "localStorage" or "sessionStorage". */
  constructor(kind) {
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

  /** Calls `changed` with the value when another tab has changed it. */
  watch(name, changed) {
    addEventListener("storage", ({ key }) => { if (key === null || key === `martlet.${name}`) changed(this.read(name)); });
  }

  read(name) {
    const text = this.memory.getItem(`martlet.${name}`) ?? this.area.getItem(`martlet.${name}`);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  write(name, value) {
    const key = `martlet.${name}`;
    if (value === null || value === undefined) return this.remove(name);
    try {
      this.area.setItem(key, JSON.stringify(value));
      if (this.area !== this.memory) this.memory.removeItem(key);
    } catch {
      this.memory.setItem(key, JSON.stringify(value)); // full
    }
  }

  remove(name) {
    this.memory.removeItem(`martlet.${name}`);
    this.area.removeItem(`martlet.${name}`);
  }
}
