// A long press with a finger, where others press the right button.

import { listen, targetOf } from "./site.js";

const PRESS = 450; // milliseconds
const TOLERANCE = 10; // pixels the finger may move

/**
 * Listens for long presses in `element`. `begin` gets the pressed target and returns what to do
 * when the press has become a long one; null if nothing. The target may be drawn anew meanwhile.
 * The browser's own menu and the click that ends the press are suppressed.
 */
export function listenForLongPress(element, begin) {
  let press = null; // the last one, which may have ended: some browsers open their menu after it
  let isSwallowing = false;
  const stop = () => clearTimeout(press?.timer);
  const forget = () => {
    stop();
    press = null;
    isSwallowing = false;
  };
  // A second finger, or anything else that is pressed, ends the press.
  listen(window, "pointerdown", (event) => {
    forget();
    const { pointerType, isPrimary, clientX: x, clientY: y } = event;
    const target = targetOf(event);
    const finish = pointerType === "touch" && isPrimary && element.contains(target) ? begin(target) : null;
    if (!finish) return;
    const timer = setTimeout(() => {
      isSwallowing = true;
      finish();
    }, PRESS);
    press = { x, y, timer };
  });
  listen(window, "keydown", forget, { capture: true });
  listen(window, "pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > TOLERANCE) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) listen(window, name, stop);
  element.addEventListener("contextmenu", (event) => { if (press) suppress(event); }, { capture: true });
  // The click may land on what the press has opened.
  listen(window, "click", (event) => {
    if (isSwallowing) suppress(event);
    isSwallowing = false;
  }, { capture: true });
}

function suppress(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
