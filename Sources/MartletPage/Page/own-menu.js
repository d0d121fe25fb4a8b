// The button with the user's own disc in the head of the list, and its menu: their name, their
// account.

import { avatar } from "./avatar.js";
import { find, setText } from "./dom.js";
import { localized } from "./language.js";
import { boxOf, listenForArrows, placeMenu } from "./menu.js";
import { site } from "./site.js";

const FORMS = { profile: "own-menu-profile", rename: "own-menu-rename", signUp: "own-menu-sign-up", signIn: "own-menu-sign-in", account: "own-menu-account", signOut: "own-menu-sign-out" };

export class OwnMenu {
  /** `ask` opens the form `profile`, `rename`, `signUp`, `signIn`, `account` or `signOut`. */
  constructor(ask) {
    Object.assign(this, { button: find("own-button"), dialog: find("own-menu") });
    this.button.addEventListener("click", () => this.#open());
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    listenForArrows(this.dialog);
    for (const [form, id] of Object.entries(FORMS)) {
      find(id).addEventListener("click", () => {
        this.dialog.close();
        ask(form);
      });
    }
  }

  draw({ user, name, account }) {
    // Whose token another system signs has nothing to change here.
    this.button.hidden = site.isSigned || user === undefined;
    find("rooms-mark").hidden = !this.button.hidden;
    const ways = account.ways ?? [];
    find("own-menu-rename").hidden = account.hasAccount;
    find("own-menu-sign-up").hidden = account.hasAccount || !ways.includes("signUp");
    find("own-menu-sign-in").hidden = account.hasAccount || !ways.includes("signIn");
    find("own-menu-account").hidden = find("own-menu-sign-out").hidden = !account.hasAccount;
    if (user === undefined || (user === this.user && name === this.name)) return;
    Object.assign(this, { user, name });
    this.button.replaceChildren(avatar(user, name));
    this.button.setAttribute("aria-label", localized("You are %@", name));
    setText(find("own-menu-title"), name);
  }

  #open() {
    this.dialog.showModal();
    placeMenu(this.dialog, boxOf(this.button));
  }
}
