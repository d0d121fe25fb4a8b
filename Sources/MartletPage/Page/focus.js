// Where the focus goes when what has it goes away. Without that, the keyboard and the screen reader
// begin again at the top of the page.

import { find } from "./dom.js";
import { site } from "./site.js";

/** Gives the focus to the first of these elements that takes it. Nothing is scrolled. */
export function focusFirst(...elements) {
  elements.filter(Boolean).find((element) => {
    element.focus({ preventScroll: true });
    return site.root.activeElement === element;
  });
}

/**
 * Shows an element, or hides it. If it has the focus and goes away, the first of `next` takes that.
 */
export function offer(element, isOffered, ...next) {
  const isFocused = element.contains(site.root.activeElement);
  element.hidden = !isOffered;
  if (isFocused && !isOffered) focusFirst(...next);
}

/**
 * Where the user goes on: what is typed there is for the message. On touch, the field would open
 * the keyboard. Where nothing can be written, the messages take the focus; else the list of rooms.
 */
export function whereToGoOn() {
  const messages = [find("scroller"), find("rooms-title")];
  return matchMedia("(hover: hover)").matches ? [find("text"), ...messages] : messages;
}

/** Gives the focus to a message, which is deleted: its row has none else. If it has no row, the conversation gets it. */
export function focusDeleted(seq) {
  const row = find("timeline").querySelector(`[data-seq="${seq}"]`);
  if (row) row.tabIndex = -1;
  focusFirst(row, find("scroller"));
}

/**
 * Makes `nodes` the children of an element. Those that are there already stay where they are: who
 * moves an element takes the focus from it.
 */
export function arrange(parent, nodes) {
  const kept = new Set(nodes);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const node of nodes) {
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  }
}
