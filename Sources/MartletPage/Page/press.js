// A long press with a finger, where others press the right button.

const PRESS = 450; // milliseconds
const TOLERANCE = 10; // pixels the finger may move

/** Calls `action(target)` for a long press in `element`. The click that ends it is swallowed. */
export function listenForLongPress(element, action) {
  let press = null;
  let isLong = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  element.addEventListener("pointerdown", ({ pointerType, target, clientX, clientY }) => {
    isLong = false;
    if (pointerType !== "touch") return;
    const timer = setTimeout(() => {
      end();
      isLong = true;
      action(target);
    }, PRESS);
    press = { timer, clientX, clientY };
  });
  element.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.clientX, clientY - press.clientY) > TOLERANCE) end();
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(name, end);
  element.addEventListener("click", (event) => {
    if (!isLong) return;
    isLong = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
