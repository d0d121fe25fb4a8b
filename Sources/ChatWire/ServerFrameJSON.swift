// Keys are in the order of the examples in docs/protocol.md. Keys without a value are left out.

extension ServerFrame {
    /// Reads a server's frame from the bytes of one WebSocket text message.
    public init(json: UnsafeBufferPointer<UInt8>) throws(FrameError) {
        var ref: UInt64?
        do {
            let object = try JSONObject(json)
            ref = try object.optionalNumber("ref")
            self = try ServerFrame(object, ref: ref)
        } catch {
            throw FrameError(ref: ref, error: error)
        }
    }

    /// Reads a server's frame from an array, as from the bytes of a buffer.
    ///
    /// - Throws: ``FrameError`` if it is not a frame of the protocol, with its `ref` if that could
    ///   be read
    public init(json: [UInt8]) throws(FrameError) {
        self = try json.withUnsafeBufferPointer { (bytes) throws(FrameError) in try ServerFrame(json: bytes) }
    }

    private init(_ object: JSONObject, ref: UInt64?) throws(WireError) {
        switch try object.string("type") {
        case "event":
            self = .event(room: try object.room("room"), epoch: try object.epoch("epoch"), try Event(object))
        case "presence":
            self = .presence(
                room: try object.room("room"), count: try object.number("count"),
                joined: try object.objects("joined", Author.init), left: try object.objects("left", Author.init))
        case "typing": self = .typing(room: try object.room("room"), try Author(object))
        case "stoppedtyping": self = .stoppedTyping(room: try object.room("room"), try object.id("user"))
        case "read":
            guard let point = try ReadPoint(object, "seq") else { throw .missing("seq") }
            self = .readMark(room: try object.room("room"), try Author(object), point)
        case "draft": self = .draft(room: try object.room("room"), text: try object.string("text"))
        case "standing":
            self = .standing(
                room: try object.room("room"), seq: try object.seq("seq"), by: try Author(object),
                try RoomInfo(try object.object("info")))
        case "profile": self = .profile(try object.id("user"), try ProfileChange(object).shown)
        case "expiring": self = .expiring(at: try object.time("at"))
        case "error": self = .error(ref: ref, try WireError(object))
        case let type:
            let reply = try ServerFrame(reply: type, object, ref: ref ?? 0)
            guard ref != nil else { throw .missing("ref") }
            self = reply
        }
    }

    private init(reply type: String, _ object: JSONObject, ref: UInt64) throws(WireError) {
        switch type {
        case "welcome": self = .welcome(ref: ref, try Welcome(object))
        case "joined":
            self = .joined(ref: ref, try Joined(object))
        case "rooms":
            var profile = Profile()
            if let change = try object.optionalObject("profile") { profile.apply(try ProfileChange(change)) }
            self = .rooms(
                ref: ref, try object.objects("rooms", RoomEntry.init), blocked: try object.optionalIDs("blocked"),
                profile: profile, next: try object.optionalRoom("next"),
                isPart: try object.optionalBool("more") ?? false)
        case "left": self = .left(ref: ref, room: try object.room("room"))
        case "sent":
            self = .sent(
                ref: ref, room: try object.room("room"), number: try object.optionalNumber("number", from: 1),
                seq: try object.seq("seq"), id: try object.id("id"), at: try object.time("at"))
        case "page":
            self = .page(
                ref: ref, room: try object.room("room"), epoch: try object.epoch("epoch"),
                head: try object.seq("head", from: 0), events: try object.objects("events", Event.init))
        case "members":
            self = .members(
                ref: ref, room: try object.room("room"), count: try object.number("count"),
                members: try object.objects("members", Member.init))
        case "profiles": self = .profiles(ref: ref, try object.objects("profiles", ShownProfile.init))
        case "ok": self = .ok(ref: ref)
        case "pong": self = .pong(ref: ref, at: try object.time("at"))
        default: self = try ServerFrame(found: type, object, ref: ref)
        }
    }

    /// Replies to what people look up. Not inlined: the page loads this function later than the
    /// others of this file.
    @inline(never)
    private init(found type: String, _ object: JSONObject, ref: UInt64) throws(WireError) {
        switch type {
        case "invitelinks":
            self = .links(ref: ref, room: try object.room("room"), try object.objects("links", InviteLink.init))
        case "found":
            self = .directory(
                ref: ref, try object.objects("rooms", DirectoryEntry.init), next: try object.optionalRoom("next"))
        case "hits":
            self = .hits(
                ref: ref, room: try object.room("room"), try object.objects("messages", Event.init),
                next: try object.optionalSeq("next"))
        case "people":
            self = .people(
                ref: ref, room: try object.room("room"), try object.objects("people", Person.init),
                next: try object.optionalID("next"))
        case "reports":
            self = .reports(
                ref: ref, room: try object.optionalRoom("room"), try object.objects("reports", ReportedMessage.init),
                next: try object.optionalNumber("next"))
        case "heldmessages":
            self = .held(
                ref: ref, room: try object.optionalRoom("room"), try object.objects("messages", HeldMessage.init),
                next: try object.optionalNumber("next"))
        case "actions":
            let actions = try object.objects("actions", ModerationAction.read)
            self = .actions(
                ref: ref, room: try object.room("room"), actions.compactMap { $0 },
                next: try object.optionalNumber("next"))
        case "bans":
            self = .bans(
                ref: ref, try object.objects("bans", ServerBan.init), next: try object.optionalString("next"))
        default: throw .unknownFrame
        }
    }
}

extension ServerFrame {
    /// Writes the frame as one JSON object: the text of one WebSocket message.
    public func write(to writer: inout JSONWriter) {
        if case .event(let room, let epoch, let event) = self {
            return Event.writeEvent(room: room, epoch: epoch, event: event, to: &writer)
        }
        writer.beginObject()
        writer.member("type", type)
        writer.member("ref", ref)
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// The `ref` of a reply; `nil` for a push.
    public var ref: UInt64? {
        switch self {
        case .welcome(let ref, _), .joined(let ref, _), .left(let ref, _), .sent(let ref, _, _, _, _, _),
            .page(let ref, _, _, _, _), .members(let ref, _, _, _), .rooms(let ref, _, _, _, _, _),
            .people(let ref, _, _, _), .profiles(let ref, _), .reports(let ref, _, _, _), .held(let ref, _, _, _),
            .actions(let ref, _, _, _), .bans(let ref, _, _), .links(let ref, _, _), .directory(let ref, _, _),
            .hits(let ref, _, _, _), .ok(let ref), .pong(let ref, _):
            ref
        case .error(let ref, _): ref
        case .event, .presence, .typing, .stoppedTyping, .readMark, .draft, .standing, .profile, .expiring: nil
        }
    }

    private var type: String {
        switch self {
        case .welcome: "welcome"
        case .joined: "joined"
        case .left: "left"
        case .sent: "sent"
        case .page: "page"
        case .members: "members"
        case .ok: "ok"
        case .pong: "pong"
        case .error: "error"
        case .event: "event"
        case .presence: "presence"
        case .typing: "typing"
        case .stoppedTyping: "stoppedtyping"
        case .readMark: "read"
        case .draft: "draft"
        case .rooms: "rooms"
        case .people: "people"
        case .profiles: "profiles"
        case .reports: "reports"
        case .held: "heldmessages"
        case .actions: "actions"
        case .bans: "bans"
        case .links: "invitelinks"
        case .directory: "found"
        case .hits: "hits"
        case .standing: "standing"
        case .profile: "profile"
        case .expiring: "expiring"
        }
    }

    private func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .welcome, .joined, .left, .sent, .page, .members, .rooms, .ok, .pong, .error: writeReply(to: &writer)
        case .people, .profiles, .reports, .held, .actions, .bans, .links, .directory, .hits: writeFound(to: &writer)
        case .event, .presence, .typing, .stoppedTyping, .readMark, .draft, .standing, .profile, .expiring:
            writePush(to: &writer)
        }
    }

    private func writeReply(to writer: inout JSONWriter) {
        switch self {
        case .welcome(_, let welcome): welcome.writeMembers(to: &writer)
        case .joined(_, let joined): joined.writeMembers(to: &writer)
        case .left(_, let room): writer.member("room", room.text)
        case .sent(_, let room, let number, let seq, let id, let at):
            writer.member("room", room.text)
            writer.member("number", number)
            writer.member("seq", seq)
            writer.member("id", id)
            writer.member("at", at)
        case .page(_, let room, let epoch, let head, let events):
            writer.member("room", room.text)
            writer.member("epoch", epoch.number)
            writer.member("head", head)
            writer.member("events", events) { $0.write(to: &$1) }
        case .members(_, let room, let count, let members):
            writer.member("room", room.text)
            writer.member("count", count)
            writer.member("members", members) { $0.write(to: &$1) }
        case .rooms(_, let rooms, let blocked, let profile, let next, let isPart):
            writer.member("rooms", rooms) { $0.write(to: &$1) }
            if !blocked.isEmpty { writer.member("blocked", blocked) { $1.value($0) } }
            if profile != Profile() {
                writer.key("profile")
                profile.asChange.write(to: &writer)
            }
            writer.member("next", next?.text)
            if isPart { writer.member("more", true) }
        case .pong(_, let at): writer.member("at", at)
        case .error(_, let error): error.writeMembers(to: &writer)
        default: break
        }
    }

    /// Replies to what people look up.
    private func writeFound(to writer: inout JSONWriter) {
        switch self {
        case .people(_, let room, let people, let next):
            writer.member("room", room.text)
            writer.member("people", people) { $0.write(to: &$1) }
            writer.member("next", next)
        case .profiles(_, let profiles): writer.member("profiles", profiles) { $0.write(to: &$1) }
        case .reports(_, let room, let reports, let next):
            writer.member("room", room?.text)
            writer.member("reports", reports) { $0.write(to: &$1) }
            writer.member("next", next)
        case .held(_, let room, let messages, let next):
            writer.member("room", room?.text)
            writer.member("messages", messages) { $0.write(to: &$1) }
            writer.member("next", next)
        case .actions(_, let room, let actions, let next):
            writer.member("room", room.text)
            writer.member("actions", actions) { $0.write(to: &$1) }
            writer.member("next", next)
        case .bans(_, let bans, let next):
            writer.member("bans", bans) {
                $1.beginObject()
                $0.writeMembers(to: &$1)
                $1.endObject()
            }
            writer.member("next", next)
        case .links(_, let room, let links):
            writer.member("room", room.text)
            writer.member("links", links) { $0.write(to: &$1) }
        case .directory(_, let rooms, let next):
            writer.member("rooms", rooms) { $0.write(to: &$1) }
            writer.member("next", next?.text)
        case .hits(_, let room, let messages, let next):
            writer.member("room", room.text)
            writer.member("messages", messages) { $0.write(to: &$1) }
            writer.member("next", next)
        default: break
        }
    }

    private func writePush(to writer: inout JSONWriter) {
        switch self {
        case .presence(let room, let count, let joined, let left):
            writer.member("room", room.text)
            writer.member("count", count)
            writer.member("joined", joined)
            writer.member("left", left)
        case .typing(let room, let author):
            writer.member("room", room.text)
            author.writeMembers(to: &writer)
        case .stoppedTyping(let room, let user):
            writer.member("room", room.text)
            writer.member("user", user)
        case .readMark(let room, let author, let point):
            writer.member("room", room.text)
            author.writeMembers(to: &writer)
            point.writeMembers(to: &writer, "seq")
        case .draft(let room, let text):
            writer.member("room", room.text)
            writer.member("text", text)
        case .standing(let room, let seq, let author, let info):
            writer.member("room", room.text)
            writer.member("seq", seq)
            author.writeMembers(to: &writer)
            info.writeMember(to: &writer)
        case .profile(let user, let change):
            writer.member("user", user)
            change.shown.writeMembers(to: &writer)
        case .expiring(let at): writer.member("at", at)
        // An event is written by itself.
        default: break
        }
    }
}

extension ServerFrame.Joined {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(
            room: try object.room("room"), epoch: try object.epoch("epoch"), head: try object.seq("head", from: 0),
            reset: try object.bool("reset"), count: try object.number("count"),
            read: try object.optionalSeq("read"))
        if let info = try object.optionalObject("info") { self.info = try RoomInfo(info) }
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("room", room.text)
        writer.member("epoch", epoch.number)
        writer.member("head", head)
        writer.member("reset", reset)
        writer.member("count", count)
        writer.member("read", read)
        info?.writeMember(to: &writer)
    }
}

extension Member {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(author: try Author(object), read: try ReadPoint(object, "read"))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        author.writeMembers(to: &writer)
        read?.writeMembers(to: &writer, "read")
        writer.endObject()
    }
}

extension WireError {
    fileprivate static var unknownFrame: WireError { WireError(.unknownType, "There is no frame of this type.") }

    /// `error` and `temporary` follow from the code, and are not read.
    package init(_ object: JSONObject) throws(WireError) {
        let number = try object.number("code", to: UInt64(UInt16.max))
        self.init(
            Code(rawValue: UInt16(truncatingIfNeeded: number)), try object.string("text"),
            retry: try object.optionalNumber("retry"), reason: try object.optionalString("reason"))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("code", UInt64(code.rawValue))
        writer.member("error", code.name)
        writer.member("text", text)
        writer.member("temporary", code.isTemporary)
        writer.member("retry", retry)
        writer.member("reason", reason)
    }
}
