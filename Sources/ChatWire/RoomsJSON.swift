// Keys are in the order of the examples in docs/protocol.md. Keys without a value are left out.

/// Whether words that this build does not know are refused, or left out because a newer server may
/// say them.
package enum UnknownWords {
    case refused
    case leftOut
}

extension SettingsChange {
    package init(_ object: JSONObject, _ unknown: UnknownWords) throws(WireError) {
        self.init(
            title: try object.optionalString("title"), topic: try object.optionalString("topic"),
            joining: try object.word("joining", unknown), newcomers: try object.word("newcomers", unknown),
            posting: try object.word("posting", unknown),
            slowMode: try object.optionalNumber("slow"), avatar: try AvatarChange(in: object),
            payload: try PayloadChange(in: object))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("topic", topic)
        writer.member("joining", joining?.rawValue)
        writer.member("newcomers", newcomers?.rawValue)
        writer.member("posting", posting?.rawValue)
        writer.member("slow", slowMode)
        avatar?.writeMember(to: &writer)
        payload?.writeMember(to: &writer)
    }
}

extension MembershipChange {
    /// - Throws: also where a newer server says an action that this build does not know
    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            try object.id("member"), try Action(object), called: try object.optionalString("called"),
            reason: try object.optionalString("reason"), link: try LinkUse(object))
    }

    /// A request says a code, and does not say which link it is of.
    init(request object: JSONObject) throws(WireError) {
        self.init(
            try object.id("member"), try Action(object), called: try object.optionalString("called"),
            reason: try object.optionalString("reason"), code: try object.optionalSecret("code"))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("member", member)
        writer.member("called", called)
        writer.member("action", action.name)
        switch action {
        case .role(let role): writer.member("role", role.name)
        case .ban(let until), .mute(let until):
            if until != Action.forGood { writer.member("until", until) }
        case .invite, .request, .join, .leave, .remove, .unban, .unmute: break
        }
        writer.member("reason", reason)
        writer.member("code", code?.text)
        link?.writeMembers(to: &writer)
    }
}

extension MembershipChange.Action {
    init(_ object: JSONObject) throws(WireError) {
        switch try object.string("action") {
        case "invite": self = .invite
        case "request": self = .request
        case "join": self = .join
        case "leave": self = .leave
        case "remove": self = .remove
        case "role":
            guard let role = RoomRole(name: try object.string("role")) else {
                throw .key("role", "must be \"member\", \"moderator\" or \"owner\"")
            }
            self = .role(role)
        case "ban": self = .ban(until: try MembershipChange.Action.end(object))
        case "unban": self = .unban
        case "mute": self = .mute(until: try MembershipChange.Action.end(object))
        case "unmute": self = .unmute
        default:
            throw .key(
                "action",
                oneOf: ["invite", "request", "join", "leave", "remove", "role", "ban", "unban", "mute", "unmute"])
        }
    }

    private static func end(_ object: JSONObject) throws(WireError) -> Int64 {
        Int64(clamping: try object.optionalNumber("until") ?? UInt64(forGood))
    }

    /// As the wire names it.
    public var name: String {
        switch self {
        case .invite: "invite"
        case .request: "request"
        case .join: "join"
        case .leave: "leave"
        case .remove: "remove"
        case .role: "role"
        case .ban: "ban"
        case .unban: "unban"
        case .mute: "mute"
        case .unmute: "unmute"
        }
    }
}

extension RoomRole {
    /// Reads the name on the wire; `nil` for one that this build does not know.
    public init?(name: String) {
        switch name {
        case "member": self = .member
        case "moderator": self = .moderator
        case "owner": self = .owner
        default: return nil
        }
    }

    /// As the wire names it.
    public var name: String {
        switch self {
        case .member: "member"
        case .moderator: "moderator"
        case .owner: "owner"
        }
    }
}

extension Standing {
    init(_ object: JSONObject) throws(WireError) {
        self.init()
        switch try object.string("is") {
        case "invited": membership = .invited
        case "requested": membership = .requested
        case "member": membership = .member
        default: membership = .outsider
        }
        role = try object.optionalString("role").flatMap { RoomRole(name: $0) } ?? .member
        since = try object.optionalSeq("since", from: 0) ?? 0
        bannedUntil = try object.optionalNumber("banned").map { Int64(clamping: $0) }
        mutedUntil = try object.optionalNumber("muted").map { Int64(clamping: $0) }
    }

    func writeMembers(to writer: inout JSONWriter) {
        switch membership {
        case .outsider: writer.member("is", "none")
        case .invited: writer.member("is", "invited")
        case .requested: writer.member("is", "requested")
        case .member: writer.member("is", "member")
        }
        if role != .member { writer.member("role", role.name) }
        if since > 0 { writer.member("since", since) }
        writer.member("banned", bannedUntil.map { UInt64(clamping: $0) })
        writer.member("muted", mutedUntil.map { UInt64(clamping: $0) })
    }
}

extension RoomInfo {
    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            settings: RoomSettings(), standing: try Standing(try object.object("standing")),
            people: try object.optionalNumber("people") ?? 0, owners: try object.optionalNumber("owners") ?? 0)
        settings.apply(try SettingsChange(try object.object("settings"), .leftOut))
        pins = try (object.optionalNumbers("pins") ?? []).map { Seq($0) }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.key("settings")
        writer.beginObject()
        settings.asChange.writeMembers(to: &writer)
        writer.endObject()
        writer.key("standing")
        writer.beginObject()
        standing.writeMembers(to: &writer)
        writer.endObject()
        if people > 0 { writer.member("people", people) }
        if owners > 0 { writer.member("owners", owners) }
        guard !pins.isEmpty else { return }
        writer.key("pins")
        writer.beginArray()
        for pin in pins { writer.value(pin.number) }
        writer.endArray()
    }

    func writeMember(to writer: inout JSONWriter) {
        writer.key("info")
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

extension RoomEntry {
    init(_ object: JSONObject) throws(WireError) {
        self.init(
            room: try object.room("room"), info: try RoomInfo(try object.object("info")),
            epoch: try object.epoch("epoch"), head: try object.seq("head", from: 0),
            read: try object.optionalSeq("read"), unread: try object.optionalNumber("unread") ?? 0)
        choice = try RoomEntry.readChoice(object, of: room)
        mentions = try object.optionalNumber("mentions") ?? 0
        isExact = try !(object.optionalBool("more") ?? false)
        draft = try object.optionalString("draft") ?? ""
        if let last = try object.optionalObject("last") { self.last = try Event(last) }
        if let with = try object.optionalObject("with") { self.with = try Author(with) }
        if let inviter = try object.optionalObject("inviter") { self.inviter = try Author(inviter) }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("room", room.text)
        if let with {
            writer.key("with")
            with.write(to: &writer)
        }
        if let inviter {
            writer.key("inviter")
            inviter.write(to: &writer)
        }
        info.writeMember(to: &writer)
        writer.member("epoch", epoch.number)
        writer.member("head", head)
        writer.member("read", read)
        writer.member("unread", unread)
        if mentions > 0 { writer.member("mentions", mentions) }
        if !isExact { writer.member("more", true) }
        if let last {
            writer.key("last")
            last.write(to: &writer)
        }
        writeChoice(to: &writer)
        if !draft.isEmpty { writer.member("draft", draft) }
        writer.endObject()
    }
}

extension Person {
    init(_ object: JSONObject) throws(WireError) {
        self.init(author: try Author(object), standing: try Standing(object))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        author.writeMembers(to: &writer)
        standing.writeMembers(to: &writer)
        writer.endObject()
    }
}

extension JSONObject {
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: StaticString, _ unknown: UnknownWords
    ) throws(WireError) -> Word? {
        guard let text = try optionalString(key) else { return nil }
        if let word = Word(rawValue: text) { return word }
        guard unknown == .leftOut else { throw .key(key, oneOf: Word.allCases.map { $0.rawValue }) }
        return nil
    }
}

extension WireError {
    /// Refuses a word, and names those that are allowed.
    @inline(never)
    fileprivate static func key(_ key: StaticString, oneOf words: [String]) -> WireError {
        var list = ""
        for (index, word) in words.enumerated() {
            if index > 0 { list += index == words.count - 1 ? " or " : ", " }
            list += "\"\(word)\""
        }
        return .key(key, "must be \(list)")
    }
}
