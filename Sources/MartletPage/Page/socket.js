// The connection to /v1 of the server that this page came from.

import { site } from "./site.js";

const FRAME = 1_048_576; // bytes, as for the other clients (Limits.receivedFrameBytes)
const KEPT = 4_000; // milliseconds, less than the server waits for the hello (Limits.helloDeadline)

export class Socket {
  /**
   * `report` gets the inputs `opened` and `closed`, frames as text, and whether they are still
   * current.
   */
  constructor(report) { Object.assign(this, { report, socket: null, early: null }); }

  /**
   * Connects while the model is still loading. If the model asks for a connection soon, `open`
   * takes this one; if not, it is closed.
   */
  prepare() {
    this.early = connection();
    setTimeout(() => this.#takeEarly()?.close(), KEPT);
  }

  open() {
    this.close();
    const early = this.#takeEarly();
    const socket = early?.readyState <= WebSocket.OPEN ? early : connection();
    this.socket = socket;
    const isCurrent = () => this.socket === socket;
    socket.onopen = () => this.report({ type: "opened" }, isCurrent);
    socket.onclose = ({ code }) => this.report({ type: "closed", code }, isCurrent);
    // An empty text is a frame that can't be read.
    socket.onmessage = ({ data }) => this.report(typeof data === "string" && data.length <= FRAME ? data : "", isCurrent);
    if (socket.readyState === WebSocket.OPEN) socket.onopen();
  }

  #takeEarly() {
    const { early } = this;
    this.early = null;
    return early;
  }

  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  close(code) {
    const { socket } = this;
    this.socket = null;
    if (code === undefined) socket?.close();
    else socket?.close(code);
  }
}

function connection() {
  const address = new URL("v1", site.base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  return new WebSocket(address);
}
