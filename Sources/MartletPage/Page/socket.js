// The connection to /v1 of the server this page came from.

export class Socket {
  /** `report` is given the inputs `opened`, `received` and `closed`. */
  constructor(report) {
    this.report = report;
    this.socket = null;
  }

  connect() {
    this.disconnect();
    const address = new URL("v1", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    // What a connection says after it was given up is no longer of interest.
    const tell = (input) => { if (this.socket === socket) this.report(input); };
    socket.onopen = () => tell({ type: "opened" });
    socket.onclose = ({ code, reason }) => tell({ type: "closed", code, reason });
    socket.onmessage = ({ data }) => tell({ type: "received", frame: JSON.parse(data) });
  }

  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  disconnect() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }
}
