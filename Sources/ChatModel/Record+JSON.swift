import ChatWire

extension Record {
    /// Writes the record as one JSON object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("record", kind)
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Reads what ``write(to:)`` wrote. Throws error 102 if a newer version wrote the record.
    public init(json: UnsafeBufferPointer<UInt8>) throws(WireError) {
        let object = try JSONObject(json)
        try self.init(object, kind: try object.string("record"))
    }

    /// Reads what ``write(to:)`` wrote. Throws error 102 if a newer version wrote the record.
    public init(json: [UInt8]) throws(WireError) {
        self = try json.withUnsafeBufferPointer { (bytes) throws(WireError) in try Record(json: bytes) }
    }

    /// The record as JSON.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.withBytes { Array($0) }
    }
}

extension Record {
    private var kind: String {
        switch self {
        case .device: "device"
        case .identity: "identity"
        // A version that does not know files must not send the message without its file. It keeps
        // this record unread.
        case .intended(let item): item.upload == nil ? "intended" : "upload"
        case .numbered: "numbered"
        case .uploaded: "uploaded"
        case .unattached: "unattached"
        case .settled: "settled"
        case .dropped: "dropped"
        case .failed: "failed"
        case .counted: "counted"
        case .rooms: "rooms"
        case .read: "read"
        case .seen: "seen"
        case .cached: "cached"
        case .described: "described"
        case .chosen: "chosen"
        case .blocked: "blocked"
        case .drafted: "drafted"
        case .reporting: "reporting"
        case .reported: "reported"
        case .forgot: "forgot"
        }
    }

    private func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .device(let device): writer.member("device", device)
        case .identity(let identity): identity.writeMembers(to: &writer)
        case .intended(let item): item.writeMembers(to: &writer)
        case .numbered(let ticket, let number):
            writer.member("ticket", ticket.text)
            writer.member("number", number)
        case .uploaded(let ticket, let attachment):
            writer.member("ticket", ticket.text)
            writer.key("attachment")
            attachment.write(to: &writer)
        case .unattached(let ticket, let id):
            writer.member("ticket", ticket.text)
            writer.member("id", id)
        case .settled(let ticket), .dropped(let ticket): writer.member("ticket", ticket.text)
        case .failed(let ticket, let error):
            writer.member("ticket", ticket.text)
            error.writeMembers(to: &writer)
        case .counted(let next): writer.member("next", min(next, Limits.largestInteger))
        case .rooms(let rooms):
            writer.member("rooms", rooms) { $1.value($0.text) }
        case .read(let room, let seq), .seen(let room, let seq):
            writer.member("room", room.text)
            writer.member("seq", seq)
        case .cached(let room, let excerpt):
            writer.member("room", room.text)
            excerpt.writeMembers(to: &writer)
        case .described(let room, let info, let partner):
            writer.member("room", room.text)
            info.writeMembers(to: &writer)
            if let partner {
                writer.key("partner")
                partner.write(to: &writer)
            }
        case .chosen(let room, let choice): choice.asChange(of: room).writeMembers(to: &writer)
        case .blocked(let people):
            writer.member("people", people) { $1.value($0.text) }
        case .drafted(let room, let text, let isSaved):
            writer.member("room", room.text)
            writer.member("text", text)
            writer.member("saved", isSaved)
        case .reporting(let room, let seq, let report):
            writer.member("room", room.text)
            writer.member("seq", seq)
            report.writeMembers(to: &writer)
        case .reported(let room, let seq):
            writer.member("room", room.text)
            writer.member("seq", seq)
        case .forgot(let room): writer.member("room", room.text)
        }
    }

    package init(_ object: JSONObject, kind: String) throws(WireError) {
        switch kind {
        case "device": self = .device(try object.id("device"))
        case "identity": self = .identity(try Identity(object))
        case "intended", "upload": self = .intended(try Outbox.Item(object))
        case "numbered": self = .numbered(try Ticket(object), try object.number("number", from: 1))
        case "settled": self = .settled(try Ticket(object))
        case "dropped": self = .dropped(try Ticket(object))
        case "counted": self = .counted(next: try object.number("next", from: 1))
        case "rooms": self = .rooms(try (try object.optionalStrings("rooms") ?? []).roomNames())
        case "read": self = .read(try object.room("room"), try object.seq("seq", from: 0))
        case "seen": self = .seen(try object.room("room"), try object.seq("seq", from: 0))
        case "cached": self = .cached(try object.room("room"), try Excerpt(object))
        case "described":
            self = .described(
                try object.room("room"), try RoomInfo(object), partner: try Author(optional: object))
        case "chosen":
            let change = try ChoiceChange(object, .leftOut)
            var choice = Choice()
            choice.apply(change)
            self = .chosen(change.room, choice)
        case "blocked": self = .blocked(try object.ids("people"))
        case "drafted":
            self = .drafted(try object.room("room"), try object.string("text"), isSaved: try object.bool("saved"))
        default: try self.init(rare: object, kind: kind)
        }
    }

    /// Records of files, failures and reports. Not inlined: the page loads this function later than
    /// the one above.
    @inline(never)
    private init(rare object: JSONObject, kind: String) throws(WireError) {
        switch kind {
        case "uploaded":
            self = .uploaded(try Ticket(object), try Attachment(try object.object("attachment")))
        case "unattached": self = .unattached(try Ticket(object), try object.id("id"))
        case "failed": self = .failed(try Ticket(object), try WireError(object))
        case "reporting":
            self = .reporting(
                try object.room("room"), try object.seq("seq"), try Report(object, .leftOut))
        case "reported": self = .reported(try object.room("room"), try object.seq("seq"))
        case "forgot": self = .forgot(try object.room("room"))
        default: throw WireError(.unknownType, "This version does not know this kind of record.")
        }
    }
}

extension Ticket {
    /// 16 hexadecimal digits: a JSON number cannot hold 64 bits exactly.
    package var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    package init(_ object: JSONObject) throws(WireError) {
        guard let number = UInt64(try object.string("ticket"), radix: 16) else {
            throw .key("ticket", "must be 16 hexadecimal digits")
        }
        self.init(number)
    }
}

extension Author {
    fileprivate init?(optional object: JSONObject) throws(WireError) {
        guard let partner = try object.optionalObject("partner") else { return nil }
        try self.init(partner)
    }
}

extension Identity {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(
            user: try object.id("user"), name: try object.string("name"), device: try object.id("device"),
            token: try object.optionalString("token"),
            role: try object.optionalString("role").flatMap { ServerRole(name: $0) } ?? .guest)
        isSigningUp = try object.optionalBool("signingUp") ?? false
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("user", user)
        writer.member("name", name)
        writer.member("device", device)
        writer.member("token", token)
        if role != .guest { writer.member("role", role.name) }
        if isSigningUp { writer.member("signingUp", true) }
    }
}

extension Outbox.Item {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        var state = Outbox.State.waiting
        if let error = try object.optionalObject("failed") { state = .failed(try WireError(error)) }
        guard let mutation = try Mutation(object, type: try object.string("type")) else {
            throw WireError(.unknownType, "This version does not know this type of request.")
        }
        self.init(
            ticket: try Ticket(object), room: try object.room("room"), mutation: mutation,
            upload: try object.optionalObject("file").map(Upload.init),
            number: try object.optionalNumber("number", from: 1), state: state, at: try object.time("at"))
        isUncertain = number != nil
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("ticket", ticket.text)
        writer.member("room", room.text)
        writer.member("at", at)
        writer.member("number", number)
        if case .failed(let error) = state {
            writer.key("failed")
            writer.beginObject()
            error.writeMembers(to: &writer)
            writer.endObject()
        }
        if let upload {
            writer.key("file")
            upload.write(to: &writer)
        }
        writer.member("type", mutation.type)
        mutation.writeMembers(to: &writer)
    }
}

extension Upload {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(
            id: try object.id("id"), name: try object.string("name"), type: try object.string("type"),
            size: try object.number("size"), dimensions: try Attachment.Dimensions(in: object),
            album: try object.optionalNumber("album", from: 1), voice: try Attachment.Voice(in: object))
        if let small = try object.optionalObject("thumbnail") {
            thumbnail = Thumbnail(type: try small.string("type"), size: try small.number("size"))
        }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("name", name)
        writer.member("type", type)
        writer.member("size", size)
        writer.member("width", dimensions?.width)
        writer.member("height", dimensions?.height)
        writer.member("album", album)
        voice?.writeMember(to: &writer)
        if let thumbnail {
            writer.key("thumbnail")
            writer.beginObject()
            writer.member("type", thumbnail.type)
            writer.member("size", thumbnail.size)
            writer.endObject()
        }
        writer.endObject()
    }
}

extension Record.Excerpt {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(
            epoch: try object.epoch("epoch"), first: try object.seq("first", from: 0),
            end: try object.seq("end", from: 0),
            events: try object.objects("events", Event.init),
            dropsBefore: try object.optionalSeq("dropsBefore", from: 0))
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("epoch", epoch.number)
        writer.member("first", first)
        writer.member("end", end)
        writer.member("events", events) { $0.write(to: &$1) }
        writer.member("dropsBefore", dropsBefore)
    }
}

extension [String] {
    fileprivate func roomNames() throws(WireError) -> [RoomName] {
        var rooms: [RoomName] = []
        for text in self {
            guard let room = RoomName(text) else { throw .key("rooms", "must be names of rooms") }
            rooms.append(room)
        }
        return rooms
    }
}
