// The account dialog, and what all forms about the account share.

import { find, listenBeside, make, reveal, setText } from "./dom.js";
import { locale, localized } from "./language.js";
import { site } from "./site.js";

const SILENCE = 120_000; // milliseconds for an answer: the server checks one password at a time, at a low priority

export class Account {
  /** `act` gets the inputs about an account. */
  constructor(act) {
    Object.assign(this, { act, dialog: find("account"), list: find("sessions"), sessions: null });
    this.leaving = this.dialog.querySelector("[data-form=signOut]").closest("details");
    this.parts = [...this.dialog.querySelectorAll("[data-form]")];
    revealing(this.dialog);
    for (const form of this.dialog.querySelectorAll("form")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        act({ type: form.dataset.form, ...Object.fromEntries(new FormData(form)) });
      });
    }
    find("account-close").addEventListener("click", () => this.dialog.close());
    find("sessions-again").addEventListener("click", () => act({ type: "account" }));
    listenBeside(this.dialog, () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.#empty());
  }

  /** Opens the dialog, which asks for the sessions; with `signOut`, at that part of it. */
  open(form) {
    this.act({ type: "account" });
    this.dialog.showModal();
    if (form !== "signOut") return;
    this.leaving.open = true;
    this.leaving.querySelector("summary").focus({ preventScroll: true });
    reveal(this.leaving, this.dialog, "nearest");
  }

  draw({ account, user, name, isIdle }) {
    find("own-account").hidden = !account.hasAccount || site.isSigned;
    find("rename").hidden = account.hasAccount || site.isSigned;
    find("guest-account").hidden = account.hasAccount || site.isSigned || user === undefined;
    if (this.dialog.open && !account.hasAccount) this.dialog.close();
    setText(find("account-name"), name);
    find("account-unsent").hidden = isIdle;
    for (const field of this.dialog.querySelectorAll("[autocomplete=username]")) field.value = name;
    for (const part of this.parts) showProblem(part, account.problem?.form === part.dataset.form ? account.problem : null);
    for (const button of this.dialog.querySelectorAll("[type=submit], #sessions button, #sessions-again")) button.disabled = Boolean(account.busy);
    find("sessions-again").hidden = account.problem?.form !== "sessions";
    if (account.success && account.success !== this.success) this.#empty();
    this.success = account.success;
    setText(find("account-success"), account.success ?? "");
    if (account.sessions !== this.sessions) this.#list(account.sessions);
  }

  #list(sessions) {
    const isInside = this.list.contains(site.root.activeElement);
    this.sessions = sessions;
    const ended = (id) => () => this.act({ type: "endSession", id });
    this.list.replaceChildren(...(sessions ?? []).map((session) => line(session, ended(session.id))));
    if (isInside) find("account-close").focus(); // its button is gone
    if (this.leaving.open) reveal(this.leaving, this.dialog, "nearest"); // the list has moved it
  }

  /** No password stays in the page. */
  #empty() {
    for (const form of this.dialog.querySelectorAll("form")) form.reset();
    for (const part of this.dialog.querySelectorAll("details")) part.open = false;
    conceal(this.dialog);
  }
}

function line({ program, created, used, current }, end) {
  const day = (at) => new Date(at).toLocaleDateString(locale, { dateStyle: "medium" });
  const began = localized("Signed in %@", new Date(created).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" }));
  const name = program && make("bdi", {}, program);
  const title = current ? [localized("This browser"), ...name ? [" · ", name] : []] : [name || began];
  const detail = [...current || name ? [began] : [], ...current ? [] : [localized("Last used: %@", day(used))]].join(" · ");
  const button = current ? null : make("button", {
    type: "button", class: "danger", "aria-label": localized("End the session: %@", program ? `${program} · ${began}` : began),
  }, localized("End"));
  button?.addEventListener("click", end);
  return make("li", {}, make("span", { class: "session" }, make("span", {}, ...title), make("span", { class: "session-detail" }, detail)), button);
}

/** Shows each problem at its field of a form, or below all fields. Without one, nothing. */
export function showProblem(form, ...problems) {
  const places = [...form.querySelectorAll(".problem[data-field]")];
  const placeOf = (problem) => places.find(({ dataset }) => dataset.field === (problem.field ?? "")) ?? places.find(({ dataset }) => dataset.field === "");
  for (const each of places) {
    const problem = problems.find((one) => one && placeOf(one) === each);
    setText(each, problem?.sentence ?? "");
    form.querySelector(`[name="${each.dataset.field}"]`)?.setAttribute("aria-invalid", String(problem !== undefined));
  }
}

/** The buttons that show what is in the password fields. */
export function revealing(root) {
  for (const button of root.querySelectorAll(".secret button")) {
    button.addEventListener("click", () => showWords(button, fieldOf(button).type === "password"));
  }
}

/** Hides what is in the password fields. */
export function conceal(root) { for (const button of root.querySelectorAll(".secret button")) showWords(button, false); }

function showWords(button, isShown) {
  button.setAttribute("aria-label", localized(isShown ? "Hide password" : "Show password"));
  setText(button, localized(isShown ? "Hide" : "Show"));
  fieldOf(button).type = isShown ? "text" : "password";
}

function fieldOf(button) { return button.parentElement.querySelector("input"); }

/** Sends a request of the model, and tells it the answer: `status` is 0 if there was none. */
export async function exchange({ number, wait, method, target, token, body }, tell) {
  await new Promise((done) => { setTimeout(done, wait); });
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer = { status: 0, body: "" };
  try {
    const response = await fetch(new URL(target.slice(1), site.base), {
      method, headers, body, cache: "no-store", credentials: "omit", redirect: "error", signal: AbortSignal.timeout(SILENCE),
    });
    const retryAfter = response.headers.get("Retry-After") ?? undefined;
    answer = { status: response.status, retryAfter, body: (await response.text()).slice(0, 65_536) };
  } catch {
    // No answer, or a redirect.
  }
  tell({ type: "answered", number, ...answer });
}
