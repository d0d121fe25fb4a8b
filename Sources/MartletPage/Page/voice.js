// The player of a voice message: its levels, which show the position and set it.

import { icon, make } from "./dom.js";
import { localized } from "./language.js";

const SPEEDS = [1, 1.5, 2];
const STEP = 5; // seconds, for the arrow keys
const LAST = 0.1; // seconds before the end: the last position that can be chosen
let playing = null; // one at a time

/** Seconds and minutes: “0:07”, “61:40”. */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The controls around an `audio` element. That may be replaced by another one with the same bytes
 * (`carryOver`): so they look for it, and events are heard here.
 */
export function voicePlayer(audio, { duration, levels }) {
  const button = make("button", { type: "button", class: "voice-play", "data-control": "play" });
  const played = wave(levels, "played");
  const slider = make("div", { class: "levels", role: "slider", tabindex: "0", "data-control": "position", "aria-label": localized("Position"), "aria-valuemin": 0, "aria-valuemax": Math.round(duration / 1_000) }, wave(levels, "unplayed"), played);
  const time = make("span", { class: "voice-time" });
  const speed = make("button", { type: "button", class: "quiet voice-speed", "data-control": "speed" });
  const player = make("div", { class: "voice", dir: "ltr", role: "group", "aria-label": localized("Voice message") }, button, make("div", { class: "voice-middle" }, slider, time), speed, audio);
  const sound = () => player.querySelector("audio");

  const show = () => {
    const { paused, currentTime, playbackRate } = sound();
    const part = Math.min(1, currentTime * 1_000 / duration);
    played.style.clipPath = `inset(0 ${(1 - part) * 100}% 0 0)`;
    button.replaceChildren(icon(paused ? "play" : "pause"));
    button.setAttribute("aria-label", localized(paused ? "Play" : "Pause"));
    slider.setAttribute("aria-valuenow", Math.round(currentTime));
    slider.setAttribute("aria-valuetext", localized("%@ of %@", clock(currentTime * 1_000), clock(duration)));
    time.textContent = clock(currentTime > 0 ? currentTime * 1_000 : duration);
    speed.textContent = `${playbackRate}×`;
    speed.setAttribute("aria-label", localized("Speed: %@", playbackRate));
  };
  const seek = (seconds) => {
    const length = Number.isFinite(sound().duration) ? sound().duration : duration / 1_000;
    // At the very end it would be over, and back at its beginning.
    sound().currentTime = Math.max(0, Math.min(length - LAST, seconds));
    show();
  };

  button.addEventListener("click", () => (sound().paused ? sound().play().catch(() => {}) : sound().pause()));
  speed.addEventListener("click", () => { sound().playbackRate = SPEEDS[(SPEEDS.indexOf(sound().playbackRate) + 1) % SPEEDS.length]; });
  slider.addEventListener("click", ({ clientX }) => {
    const { left, width } = slider.getBoundingClientRect();
    seek((clientX - left) / width * duration / 1_000);
  });
  slider.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(sound().currentTime + step);
  });
  // These events do not bubble.
  for (const type of ["timeupdate", "pause", "ratechange", "seeked"]) player.addEventListener(type, show, true);
  player.addEventListener("play", ({ target }) => {
    if (playing !== target) playing?.pause();
    playing = target;
    show();
  }, true);
  player.addEventListener("ended", () => seek(0), true);
  show();
  return player;
}

/** Bars beside each other. One path has all of them: a long room may have many voice messages. */
function wave(levels, name) {
  const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  const bars = [...levels].map((level, place) => {
    const half = 1 + Number.parseInt(level, 16) / 15 * 12;
    return `M${place * 4 + 2} ${15 - half}V${15 + half}`;
  });
  path.setAttribute("d", bars.join(""));
  for (const [key, value] of Object.entries({ class: name, viewBox: `0 0 ${levels.length * 4} 30`, preserveAspectRatio: "none", "aria-hidden": "true" })) svg.setAttribute(key, value);
  svg.append(path);
  return svg;
}
