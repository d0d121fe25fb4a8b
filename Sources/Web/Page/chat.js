// Everything the page decides, as a value: `handle(input)` changes it and returns the effects to perform, in order.
// It knows no document, socket, clock, storage or chance; inputs carry `now` (milliseconds) and `random` (0 up to 1).
//
// Inputs: start, introduce, rename, room, say, retry, discard, typed, scrolled, older, newer, latest, visible, online,
// offline, reconnect, device, opened, received, closed, timer.
// Effects: connect, disconnect, send (frame), keep (device, record), remember (name, token), wait (timer, ms),
// cancel (timer), announce (text), drained.

import { advice, backOff, farewell } from "./link.js";
import { Log } from "./log.js";
import { Outbox } from "./outbox.js";
import { Presence } from "./presence.js";
import { isRoomName, tidy, bytes, TEXT_BYTES } from "./text.js";

const SILENCE = 33_000; // heard nothing for this long: the connection is dead
const WELCOME_DEADLINE = 10_000;
const PROBE_DEADLINE = 5_000;
const STEADY = 10_000; // a connection this old was a good one: back-off begins anew
const TYPING_TOLD = 3_000;
const RETRY = 1_000; // where the server does not say
const TYPING_ROOM = 50;

const nameErrors = [120, 121, 122, 123];

export class Chat {
    constructor() {
        this.phase = "unnamed"; // → connecting → introducing → ready; waiting and stopped in between
        this.name = "";
        this.token = null;
        this.user = null;
        this.sentence = ""; // why the name was refused, or why the page gave up
        this.room = "lobby";
        this.roomProblem = "";
        this.log = new Log();
        this.presence = new Presence();
        this.outbox = new Outbox(null);
        this.online = true;
        this.visible = true;
        this.textBytes = TEXT_BYTES;
        this.failures = 0;
        this.readySince = null;
        this.heard = 0;
        this.pingEvery = 25_000;
        this.toldTyping = -TYPING_TOLD;
        this.rooms = new Map(); // room → "joining", "joined", "leaving" or "refused", on this connection
        this.requests = new Map(); // ref → what was asked
        this.paused = new Set(); // what waits for its timer after a temporary error: "sending", "reading"
        this.ref = 0;
        this.effects = [];
    }

    /** Unread messages of others, for the button and the title. */
    get unread() { return this.log.unread(this.user); }

    /** Not yet in the log, in the order they were written. */
    get pending() { return this.outbox.items.filter((item) => item.room === this.room); }

    handle(input) {
        this.effects = [];
        this.now = input.now ?? this.now ?? 0;
        this.random = input.random ?? 0;
        this[`on_${input.type}`](input);
        this.#settle();
        return this.effects;
    }

    // What the person does.

    on_start({ name, token, device, record, room, online = true, visible = true }) {
        Object.assign(this, { name: name ?? "", token: token ?? null, online, visible });
        this.outbox = new Outbox(device, record);
        this.on_room({ room });
        if (this.name) this.#connect();
    }

    on_introduce({ name }) {
        this.name = name;
        this.sentence = "";
        this.failures = 0;
        this.#hangUp();
        this.#connect();
    }

    /** Back to the form that asks for a name. */
    on_rename() {
        this.#hangUp();
        this.phase = "unnamed";
        this.sentence = "";
    }

    on_room({ room }) {
        this.room = room;
        this.log = new Log();
        this.presence = new Presence();
        this.toldTyping = this.now - TYPING_TOLD;
        const rule = "A room’s name has 1 to 64 of a–z, 0–9, - and _, and begins with a letter or digit.";
        this.roomProblem = isRoomName(room) ? "" : rule;
        if (this.rooms.get(room) === "refused") this.rooms.delete(room);
    }

    on_say({ text }) {
        const said = tidy(text);
        if (!said || bytes(said) > this.textBytes || this.roomProblem) return;
        this.outbox.add(this.room, said, this.now);
        this.#keep();
        this.#showNewest();
    }

    on_retry({ number }) {
        this.outbox.retry(number);
        this.#keep();
    }

    on_discard({ number }) {
        this.outbox.discard(number);
        this.#keep();
        this.#checkDrained();
    }

    on_typed() {
        if (this.rooms.get(this.room) !== "joined" || this.presence.count > TYPING_ROOM) return;
        if (this.now - this.toldTyping < TYPING_TOLD) return;
        this.toldTyping = this.now;
        this.#ask("typing", { room: this.room });
    }

    on_scrolled({ following }) { this.log.following = following && !this.log.detached; }

    on_older() { this.log.want("older"); }

    on_newer() { this.log.want("newer"); }

    on_latest() { this.#showNewest(); }

    on_visible({ visible }) {
        this.visible = visible;
        if (!visible) return;
        if (this.phase === "waiting") this.#connect();
        if (this.phase === "ready") this.#listen();
    }

    on_reconnect() {
        this.failures = 0;
        if (this.phase === "waiting" || this.phase === "stopped") this.#connect();
    }

    // What the surroundings do.

    on_online() {
        this.online = true;
        this.failures = 0;
        if (this.phase === "waiting") this.#connect();
        else this.#probe();
    }

    /** A hint, not a fact: the server may be this very machine. So ask it. */
    on_offline() {
        this.online = false;
        this.#probe();
    }

    /** Another device's outbox, left behind by a closed page, is ours now: from here on we are that device. */
    on_device({ device, record }) {
        const refused = this.outbox.items.filter((item) => item.state === "failed");
        this.outbox = new Outbox(device, record);
        this.outbox.inherit(refused);
        this.#keep();
        if (this.phase === "unnamed" || this.phase === "stopped") return;
        this.#hangUp();
        this.#connect();
    }

    on_opened() {
        this.phase = "introducing";
        this.heard = this.now;
        this.#introduce();
    }

    on_closed({ code, reason = "" }) { this.#lost(advice(code), farewell(code, reason)); }

    on_received({ frame }) {
        this.heard = this.now;
        const fold = this[`got_${frame.type}`];
        if (typeof fold === "function") fold.call(this, frame);
    }

    on_timer({ timer }) {
        if (timer === "connect" && this.phase === "waiting") this.#connect();
        if (timer === "welcome" && this.phase !== "ready") this.#lost("reconnect");
        if (timer === "silence" && this.phase === "ready") this.#listen();
        if (timer === "probe" && this.phase === "ready" && this.probed && this.heard <= this.probed) this.#lost("reconnect");
        if (timer === "sending" || timer === "reading") this.paused.delete(timer);
        if (timer === "rooms") for (const [room, state] of this.rooms) if (state === "refused") this.rooms.delete(room);
    }

    // What the server says.

    got_welcome(frame) {
        this.#cancel("welcome");
        Object.assign(this, { phase: "ready", user: frame.user, name: frame.name, token: frame.token, sentence: "" });
        this.readySince = this.now;
        this.pingEvery = (frame.ping ?? 25) * 1_000;
        this.textBytes = frame.limits?.text ?? TEXT_BYTES;
        this.#effect("remember", { name: this.name, token: this.token });
        this.#listen();
        this.#checkDrained();
    }

    got_joined(frame) {
        this.rooms.set(frame.room, "joined");
        this.#answered(frame);
        if (frame.room !== this.room) return;
        this.log.joined(frame);
        this.presence.count = frame.count;
    }

    got_left(frame) {
        this.rooms.delete(frame.room);
        this.#answered(frame);
    }

    got_sent(frame) {
        this.#answered(frame);
        this.outbox.sent(frame.number, frame);
        this.#keep();
        this.#checkDrained();
    }

    got_event(frame) {
        this.#recognise(frame);
        if (frame.room !== this.room) return;
        this.presence.typing.delete(frame.user);
        for (const event of this.log.event(frame)) {
            if (event.kind === "message" && event.user !== this.user) this.#announce(`${event.name}: ${event.text}`);
        }
    }

    got_page(frame) {
        const asked = this.#answered(frame);
        if (!asked || asked.log !== this.log) return;
        frame.events.forEach((event) => this.#recognise(event));
        const added = this.log.page(asked.request, frame).filter((event) => event.kind === "message");
        const missed = asked.request.kind === "missed" ? added.filter((event) => event.user !== this.user) : [];
        if (missed.length) this.#announce(missed.length === 1 ? "1 new message" : `${missed.length} new messages`);
    }

    got_presence(frame) {
        if (frame.room !== this.room) return;
        const notice = this.presence.changed(frame, this.user, this.log.end, this.now);
        if (notice) this.#announce(notice);
        if (!frame.joined?.length && !frame.left?.length) this.presence.asked = false;
    }

    got_members(frame) {
        this.#answered(frame);
        if (frame.room === this.room) this.presence.listed(frame);
    }

    got_typing(frame) {
        if (frame.room === this.room) this.presence.typed(frame, this.user, this.now);
    }

    got_ok(frame) { this.#answered(frame); }

    got_pong(frame) { this.#answered(frame); }

    got_error(frame) {
        const asked = this.#answered(frame);
        if (!asked) return this.#unread(frame);
        const refuse = this[`refused_${asked.kind}`];
        if (refuse) refuse.call(this, frame, asked);
    }

    // What the server refuses.

    refused_hello(error) {
        if (error.temporary) return this.#lost("reconnect", error.text, error.retry);
        if (error.code === 113) return this.#lost("reintroduce");
        this.#hangUp();
        this.sentence = error.text;
        this.phase = nameErrors.includes(error.code) ? "unnamed" : "stopped";
    }

    refused_join(error, { room }) {
        this.rooms.set(room, "refused");
        if (error.temporary) return this.#wait("rooms", error.retry ?? RETRY);
        if (room === this.room) this.roomProblem = error.text;
        for (const item of this.outbox.items) if (item.room === room) this.outbox.failed(item.number, error.text);
        this.#keep();
    }

    refused_send(error, { number, room }) {
        if (error.code === 144) this.outbox.renumber(number);
        else if (error.temporary || error.code === 131) {
            this.outbox.interrupted();
            this.#pause("sending", error.retry);
        } else this.outbox.failed(number, error.text);
        if (error.code === 131) this.rooms.delete(room);
        this.#keep();
        this.#checkDrained();
    }

    refused_history(error, { room }) {
        if (error.code === 131) this.rooms.delete(room);
        this.log.wish = null;
        this.#pause("reading", error.retry);
    }

    /** A request the server could not even read has no `ref`: it can only be the message under way. */
    #unread(error) {
        for (const [ref, { kind, number }] of this.requests) {
            if (kind !== "send" || error.code > 102) continue;
            this.requests.delete(ref);
            this.outbox.failed(number, error.text);
            this.#keep();
        }
    }

    // What follows from where things stand: asked for once, after every input.

    #settle() {
        this.outbox.forgetSent(({ room, seq }) => room !== this.room || this.log.detached || (this.log.loaded && seq <= this.log.end));
        if (this.visible && this.log.following && !this.log.detached) this.log.read = Math.max(this.log.read, this.log.end);
        const typing = this.presence.expire(this.now);
        if (typing !== null) this.#wait("typing", typing);
        if (this.phase !== "ready") return;
        this.#settleRooms();
        if (this.rooms.get(this.room) === "joined") this.#settleRoom();
        const next = this.outbox.head;
        if (next?.state === "waiting" && this.rooms.get(next.room) === "joined" && !this.paused.has("sending")) this.#send(next);
    }

    /** The room on the screen, and the one the next message is for, which may be another. */
    #settleRooms() {
        const wanted = new Set([this.outbox.head?.room]);
        if (!this.roomProblem) wanted.add(this.room);
        wanted.delete(undefined);
        for (const room of wanted) {
            if (this.rooms.has(room)) continue;
            this.rooms.set(room, "joining");
            this.#ask("join", { room, since: room === this.room ? this.log.position : undefined });
        }
        for (const [room, state] of this.rooms) {
            if (wanted.has(room) || state !== "joined") continue;
            this.rooms.set(room, "leaving");
            this.#ask("leave", { room });
        }
    }

    #settleRoom() {
        if (!this.presence.asked) {
            this.presence.asked = true;
            this.#ask("here", { room: this.room });
        }
        const reading = [...this.requests.values()].some(({ log }) => log === this.log);
        const request = reading || this.paused.has("reading") ? null : this.log.request();
        if (!request) return;
        const { kind, ...range } = request;
        this.#ask("history", { room: this.room, ...range }, { log: this.log, request });
    }

    #send(item) {
        item.state = "sending";
        this.#ask("send", { room: item.room, number: item.number, text: item.text });
    }

    #showNewest() {
        if (this.log.detached) this.log.want("newest");
        this.log.following = true;
    }

    // The connection.

    #connect() {
        this.#cancel("connect");
        this.phase = "connecting";
        this.#wait("welcome", WELCOME_DEADLINE);
        this.#effect("connect");
    }

    #introduce() {
        const { name, token, outbox } = this;
        this.#ask("hello", { version: 1, name, token: token ?? undefined, device: outbox.device ?? undefined });
    }

    /** Asks after a silence, and takes a longer one for the end. */
    #listen() {
        const silent = this.now - this.heard;
        if (silent >= SILENCE) return this.#lost("reconnect");
        if (silent >= this.pingEvery) this.#ask("ping", {});
        this.#wait("silence", silent >= this.pingEvery ? SILENCE - silent : this.pingEvery - silent);
    }

    #probe() {
        if (this.phase !== "ready") return;
        this.probed = this.now;
        this.#ask("ping", {});
        this.#wait("probe", PROBE_DEADLINE);
    }

    #lost(what, sentence = "", atLeast = 0) {
        this.#hangUp();
        if (this.phase === "unnamed") return;
        if (what === "giveUp") {
            this.phase = "stopped";
            this.sentence = sentence;
            return;
        }
        if (what === "reintroduce") {
            this.token = null;
            this.#effect("remember", { name: this.name, token: null });
        }
        this.phase = "waiting";
        this.#wait("connect", Math.max(atLeast, backOff(this.failures, this.random)));
        this.failures += 1;
    }

    #hangUp() {
        for (const timer of ["welcome", "silence", "probe", "connect", "sending", "reading", "rooms"]) this.#cancel(timer);
        if (this.readySince !== null && this.now - this.readySince >= STEADY) this.failures = 0;
        this.readySince = null;
        this.probed = null;
        this.rooms.clear();
        this.requests.clear();
        this.paused.clear();
        this.outbox.interrupted();
        this.presence.asked = false;
        this.presence.typing.clear();
        this.#effect("disconnect");
    }

    // Small change.

    #ask(kind, fields, context = {}) {
        this.ref += 1;
        this.requests.set(this.ref, { kind, ...fields, ...context });
        this.#effect("send", { frame: { type: kind, ref: this.ref, ...fields } });
    }

    #answered({ ref }) {
        const asked = this.requests.get(ref);
        this.requests.delete(ref);
        return asked;
    }

    /** An event of our own is as good as the answer to its send, whichever comes first. */
    #recognise(event) {
        if (event.device === undefined || event.device !== this.outbox.device) return;
        if (this.outbox.get(event.number)?.text !== event.text) return;
        this.outbox.sent(event.number, event);
        this.#keep();
        this.#checkDrained();
    }

    #pause(what, retry) {
        this.paused.add(what);
        this.#wait(what, retry ?? RETRY);
    }

    #checkDrained() { if (this.outbox.idle) this.#effect("drained"); }

    #keep() { this.#effect("keep", { device: this.outbox.device, record: this.outbox.record }); }

    #announce(text) { this.#effect("announce", { text }); }

    #wait(timer, ms) { this.#effect("wait", { timer, ms }); }

    #cancel(timer) { this.#effect("cancel", { timer }); }

    #effect(kind, fields = {}) { this.effects.push({ do: kind, ...fields }); }
}
