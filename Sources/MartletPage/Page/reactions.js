// The reactions below a message, and who chose them.

import { make } from "./dom.js";
import { counted, countedPieces, listed, localized, pieces } from "./language.js";

/**
 * A click removes the user's own reaction, or adds it. `names` has names by user. `title` tells
 * which photo of an album they are about.
 */
export function reactions({ key, seq, reactions }, { act, names, tip }, title) {
  const chip = ({ emoji, count, own, others }) => {
    const words = own
      ? counted(count, "%@ 1 person, you too", "%@ %@ people, you too", emoji, count)
      : `${emoji} ${counted(count, "1 person", "%@ people")}`;
    const attributes = { type: "button", "aria-pressed": String(own), "aria-label": words, "data-control": `react ${emoji}` };
    const button = make("button", attributes, `${emoji} ${count}`);
    const tell = () => tip.show(button, sentence({ emoji, count, own, others }, names));
    button.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType !== "touch") tell(); });
    for (const event of ["focus", "tell"]) button.addEventListener(event, tell);
    button.addEventListener("pointerleave", () => tip.leave(button));
    button.addEventListener("blur", () => tip.hide(button));
    button.addEventListener("click", () => act({ type: "react", of: seq, emoji, on: !own }));
    return button;
  };
  if (title === undefined) return make("div", { class: "reactions" }, ...reactions.map(chip));
  return make("div", { class: "reactions", role: "group", "aria-label": localized("Reactions to %@", title), "data-key": key }, make("span", { class: "detail" }, title), ...reactions.map(chip));
}

/** “ann, bob and you reacted with 🎉”, as nodes. People who left long ago are only counted. */
function sentence({ emoji, count, own, others: users }, names) {
  const others = users.filter((user) => names.has(user)).map((user) => names.get(user));
  const rest = count - others.length - Number(own);
  const isAlone = others.length === 0;
  if (isAlone && own && rest === 0) return pieces("You reacted with %@", emoji);
  const you = own ? [localized(isAlone ? "You" : "you")] : [];
  const uncounted = rest === 0 ? [] : [isAlone && !own ? counted(rest, "1 person", "%@ people") : counted(rest, "1 other", "%@ others")];
  const people = listed([...others, ...you, ...uncounted].map((name) => make("bdi", {}, name)));
  return countedPieces(count, "%@ reacted with %@", "%@ reacted with %@", people, emoji);
}
