// What later events do to a message: a copy in JavaScript of ChatWire's `Event.fold`, as
// docs/protocol.md has it. Both pass the same vectors (Tests/Fixtures/events.json).

/**
 * The message (or edit) after a later event; itself where that is not about it. What is returned is
 * new, what is given unchanged. Who may edit or delete is decided by the server, before an event is
 * in the log.
 */
export function fold(event, later) {
  if (later.seq <= event.seq) return event;
  if (event.kind === "edit" && later.kind === "deletion" && later.of === event.of) return { ...event, text: "" };
  if (later.of !== event.seq || event.kind !== "message") return event;
  if (later.kind === "edit" && later.text && !(event.edited > later.seq)) {
    return { ...event, text: later.text, edited: later.seq };
  }
  if (later.kind === "deletion") return deleted(event, later.seq);
  if (later.kind === "reaction") return { ...event, reactions: reacted(event.reactions ?? [], later) };
  if (later.kind === "unreaction") {
    return { ...event, reactions: reacted(event.reactions ?? [], { emoji: later.emoji, user: later.whose, on: false }) };
  }
  return event;
}

function deleted({ text, reply, payload, attachment, edited, reactions, ...rest }, by) { return { ...rest, kind: "deleted", by }; }

/** By first use; an emoji that nobody has chosen any more is gone. */
function reacted(reactions, { emoji, user, on }) {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if (!known) return on ? [...reactions, { emoji, users: [user] }] : reactions;
  if (known.users.includes(user) === on) return reactions;
  const users = on ? [...known.users, user] : known.users.filter((other) => other !== user);
  return reactions.map((reaction) => (reaction === known ? { emoji, users } : reaction)).filter((reaction) => reaction.users.length);
}
