// Records a voice message, and how loud it is.

import { find, make, setText } from "./dom.js";
import { localized } from "./language.js";
import { clock } from "./voice.js";

// The first that the browser can make. Apple's players know no WebM.
const KINDS = [["audio/mp4;codecs=mp4a.40.2", "m4a"], ["audio/mp4;codecs=opus", "m4a"], ["audio/webm;codecs=opus", "webm"], ["audio/ogg;codecs=opus", "ogg"]];
const BITS = 32_000; // a second: enough for speech
const EACH = 100; // milliseconds of an amplitude
const HELD = 32_768; // samples, the most that browsers hold: more than half a second
const LONGEST = 3_599_000; // milliseconds: an hour is the limit of the protocol
const SHORTEST = 500; // a shorter one was started by mistake
const SHOWN = 60; // levels beside the time
const SPARE = 65_536; // bytes below the limit of a file at which a recording ends

const refusals = {
  NotAllowedError: localized("This browser does not let the page use the microphone. Allow it in the settings of the site."),
  NotFoundError: localized("There is no microphone."),
  NotReadableError: localized("The microphone can’t be used. Another program may be using it."),
};

export class Recorder {
  /**
   * `done` gets a recording: its `file`, its `duration` in milliseconds, its `amplitudes` from 0 to
   * 1,000, its `room`, and whether it `isSent`. `fail` gets a sentence. `changed` is called when a
   * recording begins and when it ends.
   */
  constructor({ done, fail, changed }) {
    Object.assign(this, { done, fail, changed, isOn: false, recorder: null, area: find("recording"), time: find("recording-time"), levels: find("recording-levels"), sendButton: find("recording-send") });
    this.sendButton.addEventListener("click", () => this.end(true));
    find("recording-discard").addEventListener("click", () => this.discard());
    this.area.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.discard(); });
  }

  /** Whether this browser can record, if it has a microphone and its user allows it. */
  get isPossible() { return navigator.mediaDevices?.getUserMedia !== undefined && type() !== undefined; }

  /** Begins. A recording ends by itself before its file has `limit` bytes. */
  async start(room, limit) {
    if (this.isOn) return;
    this.isOn = true;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (this.isOn) this.#begin(stream, room, limit);
      else stop(stream); // the user went to another room meanwhile
    } catch ({ name }) {
      this.isOn = false;
      this.fail(refusals[name] ?? localized("The microphone can’t be used."));
    }
    this.changed();
  }

  #begin(stream, room, limit) {
    const [mimeType, ending] = type();
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS });
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: HELD });
    context.createMediaStreamSource(stream).connect(analyser);
    const parts = [];
    Object.assign(this, { stream, recorder, context, room, ending, parts, amplitudes: [], since: performance.now() });
    let bytes = 0;
    recorder.addEventListener("dataavailable", ({ data }) => {
      parts.push(data);
      bytes += data.size;
      if (bytes > limit - SPARE) this.end(false);
    });
    // The microphone was taken away.
    for (const track of stream.getTracks()) track.addEventListener("ended", () => this.end(false));
    recorder.start(1_000);
    const samples = new Float32Array(HELD);
    this.timer = setInterval(() => this.#measure(analyser, samples), EACH);
    this.levels.replaceChildren();
    this.#tell();
    this.area.hidden = false;
    this.sendButton.focus();
  }

  get #duration() { return Math.round(performance.now() - this.since); }

  /** Adds the amplitudes that are due. A busy page, or one in the background, comes late. */
  #measure(analyser, samples) {
    analyser.getFloatTimeDomainData(samples);
    const each = Math.round(this.context.sampleRate * EACH / 1_000);
    for (let due = Math.floor(this.#duration / EACH) - this.amplitudes.length; due > 0; due -= 1) {
      const start = Math.max(0, samples.length - due * each);
      this.#add(samples.subarray(start, start + each));
    }
    this.#tell();
    if (this.#duration >= LONGEST) this.end(false);
  }

  #add(samples) {
    const amplitude = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    this.amplitudes.push(Math.min(1_000, Math.round(amplitude * 1_000)));
    const bar = make("i");
    bar.style.height = `${Math.max(8, Math.min(100, Math.sqrt(amplitude) * 140))}%`;
    this.levels.append(bar);
    if (this.levels.childElementCount > SHOWN) this.levels.firstElementChild.remove();
  }

  #tell() { setText(this.time, clock(this.#duration)); }

  /** Ends the recording and keeps it. */
  async end(isSent) {
    const recording = this.#stop();
    if (!recording) return;
    const { recorder, parts, room, ending, amplitudes, duration } = recording;
    if (recorder.state !== "inactive") {
      const ended = new Promise((done) => recorder.addEventListener("stop", done, { once: true }));
      recorder.stop();
      await ended;
    }
    this.#release(recording);
    if (isSent && duration < SHORTEST) return this.fail(localized("A voice message takes longer than that."));
    const file = new File(parts, `Voice message.${ending}`, { type: recorder.mimeType.split(";")[0] });
    this.done({ file, duration, amplitudes, room, isSent });
  }

  discard() {
    const recording = this.#stop();
    if (recording) this.#release(recording);
  }

  /** The recording under way, which is none from now on. */
  #stop() {
    const isUnderWay = this.isOn && this.recorder;
    this.isOn = false;
    if (!isUnderWay) return null;
    const { recorder, stream, context, parts, room, ending, amplitudes } = this;
    const duration = this.#duration;
    clearInterval(this.timer);
    this.recorder = null;
    this.area.hidden = true;
    this.changed();
    return { recorder, stream, context, parts, room, ending, amplitudes, duration };
  }

  #release({ stream, context }) {
    stop(stream);
    context.close();
  }
}

/** The browser shows that the page no longer listens. */
function stop(stream) { for (const track of stream.getTracks()) track.stop(); }

function type() { return globalThis.MediaRecorder && KINDS.find(([mimeType]) => MediaRecorder.isTypeSupported(mimeType)); }
