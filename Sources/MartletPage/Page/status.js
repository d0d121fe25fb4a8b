// The page's status: the room's name, the connection, who is typing, the title, announcements.

import { find, make, setText } from "./dom.js";

const SPOKEN = 20;

export class Status {
  /** `act` gets the input `reconnect`. */
  constructor(act) {
    Object.assign(this, { banner: find("banner"), announcer: find("announcer") });
    find("try-now").addEventListener("click", () => act({ type: "reconnect" }));
  }

  draw(chat) {
    const unread = chat.visible ? 0 : chat.unread;
    setText(document.querySelector("title"), `${unread ? `(${unread}) ` : ""}#${chat.room} · Martlet`);
    setText(find("room"), chat.room);
    const [state, words] = connection(chat);
    find("connection").dataset.state = state;
    setText(find("connection-words"), words);
    this.#drawBanner(chat);
    find("typing").classList.toggle("active", chat.presence.typing.size > 0);
    find("typing-words").replaceChildren(...typing([...chat.presence.typing.values()]));
    find("room-problem").hidden = chat.roomProblem === "";
    setText(find("room-problem-words"), chat.roomProblem);
  }

  announce(text) {
    this.announcer.append(make("p", {}, text.length > 300 ? `${text.slice(0, 300)}…` : text));
    while (this.announcer.childElementCount > SPOKEN) this.announcer.firstElementChild.remove();
  }

  #drawBanner(chat) {
    const words = trouble(chat);
    this.banner.hidden = words === "";
    setText(find("banner-words"), words);
    find("try-now").hidden = chat.phase === "connecting" || chat.phase === "introducing";
  }
}

function connection({ phase, online, log, roomProblem }) {
  if (phase === "ready") return log.loaded || roomProblem ? ["ready", "Connected"] : ["busy", "Loading…"];
  if (phase === "stopped") return ["off", "Disconnected"];
  if (phase === "waiting") return ["off", online ? "Reconnecting…" : "Offline"];
  return ["busy", "Connecting…"];
}

function trouble({ phase, online, sentence, failures, pending }) {
  const kept = pending.some(({ state }) => state === "waiting") ? " Your unsent messages are kept." : "";
  if (phase === "stopped") return `${sentence} ${kept}`.trim();
  if (phase === "ready" || phase === "unnamed" || failures === 0) return "";
  return `${online ? "No connection. Trying again." : "You are offline."}${kept}`;
}

function typing(people) {
  const name = ({ name }) => make("bdi", {}, name);
  if (people.length === 0) return [];
  if (people.length === 1) return [name(people[0]), " is typing"];
  if (people.length === 2) return [name(people[0]), " and ", name(people[1]), " are typing"];
  return [`${people.length} people are typing`];
}
