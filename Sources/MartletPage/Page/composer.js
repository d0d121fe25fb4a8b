// The composer: Enter sends, Shift-Enter breaks the line. On touch, Enter breaks the line, because
// there is no Shift-Enter, and the button sends. The model keeps the draft of each room until it is
// sent, on all the user's devices. An edited message replaces the draft and its reply, which return
// afterwards; files wait for that, too. A reply or an edit that the user has begun waits in its
// room.

import { tint } from "./avatar.js";
import { written } from "./changes.js";
import { Completion } from "./completion.js";
import { find, make, setText, unseen } from "./dom.js";
import { newTicket } from "./id.js";
import { Intake } from "./intake.js";
import { localized, pieces } from "./language.js";
import { Picker } from "./picker.js";
import { Recorder } from "./recorder.js";
import { listen, site, targetOf } from "./site.js";
import { forSaying, Tray } from "./tray.js";

const SHOWN = 300; // characters of the message that is answered or edited: more than fit a line
const IN_USE = 60_000; // the field is in use for this many milliseconds after a change
const KEPT = 50; // rooms whose replies a reload keeps

export class Composer {
  /**
   * `act` gets the inputs `say`, `edit` and `write`; `settings` is a Storage, `session` that of
   * this tab; `blobs` stores files; `composed` tells whether a text can be sent (`Model`); `ask`
   * and `asked` ask the model about a file (`Tray`); `mentionable` gives the people whose names `@`
   * completes; `lastOwn` returns the row that ↑ edits in an empty field; `refused` tells what a
   * refused change says; `signIn` opens the form to sign in.
   */
  constructor(act, settings, session, blobs, { composed, ask, asked, mentionable, lastOwn, refused, signIn }) {
    Object.assign(this, { act, session, begun: session.read("replies") ?? {}, composed, lastOwn, refused, room: null });
    Object.assign(this, { form: find("composer"), field: find("text"), button: find("send"), counter: find("counter"), silence: find("silence"), signInButton: find("silence-sign-in") });
    Object.assign(this, { editing: null, replying: null, bar: find("editing"), draft: null, heading: "", used: 0, stashed: "", purposes: new Map(), written: new Map(), early: new Map() });
    find("editing-cancel").addEventListener("click", () => this.#leave());
    this.signInButton.addEventListener("click", signIn);
    this.tray = new Tray(blobs, () => this.#fit(), ask, asked);
    this.intake = new Intake((files) => this.#attach(files));
    this.recordButton = find("record");
    this.recorder = new Recorder({
      done: (recording) => this.#recorded(recording), fail: (problem) => this.tray.complain([problem]), changed: () => this.#fit(),
    });
    this.recordButton.addEventListener("click", () => this.recorder.start(this.room, this.fileLimit));
    this.completion = new Completion(this.field, mentionable);
    this.picker = new Picker(settings);
    find("emoji").addEventListener("click", () => this.picker.open((emoji) => this.#insert(emoji)));
    this.touch = matchMedia("(pointer: coarse)");
    this.touch.addEventListener("change", () => this.#nameEnter());
    this.#nameEnter();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.field.addEventListener("input", () => {
      this.used = Date.now();
      this.#changed();
    });
    new ResizeObserver(() => this.#hint()).observe(this.field);
    listen(site.area, "keydown", (event) => this.#catch(event));
    // Pressing the button must not close a phone's keyboard.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  draw(state) {
    this.rowOf = (seq) => state.rows.find((row) => row.seq === seq) ?? { seq };
    const hadFocus = this.form.contains(site.root.activeElement);
    this.#silence(state);
    const wasHidden = this.form.hidden;
    this.form.hidden = state.refusal !== "" || !this.silence.hidden;
    this.#passFocus(state, hadFocus && this.form.hidden, wasHidden && !this.form.hidden);
    // What may not be done is not offered at the messages either.
    for (const offers of [find("timeline"), find("actions")]) {
      offers.classList.toggle("no-writing", this.form.hidden);
      offers.classList.toggle("no-reacting", this.form.hidden && !(state.refusal === "" && state.silence.reacts));
    }
    this.fileLimit = state.fileBytes;
    this.intake.button.hidden = !state.fileBytes;
    this.tray.enter(state);
    if (this.room !== state.room) this.#enter(state.room);
    this.#resume(state);
    this.#follow(state);
    if (this.heading !== state.heading) {
      this.heading = state.heading;
      this.#hint();
      this.#fit();
    }
    if (state.draft && state.draft !== this.draft) this.#isInUse ? this.draft = state.draft : this.#take(state.draft);
  }

  /** Whether the user is writing here. A draft of another tab or device would replace their text. */
  get #isInUse() { return this.draft !== null && Date.now() - this.used < IN_USE && site.root.activeElement === this.field; }

  /** The field names the room if its title fits. */
  #hint() {
    const style = getComputedStyle(this.field);
    const long = localized("Message %@", `\u2068${this.heading}\u2069`); // its "#" stays with its name
    this.pen ??= make("canvas").getContext("2d");
    this.pen.font = style.font;
    const space = this.field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    this.field.placeholder = this.heading && this.pen.measureText(long).width <= space ? long : localized("Message");
  }

  /** A sentence stands in place of the field while the user may not write in the room. */
  #silence(state) {
    clearTimeout(this.silenceEnds);
    const { sentence, until, signIn = false } = state.silence ?? {};
    const left = until === undefined ? Infinity : until - Date.now();
    this.silence.hidden = !sentence || left <= 0 || state.refusal !== "";
    this.signInButton.hidden = this.silence.hidden || !signIn || !state.account.ways?.includes("signIn");
    if (this.silence.hidden) return;
    setText(this.silence, written(sentence));
    // A longer time does not fit a browser's timer.
    if (left < 2 ** 31) this.silenceEnds = setTimeout(() => this.draw(state), left);
  }

  /** If the user writes while the form goes away, the reason gets the focus; the field gets it back with the form. */
  #passFocus({ refusal }, isLost, isBack) {
    const reasons = [find("room-problem").querySelector("h2"), this.silence];
    if (isLost) {
      this.isInterrupted = true;
      reasons[refusal ? 0 : 1].focus();
    }
    if (!isBack) return;
    const { activeElement } = site.root;
    if (this.isInterrupted && (!activeElement || activeElement === site.body || activeElement === document.body || reasons.includes(activeElement))) this.focus();
    this.isInterrupted = false;
  }

  /** The message that is answered or edited may be deleted meanwhile. */
  #follow({ rows }) {
    const isGone = (seq) => rows.some((row) => row.seq === seq && row.gone);
    if (this.editing && isGone(this.editing.seq)) this.#keepEdited();
    if (this.replying && !this.replying.gone && isGone(this.replying.seq)) this.#startReply({ ...this.replying, gone: true });
  }

  /** The edited message is deleted. What the user has changed stays in the field, as a draft. */
  #keepEdited() {
    const { before } = this.editing;
    const text = this.field.value;
    const isChanged = text.trim() !== "" && text !== before;
    const hadFocus = site.root.activeElement === this.field;
    this.#edited(false);
    if (isChanged) this.#add(text);
    this.tray.complain([isChanged ? localized("The message that you were editing was deleted. Your text is still in the field.") : localized("The message that you were editing was deleted.")]);
    if (hadFocus) this.field.focus();
  }

  /** Adds a text to what is written. */
  #add(text) {
    this.field.value = [this.field.value, text].filter(Boolean).join("\n");
    this.#changed();
  }

  /** Lets the user change what the server has refused: the text comes back into the field. */
  again(row) {
    const { text, of, answers } = this.refused(row.refused);
    if (text === undefined || this.#hasUnfinishedEdit()) return;
    this.act({ type: "discard", ticket: row.refused });
    if (of !== undefined && !row.gone) return this.edit({ ...row, text, before: row.text });
    if (this.editing !== null) this.#edited(false);
    this.#add(text);
    if (answers !== undefined) this.#startReply(this.rowOf(answers));
    this.field.focus();
  }

  /** The drafts that were changed after `time`: the journal may not have them yet. */
  writtenSince(time) {
    const recent = [...this.written].filter(([, { at }]) => at > time);
    return recent.map(([room, { text }]) => ({ room, text }));
  }

  /** What was typed before the drafts of its rooms came. */
  get typedEarly() { return [...this.early].map(([room, text]) => ({ room, text })); }

  /** Takes over what the former page had as `typedEarly`, before anything is drawn. */
  set typedEarly(texts) { this.early = new Map(texts.map(({ room, text }) => [room, text])); }

  /** A reply or an edit that the user has begun waits in its room. */
  #enter(room) {
    this.recorder.end(false);
    this.purposes.set(this.room, { edit: this.editing && { ...this.editing, text: this.field.value }, reply: this.replying });
    this.replying = null;
    this.#edited(false);
    Object.assign(this, { room, draft: null, used: 0, stashed: "" });
    this.field.value = this.early.get(room) ?? "";
    const { edit, reply } = this.purposes.get(room) ?? {};
    this.purposes.delete(room);
    if (reply) this.#startReply(reply);
    if (edit) this.#startEdit(edit);
    this.#fit();
  }

  /** Goes on with a reply that was begun before the page was loaded again, once its message is known. */
  #resume({ room, loaded, reading }) {
    const seq = this.begun[room];
    if (!seq || !loaded || reading) return;
    delete this.begun[room];
    const row = this.rowOf(seq);
    if (row.gone) this.#note(undefined);
    else if (this.replying === null) this.#startReply(row);
  }

  /** Takes the draft of the room, or of another device. What was typed before it came stays. */
  #take(draft) {
    const typed = this.early.get(this.room);
    const text = [draft.text, typed].filter(Boolean).join("\n");
    this.draft = draft;
    this.early.delete(this.room);
    this.written.delete(this.room);
    if (this.editing !== null) this.stashed = text;
    else if (this.field.value !== text) this.field.value = text;
    if (typed) this.#keep(text);
    this.#fit();
  }

  /** Puts the text of the user's own message into the field, to be edited. */
  edit(row) {
    if (this.#hasUnfinishedEdit()) return;
    this.#startEdit(row);
    this.field.focus();
  }

  #startEdit({ seq, text, file, before = text }) {
    if (this.editing === null) this.stashed = this.field.value;
    this.editing = { seq, file, before };
    this.#tellPurpose();
    this.form.classList.add("edits");
    this.field.value = text;
    this.#fit();
  }

  #edited(goOn = true) {
    if (this.editing !== null) this.field.value = this.stashed;
    this.editing = null;
    this.tray.complain([]);
    this.#tellPurpose();
    this.form.classList.remove("edits");
    this.#fit();
    if (goOn) this.focus();
  }

  /** Whether the user has changed a message and not sent it. Then they are told to, for nothing else may take its place. */
  #hasUnfinishedEdit() {
    const text = this.field.value;
    if (this.editing === null || text.trim() === "" || text === this.editing.before) return false;
    this.tray.complain([localized("Finish or cancel your edit first.")]);
    this.field.focus();
    return true;
  }

  /** The next message is a reply to this one. */
  reply(row) {
    if (this.#hasUnfinishedEdit()) return;
    if (this.editing !== null) this.#edited(false);
    this.#startReply(row);
    this.field.focus();
  }

  #startReply(row) {
    this.replying = row;
    this.#note(row.seq);
    this.#tellPurpose();
  }

  /** Shows above the field what is written. */
  #tellPurpose() {
    this.bar.hidden = this.editing === null && this.replying === null;
    // The words describe the field: hidden ones would be read, too.
    if (this.bar.hidden) return find("editing-words").replaceChildren();
    if (this.editing !== null) return this.#tell("edit", [localized("Editing your message")], this.editing.before || this.editing.file?.name);
    const { name, text, file, own, user, gone } = this.replying;
    if (gone) return this.#tell("reply", [localized("Replying to a deleted message")]);
    if (name === undefined) return this.#tell("reply", [localized("Replying to an earlier message")]);
    const author = make("bdi", { "data-tint": tint(user) }, name);
    this.#tell("reply", own ? [localized("Replying to yourself")] : pieces("Replying to %@", author), text || file?.name);
  }

  /** There is no reply any more. */
  #drop() {
    this.replying = null;
    this.#note(undefined);
    this.#tellPurpose();
  }

  /** Notes for a reload which message the room's reply is about. */
  #note(seq) {
    const { [this.room]: _, ...others } = this.session.read("replies") ?? {};
    this.session.write("replies", Object.fromEntries(Object.entries({ ...others, [this.room]: seq }).slice(-KEPT)));
  }

  /** Shows what is written, and one line of the message that it is about. */
  #tell(symbol, words, said) {
    this.bar.querySelector("use").setAttribute("href", `#${symbol}`);
    const line = said ? [unseen(": "), make("bdi", { class: "editing-said" }, said.slice(0, SHOWN).replace(/\s+/g, " "))] : [];
    find("editing-words").replaceChildren(make("span", { class: "editing-what" }, ...words), ...line);
  }

  /** Ends an edit or a reply. */
  #leave() {
    if (this.editing !== null) return this.#edited();
    this.#drop();
    this.focus();
  }

  /** What a phone's keyboard shows on its key for Enter. */
  #nameEnter() { this.field.enterKeyHint = this.touch.matches ? "enter" : "send"; }

  #insert(text) {
    this.field.setRangeText(text, this.field.selectionStart, this.field.selectionEnd, "end");
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.focus();
  }

  focus() { if (!this.touch.matches) this.field.focus(); }

  #key(event) {
    if (this.completion.key(event)) return;
    if (event.key === "ArrowUp" && this.#editLast(event)) return event.preventDefault();
    if (event.key === "Escape" && !this.bar.hidden && !event.isComposing) return this.#leave();
    // Enter may end the composition of a word (in Japanese, for example). That does not send.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    if (this.touch.matches && !event.ctrlKey && !event.metaKey) return; // no Shift on a phone: its button sends
    event.preventDefault();
    this.#send();
  }

  /**
   * What is typed or pasted where nothing else takes it is for the message: the field gets the
   * focus first. Escape leads there from the conversation.
   */
  #catch(event) {
    const { key, ctrlKey, metaKey, altKey, isComposing, keyCode, defaultPrevented } = event;
    if (defaultPrevented || isComposing || keyCode === 229 || this.touch.matches) return;
    const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState("AltGraph");
    const isText = [...key].length === 1 && key !== " " && !isCommand; // the space presses buttons, and scrolls
    const isPaste = key.toLowerCase() === "v" && (ctrlKey || metaKey) && !altKey;
    const isBack = key === "Escape" && targetOf(event).closest?.("#scroller");
    if (!(isText || isPaste || isBack) || targetOf(event).closest?.("input, textarea, select, audio, video")) return;
    if (this.field.offsetParent && !site.body.querySelector("dialog:modal")) this.field.focus();
  }

  /** Whether there was a message to edit. */
  #editLast({ shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey && !isComposing;
    if (!isPlain || this.field.value || this.editing !== null || this.replying !== null || !this.tray.isEmpty) return false;
    const row = this.lastOwn();
    if (row?.state === "failed") this.again(row);
    else if (row) this.edit(row);
    return row !== undefined;
  }

  #attach(files) {
    if (!files.length || this.form.hidden) return;
    // The edit goes on: ending it would lose what the user has changed.
    if (this.editing !== null) return this.tray.complain([localized("An edit can't have files. Finish editing first.")]);
    this.tray.add(files);
    this.focus();
  }

  /** What the model says of the text (`Model.composed`). With a file it may be empty. */
  #check() {
    const { canSend = false, ...said } = this.composed(this.field.value, this.editing ? this.editing.file !== undefined : !this.tray.isEmpty);
    return { canSend: canSend && (this.editing !== null || this.tray.isReady), ...said };
  }

  #send() {
    if (!this.#check().canSend) return;
    const text = this.field.value;
    if (this.editing !== null) {
      const { seq, file, before } = this.editing;
      this.act({ type: "edit", of: seq, text, before, file: file?.name });
      return this.#edited();
    }
    this.field.value = "";
    this.used = Date.now();
    this.early.delete(this.room);
    this.#write("");
    this.#say(text, this.tray.take());
  }

  #say(text, files) {
    const reply = this.replying?.seq;
    const ticket = files[0]?.ticket ?? newTicket();
    this.said = { ticket, text, room: this.room };
    this.#drop();
    this.#fit();
    this.act({ type: "say", ticket, text, reply, files });
  }

  /** If the user has gone to another room, or the recording ended by itself, it waits to be sent. */
  async #recorded(recording) {
    const entry = await this.tray.record(recording);
    if (!entry) return;
    if (recording.isSent && recording.room === this.room) this.#say("", [forSaying(entry)]);
    else this.tray.put(entry, recording.room);
    this.focus();
  }

  /** This device does not take what the user wants to send: the text returns, with the reason. */
  refuse(reason, ticket) {
    this.tray.complain([reason]);
    if (this.said?.ticket !== ticket || this.said.room !== this.room || this.field.value !== "" || this.editing !== null) return;
    this.field.value = this.said.text;
    this.#changed();
  }

  #changed() {
    this.#fit();
    if (this.editing !== null) return;
    if (this.draft === null) this.early.set(this.room, this.field.value); // joins the draft, which may have more
    else this.#keep(this.field.value);
  }

  /** Where nothing is written, a voice message can be recorded: its button has the place of “Send”. */
  #fitRecorder() {
    const isEmpty = this.fileLimit > 0 && this.recorder.isPossible && !this.field.value && this.tray.isEmpty && this.editing === null;
    const hadFocus = site.root.activeElement === this.button;
    this.recordButton.hidden = !isEmpty;
    this.button.hidden = isEmpty;
    this.form.classList.toggle("records", this.recorder.isOn && !this.recorder.area.hidden);
    if (hadFocus && isEmpty) this.field.focus();
  }

  #keep(text) {
    this.#write(text);
    this.act({ type: "write", room: this.room, text });
  }

  #write(text) { this.written.set(this.room, { text, at: Date.now() }); }

  #fit() {
    const { canSend, problem, counter = problem ?? "" } = this.#check();
    this.button.disabled = !canSend;
    this.#fitRecorder();
    this.counter.hidden = !counter;
    this.counter.classList.toggle("over", problem !== undefined);
    setText(this.counter, counter);
    this.field.setAttribute("aria-invalid", String(problem !== undefined));
    this.field.style.height = "auto";
    // A placeholder that does not fit is cut. It makes no lines.
    if (this.field.value) this.field.style.height = `${this.field.scrollHeight}px`;
  }
}
