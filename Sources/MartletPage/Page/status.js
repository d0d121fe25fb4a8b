// The header with the room's title and the connection, the line of who is typing, the tab's title.

import { find, make, setText } from "./dom.js";
import { counted, localized } from "./language.js";
import { site } from "./site.js";

export class Status {
  /** `act` gets the inputs `reconnect` and `forget`; `rooms` counts the unread messages. */
  constructor(act, rooms) {
    Object.assign(this, { rooms, banner: find("banner"), remedy: null });
    find("try-now").addEventListener("click", () => act(this.remedy));
  }

  draw(state) {
    const { unread } = this.rooms;
    site.report({ unread, room: state.room, title: state.heading, connected: state.isConnected });
    setText(find("room"), state.title);
    find("inside").classList.toggle("between-two", Boolean(state.head?.partner));
    find("room-mark").hidden = !state.isMarked;
    const [mark, words] = connection(state);
    const line = find("connection");
    line.dataset.state = mark;
    line.hidden = words === "";
    setText(find("connection-words"), words);
    find("connection-words").disabled = mark !== "ready"; // it leads to the people
    drawTopic(state.head?.topic ?? "");
    this.#drawBack();
    this.#drawBanner(state);
    find("typing").classList.toggle("active", state.typing !== "");
    setText(find("typing-words"), state.typing);
    find("room-problem").hidden = state.refusal === "";
    setText(find("room-problem-words"), state.refusal);
  }

  /** The way back to the list tells of the unread messages of the other rooms. */
  #drawBack() {
    const { elsewhere } = this.rooms;
    if (elsewhere === this.elsewhere) return;
    this.elsewhere = elsewhere;
    const back = find("back");
    back.querySelector(".badge")?.remove();
    if (elsewhere) back.append(make("span", { class: "badge", "aria-hidden": "true" }, elsewhere > 99 ? "99+" : String(elsewhere)));
    back.setAttribute("aria-label", elsewhere ? counted(elsewhere, "Rooms: 1 unread message", "Rooms: %@ unread messages") : localized("Rooms"));
  }

  #drawBanner({ notice }) {
    this.banner.hidden = notice === null;
    setText(find("banner-words"), notice?.sentence ?? "");
    const remedies = { reconnect: { type: "reconnect" }, forget: { type: "forget", ticket: notice?.ticket } };
    this.remedy = remedies[notice?.remedy] ?? null;
    find("try-now").hidden = this.remedy === null;
    setText(find("try-now"), notice?.button ?? "");
  }
}

/** What the room is about, in one line. The room's menu has it whole. */
function drawTopic(topic) {
  const line = find("room-topic");
  line.hidden = topic === "";
  setText(line, topic);
  line.title = topic;
}

/** The state of the connection. While all is well, it is who is here. */
function connection({ phase, online, stopped, loaded, refusal, head, here, count }) {
  if (phase === "connected") {
    if (!loaded && !refusal) return ["busy", localized("Loading…")];
    if (refusal) return ["ready", ""];
    if (head?.partner) return ["ready", here ? localized("here now") : ""];
    return ["ready", count ? counted(count, "%@ here", "%@ here") : ""];
  }
  if (stopped) return ["off", localized("Disconnected")];
  if (phase === "connecting") return ["off", localized(online ? "Reconnecting…" : "Offline")];
  return ["busy", localized("Connecting…")];
}
