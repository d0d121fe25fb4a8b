// The header with the room's title and the connection, the line of who is typing, the tab's title.

import { written } from "./changes.js";
import { find, make, setText } from "./dom.js";
import { offer, whereToGoOn } from "./focus.js";
import { counted, localized } from "./language.js";
import { site } from "./site.js";

export class Status {
  /** `act` gets the inputs `reconnect`, `forget` and `ask`; `rooms` counts the unread messages. */
  constructor(act, rooms) {
    Object.assign(this, { rooms, banner: find("banner"), remedy: null });
    find("try-now").addEventListener("click", () => act(this.remedy));
    find("room-ask").addEventListener("click", () => act({ type: "ask" }));
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
    this.#drawProblem(state);
  }

  /** Why the room can't be entered, when a ban ends, and the way to ask a group. */
  #drawProblem({ room, refusal, refusalEnd, asking }) {
    find("room-problem").hidden = refusal === "";
    setText(find("room-problem-words"), refusal);
    find("room-problem-end").hidden = !refusalEnd;
    setText(find("room-problem-end"), refusalEnd ? written(refusalEnd) : "");
    find("room-lobby").hidden = room === "lobby";
    find("room-ask").hidden = asking !== "possible";
    find("room-asked").hidden = asking !== "asked";
    setText(find("room-asked"), asking === "asked" ? localized("You have asked to join. You get in when a moderator of the group lets you in.") : "");
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
    offer(this.banner, notice !== null, ...whereToGoOn());
    setText(find("banner-words"), notice?.sentence ?? "");
    const remedies = { reconnect: { type: "reconnect" }, forget: { type: "forget", ticket: notice?.ticket } };
    this.remedy = remedies[notice?.remedy] ?? null;
    offer(find("try-now"), this.remedy !== null, ...whereToGoOn());
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
