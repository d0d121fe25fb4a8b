// Creates elements. Text is only ever set as text: nothing here parses markup.

import { site } from "./site.js";

/** An element of this chat, also after it has ended: the tree may have another one's then. */
export const find = (id) => site.body.querySelector(`#${id}`);

/**
 * `make("p", { class: "day", dir: "auto" }, "text", child, …)`. It skips null and undefined
 * children.
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A symbol of index.html. */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(namespace, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

export function unseen(text) { return make("span", { class: "unseen" }, text); }

export function setText(element, text) { if (element.textContent !== text) element.textContent = text; }

/** Does what a click beside the content of a sheet does. One that began in a field may end there. */
export function listenBeside(sheet, action) {
  let began = null;
  sheet.addEventListener("pointerdown", ({ target }) => { began = target; });
  sheet.addEventListener("click", ({ target }) => { if (target === sheet && began === sheet) action(); });
}

/** The direction in which an element's content goes on: 1 is to the right, -1 to the left. */
export function forward(element) { return getComputedStyle(element).direction === "rtl" ? -1 : 1; }

/** Brings an element into view in its own scroller. Nothing around that is scrolled. */
export function reveal(element, scroller, block) {
  const [box, view] = [element, scroller].map((one) => one.getBoundingClientRect());
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(scroller);
  const above = box.top - view.top - (parseFloat(scrollPaddingTop) || 0);
  const below = box.bottom - view.bottom + (parseFloat(scrollPaddingBottom) || 0);
  if (block === "center") scroller.scrollTop += (above + below) / 2;
  else if (block === "start" || above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += Math.min(above, below);
}
