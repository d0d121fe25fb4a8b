// Connects the parts: inputs go to the model, its effects are performed here, and what has changed
// is drawn.

import { Account, exchange } from "./account.js";
import { Actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { takeAddresses, takePictures } from "./avatar.js";
import { Blobs } from "./blobs.js";
import { Composer } from "./composer.js";
import { find, make } from "./dom.js";
import { Door } from "./door.js";
import { emojiGroups } from "./emoji.js";
import { Engine } from "./engine.js";
import { FileAddresses } from "./file-address.js";
import { newTicket } from "./id.js";
import { Invitation } from "./invitation.js";
import { Journals } from "./journal.js";
import { localized, table, translate } from "./language.js";
import { load } from "./model.js";
import { NewRoom } from "./new-room.js";
import { Notifications } from "./notifications.js";
import { OwnMenu } from "./own-menu.js";
import { OwnPicture } from "./own-picture.js";
import { People } from "./people.js";
import { Pin } from "./pin.js";
import { Place } from "./place.js";
import { drawHead } from "./room-avatar.js";
import { RoomMenu } from "./room-menu.js";
import { serveOffline } from "./offline.js";
import { Rooms } from "./rooms.js";
import { Sheets } from "./sheets.js";
import { listen, site, targetOf } from "./site.js";
import { Socket } from "./socket.js";
import { State } from "./state.js";
import { Status } from "./status.js";
import { Storage } from "./storage.js";
import { Timeline } from "./timeline.js";
import { Timers } from "./timers.js";
import { Upload } from "./upload.js";
import { Written } from "./written.js";

const STOPPED = {
  phase: "connecting", stopped: true,
  notice: { sentence: localized("This page has stopped because of a fault in it. Reload it: unsent messages are kept.") },
};

translate(site.body);
const local = new Storage("localStorage");
const session = new Storage("sessionStorage");
const state = new State();
const loading = load(...site.model, table());
const tell = (input, isCurrent) => engine.tell(input, isCurrent);
const socket = new Socket(tell);
const blobs = new Blobs();
const files = new FileAddresses();
const upload = new Upload(tell, blobs);
const timers = new Timers(tell);
const read = (text) => engine.ask((model) => model.read(text)) ?? { blocks: [{ kind: "paragraph", spans: [[text]] }] };
const ask = (question) => engine.ask((model) => model.answer(question)) ?? {};
/** Asks what is not wanted at once: the answer waits for all of the model. */
const askLater = (question) => completeModel().then(() => ask(question));
/** What the user can do about a change that the server has refused. */
const refused = (ticket) => ask({ type: "refused", ticket });
const composer = new Composer(act, local, session, blobs, {
  composed: (text, mayBeEmpty) => engine.ask((model) => model.composed(text, mayBeEmpty)) ?? {},
  ask,
  asked: async (question) => (await loading).answer(question),
  mentionable: (text) => engine.ask((model) => model.mentionable(text)) ?? {},
  lastOwn: () => {
    const last = state.rows.findLast(({ own }) => own);
    return last?.state === "failed" && refused(last.refused).text !== undefined ? last : view.timeline.row(ask({ type: "editable" }).seq);
  },
  refused,
  signIn: () => askFor("signIn"),
});
const actions = new Actions(act, composer, (seq) => place.link(seq), () => engine.constants.reactions.split(" "));
const door = new Door(act);
const place = new Place(enter);
const searchPause = () => engine.constants.searchPause;
const newRoom = new NewRoom(act, searchPause);
const invitation = new Invitation(newRoom, act);
const written = new Written(session, composer);
const roomMenu = new RoomMenu(act);
const rooms = new Rooms(act, { menu: roomMenu, compose: () => composer.focus(), find: (text) => newRoom.open(text), files });
const sheets = new Sheets(act, (sentence) => rooms.complain(sentence), new OwnPicture(act, blobs, ask), searchPause);
const notifications = new Notifications(local, { open: (room) => place.go(room), complain: (sentence) => rooms.complain(sentence) });
const askFor = (form) => {
  if (form === "account" || form === "signOut") return view.account.open(form);
  if (form === "profile") return act({ type: "sheet", page: "profile" });
  door.ask(form);
};
const view = {
  composer,
  account: new Account(act),
  people: new People(askFor, act, local),
  own: new OwnMenu(askFor),
  pin: new Pin((seq) => view.timeline.seek(state.room, seq), act),
  status: new Status(act, rooms),
  timeline: new Timeline(act, actions, blobs, files, read, place, askLater, { refused, again: (row) => composer.again(row) }),
  announcer: new Announcer(askLater),
};

const engine = new Engine({
  open() { socket.open(); },
  close({ code }) { socket.close(code); },
  send({ frame }) { socket.send(frame); },
  wait({ timer, ms }) { timers.wait(timer, ms); },
  cancel({ timer }) { timers.cancel(timer); },
  // Without a token from elsewhere, the user signs in again.
  authenticate() { tell({ type: "token", token: site.newToken?.() }); },
  upload(effect) { upload.start(effect); },
  cancelUpload(effect) { upload.stop(effect); },
  release({ ticket }) { blobs.forget(ticket); },
  settled({ ticket, error, dropped }) {
    if (dropped) blobs.hide(ticket);
    if (error) composer.refuse(error, ticket);
  },
  remember({ do: _, ...me }) { if (!site.isSigned) local.write("me", me); },
  reload() { site.reload(); },
  account(effect) { exchange(effect, tell); },
  erase,
  enter({ room }) { goTo(room); },
  left({ next }) {
    place.hasLeftAll = next === undefined;
    if (place.wide.matches && next !== undefined) place.go(next);
    else place.goToList(enter);
  },
  show({ room, seq }) { goTo(`${room}/${seq}`); },
  menu({ id, buttons }) {
    actions.offer(id, buttons);
    roomMenu.offer(id, buttons);
  },
  refuse({ sentence }) {
    invitation.refuse();
    newRoom.isOpen ? newRoom.refuse(sentence) : rooms.complain(sentence);
  },
  people({ people, search }) { newRoom.offer(people, search); },
  found(answer) {
    newRoom.found(answer);
    view.timeline.days.found(answer);
  },
}, drawSoon, stopped);

/** Goes where the user wanted, which is the end of what they asked for it. */
function goTo(address) {
  invitation.end();
  if (newRoom.isOpen) newRoom.close();
  rooms.complain("");
  place.go(address);
}

const RELOADED = 5_000; // milliseconds after which a page that was reloaded has its journal again
const LONG = 25; // milliseconds of a draw: more than a frame
const LONGEST = 100; // milliseconds of a rest: a tab behind others has no frames for as long as it likes

let model = null; // until it has arrived
let journal = null;
let isLeaving = false;
const early = []; // what the user asks for meanwhile

let onScreen = ""; // the room that the user sees; they may go to another one before it is drawn

/** What the user asks for gets a ticket, and the room in which they ask for it. */
function act(asked) {
  const input = { room: onScreen, ...asked };
  if (input.type === "rename") state.isNamed = true;
  if (journal) return tell({ ticket: newTicket(), ...input });
  early.push(input);
  drawSoon(); // the door says that it waits
}

/** Nothing happens any more for the client that there was. */
function standStill() {
  timers.cancelAll();
  socket.close();
  upload.stopAll();
}

/** The model has trapped. What the journal has is there after a reload. */
function stopped() {
  standStill();
  find("composer").inert = true;
  drawSoon();
}

/** Erases what this browser has of its user, and begins again. Other tabs see that, and follow. */
async function erase() {
  isLeaving = true;
  engine.stop();
  standStill();
  for (const name of ["emoji", "notifies", "sounds", "unsent"]) local.remove(name);
  for (const name of ["written", "replies"]) session.remove(name);
  await Promise.allSettled([journals.erase(), blobs.erase()]);
  local.write("me", { signedOut: true });
  site.reload();
}

let scheduled = null; // the frame and the timer for the next draw
let hasLooked = false; // since it is connected and has nothing to send: for what closed tabs have left
let connectedSince = Infinity;
const whenIdle = window.requestIdleCallback ?? setTimeout; // Safari has no such callback

/**
 * Draws once in a frame. A page that nobody sees gets no frames, but its title still counts.
 * Browsers do not call each of those pages hidden: one in a frame out of sight is not.
 */
function drawSoon() {
  if (scheduled) return;
  const frame = document.hidden ? 0 : requestAnimationFrame(drawRested);
  scheduled = { frame, timer: setTimeout(draw, frame ? 1_000 : 100) };
}

let restsUntil = 0;

function drawRested() {
  if (performance.now() < restsUntil) scheduled.frame = requestAnimationFrame(drawRested);
  else draw();
}

/**
 * After a draw that took longer than a frame, the page rests for as long. Otherwise a room where
 * much is said would leave no time for what the user types.
 */
function rest() {
  const began = performance.now();
  requestAnimationFrame(() => {
    const took = performance.now() - began;
    restsUntil = took > LONG ? performance.now() + Math.min(took, LONGEST) : 0;
  });
}

function draw() {
  if (scheduled) {
    cancelAnimationFrame(scheduled.frame);
    clearTimeout(scheduled.timer);
    scheduled = null;
  }
  if (isLeaving) return;
  rest();
  state.today = new Date().toDateString();
  const drawn = journal && !engine.isStopped ? engine.draw() : {};
  takePictures(drawn.pictures);
  rooms.take(drawn);
  sheets.take(drawn);
  notifications.draw(drawn);
  const added = state.take(drawn);
  if (engine.isStopped) Object.assign(state, STOPPED);
  onScreen = state.room;
  state.isInvited = invitation.isWaiting;
  const changed = door.draw(state);
  if (door.open) invitation.tellAtDoor();
  if (changed && door.open) learnRegistration();
  find("inside").classList.toggle("listing", state.listing);
  site.body.classList.toggle("reads-only", state.readsOnly);
  if (files.draw(state)) takeAddresses(files);
  for (const part of [view.account, view.people, view.own, view.status, view.pin, composer, view.timeline, actions, rooms, newRoom]) part.draw(state);
  drawRoomHead();
  view.announcer.announce(added, state);
  if ((changed && !door.open) || isArriving) arrive();
  if (invitation.isWaiting && !door.open && state.user !== undefined) invitation.open();
  connectedSince = state.isConnected ? Math.min(connectedSince, Date.now()) : Infinity;
  const isReady = journal !== null && state.isConnected && state.isIdle;
  if (!isReady) hasLooked = false;
  else if (!hasLooked) adopt();
  if (isReady && state.loaded) loadRest();
}

/** The page says what is today and what was yesterday: from midnight on, these are other days. */
function drawAtMidnight() {
  if (isLeaving) return;
  drawSoon();
  setTimeout(drawAtMidnight, new Date().setHours(24, 0, 0, 0) - Date.now());
}

let isComplete = false;

/**
 * Loads what the first view does not need. It is loaded now because a newer server no longer has
 * this version's files.
 */
function loadRest() {
  if (isComplete) return;
  isComplete = true;
  whenIdle(() => {
    completeModel();
    emojiGroups().catch(() => {});
    sheets.load().catch(() => {});
    learnRegistration();
    if (!site.isEmbedded) serveOffline();
  });
}

/** Loads the rest of the model. If that fails, it is loaded when the model needs it. */
async function completeModel() { await model?.complete().catch(() => {}); }

let registration; // who may make an account on this server, once that is known or asked for

/** Asks the server whether it has accounts. The user is not told if it does not answer. */
async function learnRegistration() {
  if (registration !== undefined || state.account.hasAccount) return;
  registration = null;
  try {
    const answer = await fetch(new URL("v1/accounts", site.base), { cache: "no-store", credentials: "omit" });
    ({ registration } = await answer.json());
    if (registration) act({ type: "registration", rule: registration }); // older servers do not tell
  } catch {
    registration = undefined; // asked again when the door opens
  }
  state.knowsWays = true;
  drawSoon();
}

let isArriving = false; // the user has gone to another room, or to the list
let isSearching = false; // the list is wanted for its search
let head = null;
let token; // with which the head's picture was asked for

function drawRoomHead() {
  if (state.head === head && state.token === token) return;
  ({ head, token } = state);
  drawHead(head, files);
}

/** Takes the focus to where the user goes on. */
function arrive() {
  isArriving = false;
  if (door.open || !site.mayFocus) return;
  if (!state.listing) composer.focus();
  else if (isSearching) rooms.search();
  else rooms.focus(left);
  isSearching = false;
}

let left = ""; // the room that was on the screen before

const OF_A_ROOM = "#actions[open], #picker[open], #day-picker[open], #viewer[open], #own-menu[open], #room-menu[open], #new[open], #people:modal"; // dialogs about the room and its messages

/** Shows the room that the address names, or the list. */
function enter() {
  const link = place.takeLink();
  if (link) invitation.follow(link);
  const invite = place.takeInvite();
  if (invite) door.welcome(invite);
  if (invitation.isWaiting || invite) drawSoon();
  const room = place.room(state.isKnown || state.user !== undefined, invitation.isWaiting && !state.isKnown && state.user === undefined);
  const message = place.takeMessage();
  if (message) view.timeline.seek(room, message);
  if (room === state.room && journal) return;
  const wasListing = state.listing;
  view.timeline.leave();
  left = state.room;
  if (wasListing && room) place.cameFromList();
  state.enter(room);
  state.listing = room === "";
  if (room && place.isBare && !place.wide.matches) place.name(room);
  isArriving = true;
  for (const dialog of site.body.querySelectorAll(OF_A_ROOM)) dialog.close();
  showRoom();
}

function showRoom() {
  if (!journal) return;
  tellSeen();
  tell({ type: "room", room: state.room, anchor: view.timeline.anchor(state.room) });
  drawSoon();
}

/** The page may be gone in a moment. */
function leave() {
  if (isLeaving) return;
  engine.flush();
  written.leave();
  if (!state.isIdle || !engine.isIdle || scheduled) local.write("unsent", Date.now()); // there may be unsent messages
}

/** Messages are read when the user sees their room. */
function tellSeen() { tell({ type: "seen", seen: state.isSeen }); }

/** Becomes the client of this journal. */
async function become(next) {
  if (isLeaving || site.ended?.aborted) return next.release();
  const former = journal;
  if (former) written.keep(connectedSince);
  journal = null; // what the user asks for now waits in `early`
  standStill();
  const me = remembered();
  // The user has signed out in another tab, which could not erase what this one wrote afterwards.
  if (me?.signedOut) {
    await Promise.all([next.replace([]), blobs.erase()]);
    written.forget();
  }
  await engine.open(next, me);
  await composer.tray.move(next.device); // before another tab can have the former device
  sheets.take({ noSheet: true });
  former?.release();
  journal = next;
  state.isOpen = true;
  state.visible = !document.hidden;
  tell({ type: "online", online: navigator.onLine });
  written.give(tell);
  tell({ type: "search", text: rooms.searched });
  if (registration) tell({ type: "registration", rule: registration });
  showRoom();
  if (me?.name || site.isSigned) tell({ type: "start" });
  early.splice(0).forEach(act);
}

/** Sends what a closed tab has left unsent. A page that is not idle looks again at its next draw. */
async function adopt() {
  // What is drawn later than it happens does not count.
  const isIdle = () => {
    hasLooked = journal !== null && state.isIdle && !state.account.busy && !scheduled && !sheets.isOpen && engine.isIdle;
    return hasLooked;
  };
  const next = isIdle() ? await journals.adopt(isIdle) : null;
  if (!next) return;
  await become(next);
  await composer.tray.restore(await journals.tickets());
}

function listenToBrowser() {
  find("back").addEventListener("click", () => place.goToList(enter));
  find("find-button").addEventListener("click", () => act({ type: "sheet", page: "search" }));
  find("room-options").addEventListener("click", () => rooms.openMenu(state.room, find("room-options")));
  find("room-head").addEventListener("click", ({ target }) => {
    if (target.closest("#room-avatar, .heading") && !target.closest("button")) rooms.openMenu(state.room, find("room-avatar"));
  });
  listen(site.area, "keydown", goBeside);
  listen(site.area, "keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (door.open || site.body.querySelector("dialog:modal")) return;
    event.preventDefault();
    if (place.wide.matches || state.listing) return rooms.search();
    isSearching = true;
    place.goToList(enter);
  });
  listen(window, "online", () => tell({ type: "online", online: true }));
  listen(window, "offline", () => tell({ type: "online", online: false }));
  listen(document, "visibilitychange", () => {
    state.visible = !document.hidden;
    if (document.hidden) engine.flush();
    tellSeen();
    tell({ type: "visible", visible: state.visible });
    if (state.visible) adopt();
  });
  // A page may be visible all the time, beside the window that had the focus.
  listen(window, "focus", () => { if (!state.isConnected) tell({ type: "visible", visible: state.visible }); });
  local.watch("unsent", () => setTimeout(adopt, RELOADED)); // another tab was closed, or reloaded
  local.watch("me", (me) => {
    if (me?.signedOut) journals.forget();
    tell({ ...me, type: "elsewhere" });
  });
  // For phones whose keyboard covers the page instead of shrinking it.
  if (!site.isEmbedded) visualViewport?.addEventListener("resize", () => {
    const height = visualViewport.scale === 1 ? `${visualViewport.height}px` : "";
    document.documentElement.style.setProperty("--height", height);
  });
  // The page came back from the browser's page cache: its connection and its device are gone, so
  // reload.
  listen(window, "pageshow", ({ persisted }) => { if (persisted) site.reload(); });
}

/** Alt-↑ and Alt-↓ lead to the room before and after this one in the list. */
function goBeside(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (door.open || state.listing || site.body.querySelector("dialog:modal")) return;
  if (/^Mac/.test(navigator.platform) && targetOf(event).value) return; // there they move the caret
  const room = rooms.beside(step);
  if (!room) return;
  event.preventDefault();
  place.go(room);
}

/** Shows why the page can't start. */
function refuse(error, sentence) {
  find("inside").hidden = true;
  find("door").hidden = false;
  find("introduction").replaceChildren(make("p", { role: "alert" }, sentence));
  throw error;
}

function notLoaded(error) {
  claiming.then(({ release }) => release(), () => {}); // another tab may send what it has
  const isUnknown = typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError;
  refuse(error, isUnknown
    ? localized("This page needs WebAssembly, which this browser does not have or allow.")
    : localized("This page could not be loaded. Check your connection, and reload it."));
}

/** The user as the browser's storage has them, or as the other site's token says. */
function remembered() { return site.isSigned ? { token: site.token, signed: true } : local.read("me"); }

/** What the element's page asks of the chat. */
function obey() {
  listen(site.commands, "room", ({ detail }) => place.go(detail));
  listen(site.commands, "token", ({ detail }) => act({ type: "token", token: detail }));
  // In a page of the server these links are the page's own addresses.
  listen(site.body, "click", (event) => {
    const link = event.target.closest("a[href]:not([target])");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !link.href.startsWith(site.at("#"))) return;
    event.preventDefault();
    place.go(link.hash.slice(1));
  });
  site.ended.addEventListener("abort", end);
}

/** The element has been taken out of its page. Another one may take the journal over. */
function end() {
  leave();
  journals.leave();
  isLeaving = true;
  engine.stop();
  standStill();
  blobs.hideAll();
  journal?.release();
  model = engine.model = null;
}

Object.assign(state, { visible: !document.hidden, isNamed: Boolean(remembered()?.name) || site.isSigned, isKnown: Boolean(remembered()?.token) });
written.read();
listen(window, "pagehide", leave);
if (site.isEmbedded) obey();
enter();
isArriving = false;
draw();
if (state.isNamed && navigator.onLine && !site.ended?.aborted) socket.prepare();
const journals = new Journals(async (records) => (await loading).compact(records), session);
const claiming = journals.claim(Boolean(remembered()?.signedOut));
claiming.catch(() => {}); // reported below
model = await loading.catch(notLoaded);
engine.model = model;
setTimeout(completeModel, 1_000); // a visitor without a room needs it to give a name and to choose a room
await claiming.then(become).catch((error) => {
  refuse(error, localized("This browser’s storage could not be read. Reload the page."));
});
listenToBrowser();
drawAtMidnight();
const unsent = await journals.tickets();
await blobs.sweep(unsent);
await composer.tray.restore(unsent);
