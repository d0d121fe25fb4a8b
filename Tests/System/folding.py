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
            for edit in self:
                if edit["kind"] == "edit":
                    fold(edit, event)


def fold(message, later):
    """Changes a message, or an edit of one, by what a later event does to it."""
    if later["seq"] <= message["seq"]:
        return
    if message["kind"] == "edit" and later["kind"] == "deletion" and later["of"] == message["of"]:
        message["text"] = ""
        message.pop("payload", None)
    if message["kind"] != "message" or later.get("of") != message["seq"]:
        return
    match later["kind"]:
        case "edit" if later["text"] and later["seq"] > message.get("edited", 0):
            message |= {"text": later["text"], "edited": later["seq"]}
            if "payload" in later:
                message["payload"] = later["payload"]
        case "deletion":
            for key in ("text", "reply", "payload", "attachment", "edited", "reactions"):
                message.pop(key, None)
            message |= {"kind": "deleted", "by": later["seq"]}
        case "reaction":
            react(message, later["emoji"], later["user"], later["on"])
        case "unreaction":
            react(message, later["emoji"], later["whose"], False)


def react(message, emoji, user, on):
    reactions = message.pop("reactions", [])
    plain = emoji.replace("\ufe0f", "")
    known = next((reaction for reaction in reactions if reaction["emoji"].replace("\ufe0f", "") == plain), None)
    if on and known:
        known["emoji"] = max(known["emoji"], emoji, key=len)
    if on and not known:
        reactions.append({"emoji": emoji, "users": [user]})
    elif on and user not in known["users"]:
        known["users"].append(user)
    elif not on and known and user in known["users"]:
        known["users"].remove(user)
    reactions = [reaction for reaction in reactions if reaction["users"]]
    if reactions:
        message["reactions"] = reactions
