// The reactions below a message, and who chose them.

import { make } from "./dom.js";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/**
 * A click removes the user's own reaction, or adds it. `names` has names by user. `title` tells
 * which photo of an album they are about.
 */
export function reactions({ key, seq, reactions }, { act, names, tip }, title) {
  const chip = ({ emoji, count, own, others }) => {
    const words = `${emoji} ${count === 1 ? "1 person" : `${count} people`}${own ? ", you too" : ""}`;
    const attributes = { type: "button", "aria-pressed": String(own), "aria-label": words, "data-control": `react ${emoji}` };
    const button = make("button", attributes, `${emoji} ${count}`);
    const tell = () => tip.show(button, sentence({ emoji, count, own, others }, names));
    const hide = () => tip.hide(button);
    button.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType !== "touch") tell(); });
    for (const event of ["focus", "tell"]) button.addEventListener(event, tell);
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, hide);
    button.addEventListener("click", () => act({ type: "react", of: seq, emoji, on: !own }));
    return button;
  };
  if (title === undefined) return make("div", { class: "reactions" }, ...reactions.map(chip));
  return make("div", { class: "reactions", role: "group", "aria-label": `Reactions to ${title}`, "data-key": key }, make("span", { class: "detail" }, title), ...reactions.map(chip));
}

/** “ann, bob and you reacted with 🎉”, as nodes. People who left long ago are only counted. */
function sentence({ emoji, count, own, others: users }, names) {
  const others = users.filter((user) => names.has(user)).map((user) => names.get(user));
  const you = own ? ["you"] : [];
  const rest = count - others.length - you.length;
  const counted = rest === 0 ? [] : [rest === 1 ? "1 other" : `${rest} others`];
  const known = [...others, ...you, ...counted];
  if (counted.length === known.length) known[0] = rest === 1 ? "1 person" : `${rest} people`;
  if (known[0] === "you") known[0] = "You";
  const parts = list.formatToParts(known).map(({ type, value }) => (type === "element" ? make("bdi", {}, value) : value));
  return [...parts, ` reacted with ${emoji}`];
}
