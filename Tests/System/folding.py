"""What docs/protocol.md says about folding, for clients that keep a room's log."""


class FoldedLog(list):
    """A room's events from number 1 on, messages as they stand now."""

    def __init__(self):
        super().__init__()
        # Up to which number each is folded already.
        self.folded = []

    def add_page(self, page):
        """A page is folded up to its head."""
        for event in page["events"]:
            self._add(event, page["head"])

    def add_live(self, event):
        self._add(event, event["seq"])

    def _add(self, event, head):
        if event["seq"] != len(self) + 1:
            assert event["seq"] <= len(self), "a gap"
            return
        self.append(event)
        self.folded.append(head)
        target = event.get("of")
        if target and self.folded[target - 1] < event["seq"]:
            fold(self[target - 1], event)
        if event["kind"] == "deletion":
            self._wipe_edits(target)

    def _wipe_edits(self, target):
        """Whoever keeps the edits, too, keeps nothing of what was deleted."""
        for event in self:
            if event["kind"] == "edit" and event["of"] == target:
                event["text"] = ""


def fold(message, later):
    """Changes `message` by what a later event does to it."""
    if message["kind"] != "message":
        return
    match later["kind"]:
        case "edit" if later["text"]:
            message |= {"text": later["text"], "edited": later["seq"]}
        case "deletion":
            for key in ("text", "reply", "payload", "edited", "reactions"):
                message.pop(key, None)
            message |= {"kind": "deleted", "by": later["seq"]}
        case "reaction":
            react(message, later["emoji"], later["user"], later["on"])


def react(message, emoji, user, on):
    reactions = message.pop("reactions", [])
    known = next((reaction for reaction in reactions if reaction["emoji"] == emoji), None)
    if on and not known:
        reactions.append({"emoji": emoji, "users": [user]})
    elif on and user not in known["users"]:
        known["users"].append(user)
    elif not on and known and user in known["users"]:
        known["users"].remove(user)
    reactions = [reaction for reaction in reactions if reaction["users"]]
    if reactions:
        message["reactions"] = reactions
