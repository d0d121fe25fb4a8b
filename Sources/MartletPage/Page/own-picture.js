// The picture that the user chooses for themself.

import { make } from "./dom.js";
import { newID, newTicket } from "./id.js";
import { localized } from "./language.js";
import { ofPerson } from "./thumbnail.js";
import { pixels } from "./tray.js";

export class OwnPicture {
  /** `act` gets the input `picture`, once `blobs` has the file; `ask` asks the model about it. */
  constructor(act, blobs, ask) { Object.assign(this, { act, blobs, ask }); }

  /** Lets the user choose a file; `complain` gets a sentence if it can't be used. */
  choose(complain) {
    const chooser = make("input", { type: "file", accept: "image/*" });
    chooser.addEventListener("change", async () => {
      const problem = chooser.files[0] ? await this.#take(chooser.files[0]) : "";
      if (problem) complain(problem);
    });
    chooser.click();
  }

  /**
   * Makes a file the user's picture. It is drawn anew and small: everyone loads it, and nobody
   * learns where it was taken. Returns a sentence if it can't be used, otherwise "".
   */
  async #take(file) {
    const { refusal } = this.ask({ type: "file", name: file.name, ...await pixels(file) });
    if (refusal) return refusal;
    const image = new Image();
    image.src = URL.createObjectURL(file);
    const picture = await image.decode().then(() => ofPerson(image), () => null);
    URL.revokeObjectURL(image.src);
    if (!picture) return localized("This picture can't be used. Choose another one.");
    const ticket = newTicket();
    await this.blobs.keep(ticket, picture);
    this.act({ type: "picture", ticket, id: newID(), mediaType: picture.type, size: picture.size });
    return "";
  }
}
