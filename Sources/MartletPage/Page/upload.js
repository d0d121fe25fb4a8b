// Uploads the bytes of files by PUT, several at once, with progress.

import { site } from "./site.js";

const ANSWER = 16_384; // characters (Limits.fileAnswerBytes)
const SILENCE = 30_000; // milliseconds without a byte, as for the other clients (Limits.fileSilence)

export class Upload {
  /** `report` gets the inputs `progress`, `uploaded` and `missing`. */
  constructor(report, blobs) { Object.assign(this, { report, blobs, requests: new Map() }); }

  async start({ ticket, target, type, token, thumbnail, thumbnailType }) {
    this.stop({ ticket });
    const run = { request: new XMLHttpRequest(), ended: new AbortController() };
    const { request } = run;
    this.requests.set(ticket, run);
    const isCurrent = () => this.requests.get(ticket) === run;
    const end = () => isCurrent() && this.requests.delete(ticket);
    const tell = (input, isWanted = end) => this.report({ ticket, ...input }, isWanted);
    this.blobs.unnote(ticket);
    const blob = await this.blobs.read(ticket);
    const small = blob && thumbnail ? await this.#putThumbnail(ticket, thumbnail, thumbnailType, token, run.ended) : undefined;
    if (!isCurrent()) return;
    if (!blob) return tell({ type: "missing" });
    request.open("PUT", new URL(target.slice(1), site.base));
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.setRequestHeader("Content-Type", type);
    const silent = () => request.abort();
    let timer = setTimeout(silent, SILENCE);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(silent, SILENCE);
      tell({ type: "progress", bytes: loaded }, isCurrent);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onerror = request.onabort = () => tell({ type: "uploaded", status: 0, body: "" });
    request.onload = () => {
      const retryAfter = request.getResponseHeader("Retry-After") ?? undefined;
      tell({ type: "uploaded", status: request.status, retryAfter, body: request.responseText.slice(0, ANSWER), thumbnail: small });
    };
    request.send(blob);
  }

  /** The server's answer; undefined if the file goes without it. */
  async #putThumbnail(ticket, target, type, token, ended) {
    const timer = setTimeout(() => ended.abort(), SILENCE);
    try {
      const body = await this.blobs.readThumbnail(ticket);
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
      const response = await fetch(new URL(target.slice(1), site.base), { method: "PUT", headers, body, credentials: "omit", signal: ended.signal });
      return response.ok ? (await response.text()).slice(0, ANSWER) : undefined;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  stop({ ticket }) {
    const run = this.requests.get(ticket);
    this.requests.delete(ticket);
    run?.ended.abort();
    run?.request.abort();
  }

  stopAll() { for (const ticket of [...this.requests.keys()]) this.stop({ ticket }); }
}
