// The connection to /v1 of the server that this page came from.

export class Socket {
  /** `report` gets the inputs `opened`, `received` and `closed`. */
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
    // Events of an abandoned connection are ignored.
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
