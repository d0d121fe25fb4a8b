// The browser's notifications of new messages, while the user looks at something else. The model
// decides which messages they are for. They are off until the user turns them on, and silent until
// the user turns their sound on.
//
// The tab that the user looks at holds a lock, so that the other tabs know.

import { find } from "./dom.js";
import { localized } from "./language.js";
import { site } from "./site.js";

const LOOKED_AT = "martlet.focused"; // the lock

export class Notifications {
  /**
   * `settings` keeps the choice; `open` gets the room of a notification that is clicked; `complain`
   * gets a sentence.
   */
  constructor(settings, { open, complain }) {
    Object.assign(this, { settings, open, complain, button: find("notify"), sound: find("sound") });
    this.button.hidden = site.isEmbedded || !("Notification" in window) || !isSecureContext; // browsers refuse them without TLS
    if (site.isEmbedded) return; // they would be those of the other site
    for (const choice of ["notifies", "sounds"]) settings.watch(choice, () => this.#mark());
    this.button.addEventListener("click", () => this.#choose(!this.#isOn));
    this.sound.addEventListener("click", () => {
      settings.write("sounds", !this.#sounds);
      this.#mark();
    });
    this.#mark();
    for (const event of ["focus", "blur"]) addEventListener(event, () => this.#look());
    document.addEventListener("visibilitychange", () => this.#look());
    this.#look();
    navigator.serviceWorker?.addEventListener("message", ({ data }) => this.open(data.room));
  }

  /** Shows what the model announces. */
  async draw({ announced = [] }) {
    if (site.isEmbedded || !announced.length || !this.#isOn || this.#isLookedAt || await isOtherTabLookedAt()) return;
    for (const message of announced) this.#show(message);
  }

  get #isLookedAt() { return !document.hidden && document.hasFocus(); }

  /** Holds the lock while the user looks at this tab. The browser releases it when the tab closes. */
  #look() {
    if (this.#isLookedAt === Boolean(this.ended)) return;
    if (this.ended) {
      this.ended.abort();
      this.ended = null;
      return;
    }
    const ended = new AbortController();
    this.ended = ended;
    const end = new Promise((done) => { ended.signal.addEventListener("abort", done); });
    navigator.locks?.request(LOOKED_AT, { mode: "shared", signal: ended.signal }, () => end).catch(() => {}); // it ended before it began
  }

  get #isOn() { return this.settings.read("notifies") === true && window.Notification?.permission === "granted"; }

  get #sounds() { return this.settings.read("sounds") === true; }

  async #choose(isWanted) {
    this.complain("");
    const permission = isWanted ? await Notification.requestPermission() : "granted";
    this.settings.write("notifies", isWanted && permission === "granted");
    if (permission === "denied") this.complain(localized("This browser does not allow notifications of this page. Allow them in its settings."));
    this.#mark();
  }

  /** Browsers ask for this permission only after a click. */
  #mark() {
    this.button.setAttribute("aria-pressed", String(this.#isOn));
    this.button.title = localized(this.#isOn ? "Turn notifications off" : "Notify me of new messages while I look at something else");
    this.sound.hidden = !this.#isOn;
    this.sound.setAttribute("aria-pressed", String(this.#sounds));
    this.sound.title = localized(this.#sounds ? "Notify me without a sound" : "Notify me with a sound");
  }

  /** A later message of the room takes the place of the former one, and is heard as well. */
  async #show({ room, title, author, text }) {
    const body = author ? `${author}: ${text}` : text;
    const options = { body, tag: `martlet ${room}`, silent: !this.#sounds, renotify: this.#sounds, icon: document.querySelector("link[rel=icon]").href };
    try {
      const shown = new Notification(title, options);
      shown.addEventListener("click", () => {
        window.focus();
        shown.close();
        this.open(room);
      });
    } catch {
      // Phones refuse notifications of a page. The service worker shows them, and sends a message
      // when one is clicked (sw.js).
      const registration = await navigator.serviceWorker?.getRegistration();
      if (registration?.active) await registration.showNotification(title, { ...options, data: { room } });
      else this.button.hidden = true;
    }
  }
}

/** Whether the user looks at another tab of this browser; this tab does not hold the lock. */
async function isOtherTabLookedAt() {
  const { held } = await navigator.locks?.query() ?? { held: [] };
  return held.some(({ name }) => name === LOOKED_AT);
}
