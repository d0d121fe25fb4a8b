extension Event {
    /// Writes the push that tells a room's members of `event`: the frame a server writes most.
    public static func writeEvent(room: RoomName, epoch: Epoch, event: Event, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("type", "event")
        writer.member("room", room.text)
        writer.member("epoch", epoch.number)
        event.writeMembers(to: &writer)
        writer.endObject()
    }

    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            seq: try object.seq("seq"), id: try object.id("id"), at: try object.time("at"),
            author: try Author(object), idempotencyKey: try IdempotencyKey(object), content: try Content(object))
    }

    /// As an element of a page.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    private func writeMembers(to writer: inout JSONWriter) {
        writer.member("seq", seq)
        writer.member("id", id)
        writer.member("at", at)
        author.writeMembers(to: &writer)
        writer.member("device", idempotencyKey?.device)
        writer.member("number", idempotencyKey?.number)
        content.writeMembers(to: &writer)
    }
}

extension Event.Content {
    package init(_ object: JSONObject) throws(WireError) {
        switch try object.string("kind") {
        case "message": self = .message(try Message(object))
        case "deleted": self = .deleted(by: try object.seq("by"))
        case "edit":
            self = .edit(
                of: try object.seq("of"), text: try object.string("text"), payload: try Payload(in: object))
        case "deletion":
            self = .deletion(of: try object.seq("of"), reason: try object.optionalString("reason"))
        case "reaction":
            self = .reaction(
                of: try object.seq("of"), emoji: try object.string("emoji"), on: try object.bool("on"))
        case "unreaction":
            self = .unreaction(
                of: try object.seq("of"), emoji: try object.string("emoji"), user: try object.id("whose"))
        case "pin": self = .pin(of: try object.seq("of"), on: try object.bool("on"))
        case "settings": self = .settings(try SettingsChange(object, .leftOut))
        case "membership":
            // An action of a newer server is like an event of a kind that is not known.
            self = (try? MembershipChange(object)).map { .membership($0) } ?? .unknown(kind: "membership")
        case let kind: try self.init(rare: object, kind: kind)
        }
    }

    /// What rooms seldom have. Not inlined: the page loads this function later than the one above.
    @inline(never)
    private init(rare object: JSONObject, kind: String) throws(WireError) {
        switch kind {
        case "choice": self = .choice(try ChoiceChange(object, .leftOut))
        case "block": self = .block(try object.id("member"), on: try object.bool("on"))
        case "profile": self = .profile(try ProfileChange(object))
        case "link": self = .link(try LinkChange(object))
        case "damaged": self = .damaged
        case let kind: self = .unknown(kind: kind)
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .message(let message):
            writer.member("kind", "message")
            message.writeMembers(to: &writer)
        case .deleted(let by):
            writer.member("kind", "deleted")
            writer.member("by", by)
        case .edit(let of, let text, let payload):
            writer.member("kind", "edit")
            writer.member("of", of)
            writer.member("text", text)
            payload?.writeMember(to: &writer)
        case .deletion(let of, let reason):
            writer.member("kind", "deletion")
            writer.member("of", of)
            writer.member("reason", reason)
        case .reaction(let of, let emoji, let on):
            writer.member("kind", "reaction")
            writer.member("of", of)
            writer.member("emoji", emoji)
            writer.member("on", on)
        case .unreaction(let of, let emoji, let user):
            writer.member("kind", "unreaction")
            writer.member("of", of)
            writer.member("emoji", emoji)
            writer.member("whose", user)
        case .pin(let of, let on):
            writer.member("kind", "pin")
            writer.member("of", of)
            writer.member("on", on)
        case .settings(let change):
            writer.member("kind", "settings")
            change.writeMembers(to: &writer)
        case .membership(let change):
            writer.member("kind", "membership")
            change.writeMembers(to: &writer)
        case .choice(let change):
            writer.member("kind", "choice")
            change.writeMembers(to: &writer)
        case .block(let user, let on):
            writer.member("kind", "block")
            writer.member("member", user)
            writer.member("on", on)
        case .profile(let change):
            writer.member("kind", "profile")
            change.writeMembers(to: &writer)
        case .link(let change):
            writer.member("kind", "link")
            change.writeMembers(to: &writer)
        case .damaged:
            writer.member("kind", "damaged")
        case .unknown(let kind):
            writer.member("kind", kind)
        }
    }
}

// What a page's frame may take.
extension Event {
    /// At most the bytes that the event takes as an element of a page.
    public var pageBytes: Int { content.jsonBytes + author.name.jsonBytes + Event.framingBytes }

    /// Keys (80), three ids (108), and four numbers of up to 16 digits, rounded up.
    private static let framingBytes = 300
}

extension Event.Content {
    fileprivate var jsonBytes: Int {
        switch self {
        case .message(let message): message.jsonBytes
        case .edit(_, let text, let payload): text.jsonBytes + (payload?.jsonBytes ?? 0) + 40
        case .reaction(_, let emoji, _): emoji.jsonBytes + 40
        case .unreaction(_, let emoji, _): emoji.jsonBytes + 90
        case .settings(let change):
            (change.title?.jsonBytes ?? 0) + (change.topic?.jsonBytes ?? 0) + (change.avatar?.jsonBytes ?? 0)
                + (change.payload?.jsonBytes ?? 0) + 160
        case .membership(let change): (change.called?.jsonBytes ?? 0) + (change.reason?.jsonBytes ?? 0) + 260
        case .choice: 240
        case .block: 80
        case .profile(let change): change.jsonBytes
        case .link: 120
        case .deletion(_, let reason): (reason?.jsonBytes ?? 0) + 60
        case .deleted, .pin, .damaged: 40
        case .unknown(let kind): kind.jsonBytes
        }
    }
}

extension Author {
    package init(_ object: JSONObject) throws(WireError) {
        self.init(user: try object.id("user"), name: try object.string("name"))
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("user", user)
        writer.member("name", name)
    }
}

extension IdempotencyKey {
    /// Both keys or neither.
    package init?(_ object: JSONObject) throws(WireError) {
        let device: DeviceID? = try object.optionalID("device")
        switch (device, try object.optionalNumber("number", from: 1)) {
        case (let device?, let number?): self.init(device: device, number: number)
        case (nil, nil): return nil
        case (nil, _?): throw .missing("device")
        case (_?, nil): throw .missing("number")
        }
    }
}
