// The members: a column beside the conversation on a wide screen, a sheet over it on a narrow one.

import { avatar } from "./avatar.js";
import { find, icon, make, setText } from "./dom.js";
import { arrange, focusFirst } from "./focus.js";
import { localized } from "./language.js";
import { minimumWidth, site } from "./site.js";

const NOBODY = [];

export class People {
  /**
   * `ask` opens the form `rename`, `signUp`, `signIn` or `account`; `act` gets the inputs `message`
   * and `sheet`.
   */
  constructor(ask, act, settings) {
    Object.assign(this, { act, settings, panel: find("people"), button: find("people-button"), list: find("members"), rows: new Map() });
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
    this.button.title = count ? localized("People here: %@", count) : localized("People here");
    this.button.setAttribute("aria-label", this.button.title);
    setText(find("own-name"), name);
    setText(find("people-count"), count ? String(count) : "");
    if (members === this.members && user === this.user && count === this.count) return;
    Object.assign(this, { members, user, count });
    const more = count - members.length;
    const note = more > 0 && members.length ? localized("and %@ more", more) : !count && !isRefused ? localized("Waiting for the connection") : null;
    this.#place(members, user, note && make("li", { class: "more" }, note));
  }

  /**
   * People who stay keep their row, which may have the focus. If the person with the focus has
   * left, the next one gets it.
   */
  #place(members, me, ...notes) {
    const { activeElement } = site.root;
    const order = [...this.rows.keys()];
    const at = order.findIndex((user) => this.rows.get(user).row.contains(activeElement));
    const former = this.rows;
    this.rows = new Map(members.map((member) => [member.user, this.#kept(former.get(member.user), member, member.user === me)]));
    arrange(this.list, [...[...this.rows.values()].map(({ row }) => row), ...notes.filter(Boolean)]);
    if (at < 0 || this.list.contains(site.root.activeElement)) return;
    const { control } = activeElement.dataset;
    focusFirst(...order.slice(at).map((user) => this.rows.get(user)?.row.querySelector(`[data-control="${control}"]`)), this.list);
  }

  #kept(known, member, isMe) { return known?.name === member.name && known.isMe === isMe ? known : { name: member.name, isMe, row: this.#row(member, isMe) }; }

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
      // Opening the column must not move the focus into it. `body` itself can't be focused.
      if (focused === document.body) site.root.activeElement?.blur();
      else focused?.focus?.({ preventScroll: true });
    }
    this.#tell();
  }

  #tell() { for (const button of this.openers) button.setAttribute("aria-expanded", String(this.panel.open)); }

  #row({ user, name }, isMe) {
    const controls = isMe ? [make("span", { class: "you" }, localized("you"))] : [
      this.#button("message", localized("Message %@", name), { type: "message", user }),
      this.#button("more", localized("Options for %@", name), { type: "sheet", page: "person", id: user, name }),
    ];
    const row = make("li", {}, avatar(user, name), make("bdi", { class: "name" }, name), ...controls);
    // A click on the picture or the name is one on “Options”, as in the conversation.
    if (!isMe) row.addEventListener("click", ({ target }) => {
      if (target.closest("button")) return;
      controls.at(-1).focus(); // so that this button gets the focus back, not the list
      controls.at(-1).click();
    });
    return row;
  }

  #button(symbol, words, input) {
    const button = make("button", { type: "button", class: "quiet message-button", "data-control": symbol, "aria-label": words, title: words }, icon(symbol));
    button.addEventListener("click", () => {
      if (!this.wide.matches) this.panel.close();
      this.act(input);
    });
    return button;
  }
}
