/// What may be done to a room: each is a request, carries a device's number, is answered by `sent`,
/// and is an event then.
public enum Mutation: Hashable, Sendable {
    /// The attachment is what the server answered to its upload, unchanged; a file goes with one
    /// message only.
    case message(text: String, reply: Seq? = nil, payload: Payload? = nil, attachment: Attachment? = nil)
    /// Replaces the text of the author's message `of`. A payload replaces that of the message. If
    /// it is `nil`, the message keeps its payload.
    case edit(of: Seq, text: String, payload: Payload? = nil)
    /// Deletes the message `of`: its text and those of its edits are wiped from the log.
    ///
    /// `reason`: for the log and the author, if the message is somebody else's; at most
    /// ``Limits/reasonBytes`` bytes on one line
    case delete(of: Seq, reason: String? = nil)
    /// Adds a reaction to the message `of`, or takes it back.
    case react(of: Seq, emoji: String, on: Bool)
    /// Removes a reaction of `user` from the message `of`: for the message's author and moderators.
    case unreact(of: Seq, emoji: String, user: UserID)
    /// Pins the message `of`, or takes the pin off.
    case pin(of: Seq, on: Bool)
    /// Changes the room's settings. In a room without events it makes the room, which then belongs
    /// to its author.
    case settings(SettingsChange)
    /// Changes somebody's place in the room.
    case membership(MembershipChange)
    /// Changes what the user has chosen about a room, in their own log.
    case choose(ChoiceChange)
    /// Blocks somebody, or no longer, in the user's own log.
    case block(UserID, on: Bool)
    /// Changes how others see the user, in the user's own log.
    case profile(ProfileChange)
    /// Makes or revokes an invite link of a group.
    case link(LinkChange)
}

extension Mutation {
    /// What it becomes in the log.
    public var content: Event.Content {
        switch self {
        case .message(let text, let reply, let payload, let attachment):
            .message(Message(text: text, reply: reply, payload: payload, attachment: attachment))
        case .edit(let of, let text, let payload): .edit(of: of, text: text, payload: payload)
        case .delete(let of, let reason): .deletion(of: of, reason: reason.flatMap { $0.isEmpty ? nil : $0 })
        case .react(let of, let emoji, let on): .reaction(of: of, emoji: emoji, on: on)
        case .unreact(let of, let emoji, let user): .unreaction(of: of, emoji: emoji, user: user)
        case .pin(let of, let on): .pin(of: of, on: on)
        case .settings(let change): .settings(change)
        case .membership(let change): .membership(change.withoutCode)
        case .choose(let change): .choice(change)
        case .block(let user, let on): .block(user, on: on)
        case .profile(let change): .profile(change)
        case .link(let change): .link(change)
        }
    }

    /// The message that it changes; `nil` for a new message.
    public var target: Seq? { content.target }

    /// The message that must be in the room for this to be done: the one that it answers or
    /// changes.
    public var reference: Seq? {
        if case .message(_, let reply, _, _) = self { reply } else { content.reference }
    }

    /// The file that it takes: that of a message, or an avatar.
    public var attachment: Attachment? {
        switch self {
        case .message(_, _, _, let attachment): attachment
        case .settings(let change): change.avatar?.attachment
        case .profile(let change): change.avatar?.attachment
        case .edit, .delete, .react, .unreact, .pin, .membership, .choose, .block, .link: nil
        }
    }

    /// Whether a file can go with it.
    package var takesFile: Bool {
        switch self {
        case .message, .settings, .profile: true
        case .edit, .delete, .react, .unreact, .pin, .membership, .choose, .block, .link: false
        }
    }

    /// The same message with this file, or without one; or the same change with this avatar.
    package func attaching(_ attachment: Attachment?) -> Mutation {
        switch self {
        case .message(let text, let reply, let payload, _):
            return .message(text: text, reply: reply, payload: payload, attachment: attachment)
        case .settings(var change):
            change.avatar = attachment.map { .image($0) }
            return .settings(change)
        case .profile(var change):
            change.avatar = attachment.map { .image($0) }
            return .profile(change)
        case .edit, .delete, .react, .unreact, .pin, .membership, .choose, .block, .link: return self
        }
    }

    /// Whether a user leaves a room by it, or declines an invitation, and says nothing else.
    package func isLeaving(of user: UserID) -> Bool {
        if case .membership(let change) = self { change == MembershipChange(user, .leave) } else { false }
    }

    /// The files that it takes: ``attachment``, and its thumbnail.
    public var files: [Attachment] { attachment?.files ?? [] }

    /// Bytes of what it says: what a user's budget and the server's queue count.
    public var textBytes: Int {
        switch self {
        case .message(let text, _, let payload, let attachment):
            text.utf8.count + (payload?.data.utf8.count ?? 0) + (attachment?.name.utf8.count ?? 0)
        case .edit(_, let text, let payload): text.utf8.count + (payload?.data.utf8.count ?? 0)
        case .react(_, let emoji, _), .unreact(_, let emoji, _): emoji.utf8.count
        case .settings(let change): change.textBytes
        case .membership(let change): change.textBytes
        case .delete(_, let reason): reason?.utf8.count ?? 0
        case .profile(let change): change.textBytes
        case .pin, .link, .choose, .block: 0
        }
    }

    /// What others will see of it in words: what the operator's filter looks at.
    package var shownTexts: [String] {
        var said: Payload?
        let texts: [String?]
        switch self {
        case .message(let text, _, let payload, let attachment): (texts, said) = ([text, attachment?.name], payload)
        case .edit(_, let text, let payload): (texts, said) = ([text], payload)
        case .settings(let change):
            (texts, said) = ([change.title, change.topic, change.avatar?.attachment?.name], change.payload?.payload)
        case .profile(let change):
            (texts, said) = ([change.about, change.avatar?.attachment?.name], change.payload?.payload)
        case .membership(let change): texts = [change.called, change.reason]
        case .delete(_, let reason): texts = [reason]
        case .react, .unreact, .pin, .link, .choose, .block: texts = []
        }
        return texts.compactMap { $0 } + (said?.shownTexts ?? [])
    }

    /// Whether a server whose disk is nearly full still accepts it. Only deletions, which make
    /// room.
    public var isTakenReadOnly: Bool {
        switch self {
        case .delete: true
        case .message, .edit, .react, .unreact, .pin, .settings, .membership, .link, .choose, .block, .profile: false
        }
    }

    /// Whether a connection must have joined the room before it asks for this. A group that
    /// does not exist yet, or that the user is only invited to, can't be joined first.
    public var needsJoin: Bool {
        switch self {
        case .settings, .membership, .link, .choose, .block, .profile: false
        case .message, .edit, .delete, .react, .unreact, .pin: true
        }
    }

    /// Whether it goes to the user's own log, and nowhere else.
    public var isOwn: Bool {
        switch self {
        case .choose, .block, .profile: true
        case .message, .edit, .delete, .react, .unreact, .pin, .settings, .membership, .link: false
        }
    }

    /// Why it is refused, independently of its author and of the log; `nil` if it is valid.
    public func check() -> WireError? {
        switch self {
        case .message(let text, _, let payload, let attachment):
            TextRule.check(text) ?? payload.flatMap { PayloadRule.check($0, beside: text) }
                ?? attachment.flatMap { FileRule.check(name: $0.name) }
        case .edit(_, let text, let payload):
            TextRule.check(text) ?? payload.flatMap { PayloadRule.check($0, beside: text) }
        case .delete(_, let reason): reason.flatMap { Mutation.fault(ofReason: $0) }
        case .pin, .link, .block: nil
        case .unreact(_, let emoji, _): EmojiRule.checkTakenBack(emoji)
        case .profile(let change): change.check()
        case .react(_, let emoji, let on): on ? EmojiRule.check(emoji) : EmojiRule.checkTakenBack(emoji)
        case .settings(let change): change.check()
        case .membership(let change): change.check()
        case .choose(let change): change.check()
        }
    }

    /// Why this can't be the reason of a deletion; `nil` if it can.
    public static func fault(ofReason text: String) -> WireError? {
        LineRule.fault(of: text, most: Limits.reasonBytes).map { WireError(.reason, "The reason \($0).") }
    }
}

extension Mutation {
    /// Whether `content` is what this became: the answer to "is this event that request, sent
    /// again?".
    ///
    /// `content` is as the log has it now, or with later events folded in. What these have taken
    /// away is not compared: the text and payload of an edited message, and everything that a
    /// deletion wiped. Nor is the payload of an edit that was asked for without one: the server may
    /// have added the message's own (``Event/Content/edit(of:text:payload:)``).
    /// Texts are compared by their bytes, emoji without variation selectors, and a file by its id.
    public func became(_ content: Event.Content) -> Bool {
        switch self {
        case .message(let text, let reply, let payload, let attachment):
            if case .deleted = content { return true }
            guard case .message(let known) = content else { return false }
            let isSaid =
                known.edited != nil || text.hasSameBytes(as: known.text) && payload.isSame(as: known.payload)
            return isSaid && reply == known.reply && attachment?.id == known.attachment?.id
        case .edit(let of, let text, let payload):
            guard case .edit(of, let known, let knownPayload) = content else { return false }
            return known.isEmpty
                || text.hasSameBytes(as: known) && (payload == nil || payload.isSame(as: knownPayload))
        case .delete(let of, _):
            guard case .deletion(of, _) = content else { return false }
            return true
        case .react(let of, let emoji, let on):
            guard case .reaction(of, let known, on) = content else { return false }
            return emoji.isSameEmoji(as: known)
        case .unreact(let of, let emoji, let user):
            guard case .unreaction(of, let known, user) = content else { return false }
            return emoji.isSameEmoji(as: known)
        case .pin(let of, let on): return content == .pin(of: of, on: on)
        case .settings(let change):
            guard case .settings(let known) = content else { return false }
            return change.hasSameBytes(as: known)
        case .membership(let change):
            guard case .membership(let known) = content else { return false }
            return change.member == known.member && change.action == known.action
        case .choose(let change): return content == .choice(change)
        case .block(let user, let on): return content == .block(user, on: on)
        case .link(let change): return content == .link(change)
        case .profile(let change):
            guard case .profile(let known) = content else { return false }
            return change.isSame(as: known)
        }
    }
}

extension Payload {
    /// An app shows a payload's strings, in which an escape may stand for any letter.
    fileprivate var shownTexts: [String] { [data] + (data.jsonStrings ?? []) }
}

extension MembershipChange {
    fileprivate var withoutCode: MembershipChange {
        var change = self
        change.code = nil
        return change
    }
}

extension SettingsChange {
    fileprivate func hasSameBytes(as other: SettingsChange) -> Bool {
        let texts = title.isSame(as: other.title) && topic.isSame(as: other.topic)
        return texts && joining == other.joining && newcomers == other.newcomers && posting == other.posting
            && slowMode == other.slowMode && avatar.isSame(as: other.avatar) && payload.isSame(as: other.payload)
    }
}

extension String? {
    fileprivate func isSame(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasSameBytes(as: other)
    }
}

extension Mutation {
    /// Whether requests of this type are mutations.
    package static func isType(_ type: String) -> Bool {
        switch type {
        case "send", "edit", "delete", "react", "unreact", "pin", "settings", "membership", "link", "choose", "block",
            "profile":
            true
        default: false
        }
    }

    /// `nil` where no mutation has this type.
    ///
    /// - Parameter type: of the request.
    package init?(_ object: JSONObject, type: String) throws(WireError) {
        switch type {
        case "choose": self = .choose(try ChoiceChange(object, .refused))
        default: try self.init(other: object, type: type)
        }
    }

    /// All but the choice that a client makes by itself when it opens a room. Not inlined: the page
    /// loads this function later than the one above.
    @inline(never)
    private init?(other object: JSONObject, type: String) throws(WireError) {
        switch type {
        case "send":
            self = .message(
                text: try object.string("text"), reply: try object.optionalSeq("reply"),
                payload: try Payload(in: object), attachment: try Attachment(in: object))
        case "edit":
            self = .edit(
                of: try object.seq("of"), text: try object.string("text"), payload: try Payload(in: object))
        case "delete":
            self = .delete(of: try object.seq("of"), reason: try object.optionalString("reason"))
        case "react":
            self = .react(
                of: try object.seq("of"), emoji: try object.string("emoji"), on: try object.bool("on"))
        case "pin": self = .pin(of: try object.seq("of"), on: try object.bool("on"))
        case "unreact":
            self = .unreact(
                of: try object.seq("of"), emoji: try object.string("emoji"), user: try object.id("whose"))
        case "settings": self = .settings(try SettingsChange(object, .refused))
        case "block": self = .block(try object.id("member"), on: try object.bool("on"))
        case "profile": self = .profile(try ProfileChange(object))
        case "membership": self = .membership(try MembershipChange(request: object))
        case "link": self = .link(try LinkChange(object))
        default: return nil
        }
    }

    /// The type of its request.
    package var type: String {
        switch self {
        case .message: "send"
        case .edit: "edit"
        case .delete: "delete"
        case .react: "react"
        case .unreact: "unreact"
        case .pin: "pin"
        case .settings: "settings"
        case .membership: "membership"
        case .choose: "choose"
        case .block: "block"
        case .profile: "profile"
        case .link: "link"
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .message(let text, let reply, let payload, let attachment):
            writer.member("text", text)
            writer.member("reply", reply)
            payload?.writeMember(to: &writer)
            attachment?.writeMember(to: &writer)
        case .edit(let of, let text, let payload):
            writer.member("of", of)
            writer.member("text", text)
            payload?.writeMember(to: &writer)
        case .delete(let of, let reason):
            writer.member("of", of)
            writer.member("reason", reason)
        case .react(let of, let emoji, let on):
            writer.member("of", of)
            writer.member("emoji", emoji)
            writer.member("on", on)
        case .pin(let of, let on):
            writer.member("of", of)
            writer.member("on", on)
        case .unreact(let of, let emoji, let user):
            writer.member("of", of)
            writer.member("emoji", emoji)
            writer.member("whose", user)
        case .settings(let change): change.writeMembers(to: &writer)
        case .membership(let change): change.writeMembers(to: &writer)
        case .choose(let change): change.writeMembers(to: &writer)
        case .profile(let change): change.writeMembers(to: &writer)
        case .block(let user, let on):
            writer.member("member", user)
            writer.member("on", on)
        case .link(let change): change.writeMembers(to: &writer)
        }
    }
}
