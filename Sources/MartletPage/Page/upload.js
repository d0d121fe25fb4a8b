// Uploads the bytes of files by PUT, several at once, with progress.

import { site } from "./site.js";

const SILENCE = 30_000; // milliseconds without a byte, as for the other clients (Limits.fileSilence)

export class Upload {
  /** `report` gets the inputs `progress`, `uploaded` and `missing`. */
  constructor(report, blobs) { Object.assign(this, { report, blobs, requests: new Map() }); }

  async start({ ticket, target, type, token }) {
    this.stop({ ticket });
    const request = new XMLHttpRequest();
    this.requests.set(ticket, request);
    const isCurrent = () => this.requests.get(ticket) === request;
    const end = () => isCurrent() && this.requests.delete(ticket);
    const tell = (input, isWanted = end) => this.report({ ticket, ...input }, isWanted);
    const blob = await this.blobs.read(ticket);
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
      tell({ type: "uploaded", status: request.status, retryAfter, body: request.responseText.slice(0, 16_384) });
    };
    request.send(blob);
  }

  stop({ ticket }) {
    const request = this.requests.get(ticket);
    this.requests.delete(ticket);
    request?.abort();
  }

  stopAll() { for (const ticket of [...this.requests.keys()]) this.stop({ ticket }); }
}
