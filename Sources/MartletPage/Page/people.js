// The members: a column beside the conversation on a wide screen, a sheet over it on a narrow one.

import { avatar } from "./avatar.js";
import { find, icon, make, setText } from "./dom.js";
import { counted, localized } from "./language.js";
import { minimumWidth, site } from "./site.js";

const NOBODY = [];

export class People {
  /**
   * `ask` opens the form `rename`, `signUp`, `signIn` or `account`; `act` gets the inputs `message`
   * and `sheet`.
   */
  constructor(ask, act, settings) {
    Object.assign(this, { act, settings, panel: find("people"), button: find("people-button"), list: find("members") });
    this.wide = minimumWidth(75);
    this.wide.addEventListener("change", () => this.#arrange());
    this.openers = [this.button, find("connection-words")];
    for (const button of this.openers) button.addEventListener("click", () => this.#toggle());
    find("people-close").addEventListener("click", () => this.#close());
    this.panel.addEventListener("click", (event) => { if (event.target === this.panel) this.#close(); });
    this.panel.addEventListener("close", () => this.#tell());
    const forms = { rename: "rename", "own-sign-up": "signUp", "own-sign-in": "signIn", "own-account": "account" };
    for (const [button, form] of Object.entries(forms)) {
      find(button).addEventListener("click", () => {
        if (!this.wide.matches) this.panel.close();
        ask(form);
      });
    }
    this.#arrange();
  }

  draw({ count, members, user, name, refusal, account }) {
    for (const [button, way] of [["own-sign-up", "signUp"], ["own-sign-in", "signIn"]]) find(button).hidden = !(account.ways ?? []).includes(way);
    const isRefused = refusal !== "";
    this.button.hidden = isRefused;
    if (isRefused !== this.isRefused) {
      this.isRefused = isRefused;
      this.#arrange();
    }
    if (isRefused) [count, members] = [0, NOBODY];
    setText(this.button.querySelector(".count"), count ? String(count) : "–");
    this.button.title = count ? counted(count, "Members: 1 person", "Members: %@ people") : localized("Members");
    this.button.setAttribute("aria-label", this.button.title);
    find("connection-words").title = this.button.title; // on a narrow window, it is in place of the button
    setText(find("own-name"), name);
    setText(find("people-count"), count ? String(count) : "");
    if (members === this.members && user === this.user && count === this.count) return;
    Object.assign(this, { members, user, count });
    this.list.replaceChildren(...members.map((member) => this.#row(member, user)));
    const more = count - members.length;
    if (more > 0 && members.length) this.list.append(make("li", { class: "more" }, localized("and %@ more", more)));
    if (!count && !isRefused) this.list.append(make("li", { class: "more" }, localized("Waiting for the connection")));
  }

  #toggle() {
    if (this.panel.open) return this.#close();
    if (this.wide.matches) {
      this.panel.show();
      this.settings.write("people", null);
    } else this.panel.showModal();
    this.#tell();
  }

  #close() {
    if (this.wide.matches) this.settings.write("people", "closed");
    this.panel.close();
    this.button.focus();
  }

  #arrange() {
    if (this.panel.open) this.panel.close();
    if (!this.isRefused && this.wide.matches && this.settings.read("people") !== "closed") {
      const focused = site.root.activeElement ?? document.activeElement;
      this.panel.show();
      focused?.focus?.({ preventScroll: true }); // opening it is not going there
    }
    this.#tell();
  }

  #tell() { for (const button of this.openers) button.setAttribute("aria-expanded", String(this.panel.open)); }

  #row({ user, name }, me) {
    const controls = user === me ? [make("span", { class: "you" }, localized("you"))] : [
      this.#button("message", localized("Message %@", name), { type: "message", user }),
      this.#button("more", localized("Options for %@", name), { type: "sheet", page: "person", id: user, name }),
    ];
    return make("li", {}, avatar(user, name), make("bdi", { class: "name" }, name), ...controls);
  }

  #button(symbol, words, input) {
    const button = make("button", { type: "button", class: "quiet message-button", "aria-label": words, title: words }, icon(symbol));
    button.addEventListener("click", () => {
      if (!this.wide.matches) this.panel.close();
      this.act(input);
    });
    return button;
  }
}
