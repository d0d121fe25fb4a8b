// The page's status: the room's name, the connection, who is typing, the title.

import { find, make, setText } from "./dom.js";

export class Status {
  /** `act` gets the input `reconnect`. */
  constructor(act) {
    Object.assign(this, { banner: find("banner") });
    find("try-now").addEventListener("click", () => act({ type: "reconnect" }));
  }

  draw(state) {
    const unread = state.visible ? 0 : state.unread;
    setText(document.querySelector("title"), `${unread ? `(${unread}) ` : ""}#${state.room} · Martlet`);
    setText(find("room"), state.room);
    const [mark, words] = connection(state);
    find("connection").dataset.state = mark;
    setText(find("connection-words"), words);
    this.#drawBanner(state);
    find("typing").classList.toggle("active", state.typing.length > 0);
    find("typing-words").replaceChildren(...typing(state.typing));
    find("room-problem").hidden = state.refusal === "";
    setText(find("room-problem-words"), state.refusal);
  }

  #drawBanner({ notice }) {
    this.banner.hidden = notice === null;
    setText(find("banner-words"), notice?.sentence ?? "");
    find("try-now").hidden = notice?.remedy !== "reconnect";
  }
}

function connection({ phase, online, stopped, loaded, refusal }) {
  if (phase === "connected") return loaded || refusal ? ["ready", "Connected"] : ["busy", "Loading…"];
  if (stopped) return ["off", "Disconnected"];
  if (phase === "connecting") return ["off", online ? "Reconnecting…" : "Offline"];
  return ["busy", "Connecting…"];
}

function typing(people) {
  const name = ({ name }) => make("bdi", {}, name);
  if (people.length === 0) return [];
  if (people.length === 1) return [name(people[0]), " is typing"];
  if (people.length === 2) return [name(people[0]), " and ", name(people[1]), " are typing"];
  return [`${people.length} people are typing`];
}
