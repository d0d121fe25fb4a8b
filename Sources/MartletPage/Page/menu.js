// What menus share: a dialog at an element or at the pointer, whose buttons the arrow keys reach.

import { site } from "./site.js";

const EDGE = 8; // pixels between the menu and the window

/** Where a menu opens: at an element, or at the event of a pointer. */
export function boxOf(at) {
  if (at instanceof Element) return at.getBoundingClientRect();
  const { clientX: x, clientY: y } = at;
  return { left: x, right: x, top: y, bottom: y };
}

/** Puts the dialog below the box, or above it if there is no room below. */
export function placeMenu(dialog, { left, right, top, bottom }) {
  const { width, height } = dialog.getBoundingClientRect();
  const start = getComputedStyle(dialog).direction === "rtl" ? right - width : left;
  const below = bottom + height + EDGE > innerHeight && top - height >= EDGE ? top - height : bottom;
  const within = (place, most) => `${Math.max(EDGE, Math.min(place, most - EDGE))}px`;
  dialog.style.setProperty("--left", within(start, innerWidth - width));
  dialog.style.setProperty("--top", within(below, innerHeight - height));
}

/** Lets the arrow keys go from button to button. */
export function listenForArrows(dialog) {
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...dialog.querySelectorAll("button:enabled")].filter((button) => button.offsetParent !== null);
    event.preventDefault();
    buttons.at((buttons.indexOf(site.root.activeElement) + step) % buttons.length)?.focus();
  });
}
