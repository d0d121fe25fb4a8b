// Uploads the bytes of files: one at a time, by PUT, with progress.

import { address } from "./file.js";
import { newID } from "./id.js";

export class Upload {
  /** `report` gets the inputs `uploading`, `uploaded` and `notUploaded`. */
  constructor(report, blobs) { Object.assign(this, { report, blobs, request: null }); }

  async start({ file, token }) {
    this.stop();
    const request = new XMLHttpRequest();
    this.request = request;
    // Events of an abandoned upload are ignored.
    const tell = (input) => { if (this.request === request) this.report({ key: file.key, ...input }); };
    const fail = (error) => tell({ type: "notUploaded", error, fresh: newID() });
    const blob = await this.blobs.read(file.key);
    if (this.request !== request) return;
    if (!blob) return fail({ text: `This browser no longer has “${file.name}”. Attach it again.`, temporary: false });
    request.open("PUT", new URL(`${address(file)}?name=${encodeURIComponent(file.name)}`, location.href));
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    if (file.type) request.setRequestHeader("Content-Type", file.type);
    request.upload.onprogress = ({ loaded }) => tell({ type: "uploading", sent: loaded });
    request.onerror = () => fail({ text: "", temporary: true });
    request.onload = () => {
      const answer = parsed(request.responseText);
      const isDone = (request.status === 200 || request.status === 201) && answer?.id;
      if (isDone) tell({ type: "uploaded", attachment: answer });
      else fail(refused(request, answer));
    };
    request.send(blob);
  }

  stop() {
    const { request } = this;
    this.request = null;
    request?.abort();
  }
}

/** A proxy between us and the server answers in its own words, or not at all. */
function refused({ status }, answer) {
  if (answer?.type === "error") return answer;
  const temporary = [200, 201, 408, 425, 429].includes(status) || status >= 500;
  return { text: `The server did not accept the file (${status}).`, temporary };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
