// The connection to /v1 of the server that this page came from.

const FRAME = 1_048_576; // bytes, as for the other clients (Limits.receivedFrameBytes)

export class Socket {
  /**
   * `report` gets the inputs `opened` and `closed`, frames as text, and whether they are still
   * current.
   */
  constructor(report) { Object.assign(this, { report, socket: null }); }

  open() {
    this.close();
    const address = new URL("v1", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    const isCurrent = () => this.socket === socket;
    socket.onopen = () => this.report({ type: "opened" }, isCurrent);
    socket.onclose = ({ code }) => this.report({ type: "closed", code }, isCurrent);
    // An empty text is a frame that can't be read.
    socket.onmessage = ({ data }) => this.report(typeof data === "string" && data.length <= FRAME ? data : "", isCurrent);
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
