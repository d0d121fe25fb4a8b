// The connection to /v1 of the server that this page came from.

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
    socket.onmessage = ({ data }) => this.report(data, isCurrent);
  }

  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  close() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }
}
