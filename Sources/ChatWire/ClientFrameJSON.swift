// Keys are in the order of the examples in docs/protocol.md. Keys without a value are left out.

extension ClientFrame {
    /// Reads a client's frame from the bytes of one WebSocket text message.
    ///
    /// It does not check whether the request is allowed (text, name, version, limits of a page).
    public init(json: UnsafeBufferPointer<UInt8>) throws(FrameError) {
        var ref: UInt64?
        do {
            let object = try JSONObject(untrusted: json)
            let number = try object.number("ref")
            ref = number
            self.init(ref: number, request: try Request(object))
        } catch {
            throw FrameError(ref: ref, error: error)
        }
    }

    /// Reads a client's frame from an array, as from the bytes of a buffer.
    ///
    /// - Throws: ``FrameError`` if it is not a request, with its `ref` if that could be read
    public init(json: [UInt8]) throws(FrameError) {
        self = try json.withUnsafeBufferPointer { (bytes) throws(FrameError) in try ClientFrame(json: bytes) }
    }

    /// Writes the frame as one JSON object: the text of one WebSocket message.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("type", request.type)
        writer.member("ref", ref)
        request.writeMembers(to: &writer)
        writer.endObject()
    }
}

extension ClientFrame.Request {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        let type = try object.string("type")
        if Mutation.isType(type) {
            let room = try object.room("room")
            let number = try object.optionalNumber("number", from: 1)
            let after = try object.optionalNumber("after")
            if let mutation = try Mutation(object, type: type) {
                self = .mutate(room: room, number: number, after: after, mutation)
                return
            }
        }
        switch type {
        case "read":
            self = .markRead(room: try object.room("room"), seq: try object.seq("seq"))
        case "draft": self = .keepDraft(room: try object.room("room"), text: try object.string("text"))
        case "hello": self = .hello(try ClientFrame.Hello(object))
        case "renew": self = .renew(token: try object.string("token"))
        case "join": self = .join(room: try object.room("room"), since: try Position(since: object))
        case "leave": self = .leave(room: try object.room("room"))
        case "history":
            self = .history(
                room: try object.room("room"), anchor: try HistoryAnchor(object),
                limit: try object.optionalNumber("limit", from: 1))
        case "typing": self = .typing(room: try object.room("room"))
        case "stoppedtyping": self = .stoppedTyping(room: try object.room("room"))
        case "here": self = .here(room: try object.room("room"))
        case "list":
            let isRecent = object.contains("recent") ? try object.bool("recent") : false
            let after = try object.optionalRoom("after")
            if isRecent, after != nil {
                throw WireError(.badRequest, "Use only one of the keys \"recent\" and \"after\".")
            }
            self = isRecent ? .recentRooms : .rooms(after: after)
        case "roster":
            self = .people(room: try object.room("room"), after: try object.optionalID("after"))
        case "profiles":
            let users: [UserID] = try object.ids("users")
            guard users.count <= Limits.profilesPage else {
                throw .key("users", "may name \(Limits.profilesPage) users; ask for the others afterwards")
            }
            self = .profiles(users)
        case "report":
            self = .report(
                room: try object.room("room"), of: try object.seq("of"), try Report(object, .refused))
        case "queue":
            self = .reports(room: try object.optionalRoom("room"), after: try object.optionalNumber("after"))
        case "resolve":
            self = .resolve(
                room: try object.room("room"), of: try object.seq("of"), try Resolution(object))
        case "held":
            self = .held(room: try object.optionalRoom("room"), after: try object.optionalNumber("after"))
        case "decide":
            self = .decide(
                room: try object.room("room"), place: try object.number("place", from: 1), try HeldDecision(object))
        case "audit":
            self = .actions(room: try object.room("room"), before: try object.optionalNumber("before", from: 1))
        case "serverban": self = .serverBan(try ServerBan(object))
        case "serverunban": self = .serverUnban(ServerBan.Subject(try object.string("subject")))
        case "serverbans": self = .serverBans(after: try object.optionalString("after"))
        case "links": self = .links(room: try object.room("room"))
        case "directory":
            self = .directory(
                search: try object.optionalString("search"), after: try object.optionalRoom("after"))
        case "search":
            self = .search(
                room: try object.room("room"), words: try object.string("words"),
                before: try object.optionalSeq("before"))
        case "ping": self = .ping
        default: throw WireError(.unknownType, "This server does not know this type of request.")
        }
    }

    fileprivate var type: String {
        switch self {
        case .hello: "hello"
        case .renew: "renew"
        case .join: "join"
        case .leave: "leave"
        case .mutate(_, _, _, let mutation): mutation.type
        case .markRead: "read"
        case .keepDraft: "draft"
        case .history: "history"
        case .typing: "typing"
        case .stoppedTyping: "stoppedtyping"
        case .here: "here"
        case .rooms, .recentRooms: "list"
        case .people: "roster"
        case .profiles: "profiles"
        case .report: "report"
        case .reports: "queue"
        case .resolve: "resolve"
        case .held: "held"
        case .decide: "decide"
        case .actions: "audit"
        case .serverBan: "serverban"
        case .serverUnban: "serverunban"
        case .serverBans: "serverbans"
        case .links: "links"
        case .directory: "directory"
        case .search: "search"
        case .ping: "ping"
        }
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .hello(let hello):
            hello.writeMembers(to: &writer)
        case .renew(let token):
            writer.member("token", token)
        case .join(let room, let since):
            writer.member("room", room.text)
            since?.writeMember(to: &writer)
        case .leave(let room), .typing(let room), .stoppedTyping(let room), .here(let room), .links(let room):
            writer.member("room", room.text)
        case .mutate(let room, let number, let after, let mutation):
            writer.member("room", room.text)
            writer.member("number", number)
            writer.member("after", after)
            mutation.writeMembers(to: &writer)
        case .markRead(let room, let seq):
            writer.member("room", room.text)
            writer.member("seq", seq)
        case .keepDraft(let room, let text):
            writer.member("room", room.text)
            writer.member("text", text)
        case .history(let room, let anchor, let limit):
            writer.member("room", room.text)
            anchor.writeMember(to: &writer)
            writer.member("limit", limit)
        case .rooms(let after):
            writer.member("after", after?.text)
        case .recentRooms: writer.member("recent", true)
        case .people(let room, let after):
            writer.member("room", room.text)
            writer.member("after", after)
        case .profiles(let users):
            writer.key("users")
            writer.beginArray()
            for user in users { writer.value(user) }
            writer.endArray()
        case .report(let room, let of, let report):
            writer.member("room", room.text)
            writer.member("of", of)
            report.writeMembers(to: &writer)
        case .reports(let room, let after), .held(let room, let after):
            writer.member("room", room?.text)
            writer.member("after", after)
        case .resolve(let room, let of, let resolution):
            writer.member("room", room.text)
            writer.member("of", of)
            resolution.writeMembers(to: &writer)
        case .decide(let room, let place, let decision):
            writer.member("room", room.text)
            writer.member("place", place)
            decision.writeMembers(to: &writer)
        case .actions(let room, let before):
            writer.member("room", room.text)
            writer.member("before", before)
        case .serverBan(let ban): ban.writeMembers(to: &writer)
        case .serverUnban(let subject): writer.member("subject", subject.text)
        case .serverBans(let after): writer.member("after", after)
        case .directory(let search, let after):
            writer.member("search", search)
            writer.member("after", after?.text)
        case .search(let room, let words, let before):
            writer.member("room", room.text)
            writer.member("words", words)
            writer.member("before", before)
        case .ping:
            break
        }
    }
}

extension ClientFrame.Hello {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(
            version: try object.number("version"), name: try object.optionalString("name"),
            token: try object.optionalString("token"), device: try object.optionalID("device"))
        for name in try object.optionalStrings("join") ?? [] {
            guard let room = RoomName(name) else { throw .notARoom }
            join.append(room)
        }
        if join.count > Limits.roomsInHello {
            throw .key("join", "may name \(Limits.roomsInHello) rooms; join the others one by one")
        }
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("version", version)
        writer.member("name", name)
        writer.member("token", token)
        writer.member("device", device)
        if join.isEmpty { return }
        writer.key("join")
        writer.beginArray()
        for room in join { writer.value(room.text) }
        writer.endArray()
    }
}

extension Position {
    fileprivate init?(since object: JSONObject) throws(WireError) {
        guard let since = try object.optionalObject("since") else { return nil }
        self.init(epoch: try since.epoch("epoch"), seq: try since.seq("seq", from: 0))
    }

    fileprivate func writeMember(to writer: inout JSONWriter) {
        writer.key("since")
        writer.beginObject()
        writer.member("epoch", epoch.number)
        writer.member("seq", seq)
        writer.endObject()
    }
}

extension HistoryAnchor {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        let before = try object.optionalSeq("before", from: 0)
        let after = try object.optionalSeq("after", from: 0)
        let around = try object.optionalSeq("around", from: 0)
        let at = try object.optionalNumber("at")
        switch (before, after, around, at) {
        case (nil, nil, nil, nil): self = .newest
        case (let seq?, nil, nil, nil): self = .before(seq)
        case (nil, let seq?, nil, nil): self = .after(seq)
        case (nil, nil, let seq?, nil): self = .around(seq)
        case (nil, nil, nil, let at?): self = .at(Int64(clamping: at))
        default:
            throw WireError(
                .badRequest, "Use only one of the keys \"before\", \"after\", \"around\" and \"at\".")
        }
    }

    fileprivate func writeMember(to writer: inout JSONWriter) {
        switch self {
        case .newest: break
        case .before(let seq): writer.member("before", seq)
        case .after(let seq): writer.member("after", seq)
        case .around(let seq): writer.member("around", seq)
        case .at(let at): writer.member("at", UInt64(clamping: at))
        }
    }
}
