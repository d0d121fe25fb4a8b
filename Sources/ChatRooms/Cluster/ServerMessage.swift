import ChatWire

/// Names a server among those that share a log. Each start has a new one.
package struct ServerID: Identifier {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// What one server tells the others over the ``ServerBus``: a JSON object.
///
/// A server numbers its messages 1, 2, 3, …. A number that is left out shows the others that a
/// message is missing.
package struct ServerMessage: Hashable, Sendable {
    package var server: ServerID
    package var number: UInt64
    /// Empty if the server only says that it is there.
    package var items: [Item]

    package init(from server: ServerID, _ number: UInt64, _ items: [Item]) {
        self.server = server
        self.number = number
        self.items = items
    }

    package enum Item: Hashable, Sendable {
        /// The log has something new.
        case appended
        case presence(PresenceChange)
        /// All people of this server follow, as presence; then ``peopleEnd``.
        case peopleBegin
        case peopleEnd
        /// That server shall tell all its people again.
        case tellPeople(ServerID)
        case typing(RoomName, Author, hasStopped: Bool = false)
        case mark(RoomName, Author, ReadPoint)
        case draft(RoomName, UserID, text: String)
        case sessionsEnded(EndedSessions)
        /// The name of an account or an API key belongs to somebody from now on.
        case nameTaken(UserID, name: String)
        /// - isKept: whether the id stays an account's
        case nameFreed(UserID, name: String, isKept: Bool)
        /// The bans in the store have changed.
        case bansChanged
        /// A user or an address has used more than half of a rate limit.
        case spent(Spending)
        /// All addresses that have many connections to this server now.
        case busyAddresses([BusyAddress])
        /// The server ends.
        case goodbye
    }
}

extension ServerMessage {
    /// - Throws: what is wrong with the message; one of a newer server may be among these.
    package init(json: [UInt8]) throws(WireError) {
        let read = json.withUnsafeBufferPointer { buffer -> Result<ServerMessage, WireError> in
            do throws(WireError) { return .success(try ServerMessage(try JSONObject(buffer))) } catch {
                return .failure(error)
            }
        }
        self = try read.get()
    }

    private init(_ object: JSONObject) throws(WireError) {
        let items = try object.objects("items") { (object) throws(WireError) in try Item(object) }
        // What a newer server tells is left out, and the rest counts.
        self.init(from: try object.id("server"), try object.number("number", from: 1), items.compactMap(\.self))
    }

    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("server", server as ServerID?)
        writer.member("number", number as UInt64?)
        writer.key("items")
        writer.beginArray()
        for item in items {
            writer.beginObject()
            item.writeMembers(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.withBytes { Array($0) }
    }
}

extension ServerMessage.Item {
    /// `nil` for a type that is not known.
    fileprivate init?(_ object: JSONObject) throws(WireError) {
        switch try object.string("type") {
        case "appended": self = .appended
        case "introduced":
            self = .presence(.introduced(try Author(object), sharesName: try object.bool("shares")))
        case "dismissed":
            self = .presence(.dismissed(try Author(object), sharesName: try object.bool("shares")))
        case "entered":
            let (room, author) = (try object.room("room"), try Author(object))
            self = .presence(
                .entered(room, author, read: try ReadPoint(object, "read"), silently: try object.bool("silently")))
        case "exited":
            let (room, author) = (try object.room("room"), try Author(object))
            let returns = try object.optionalBool("returns") ?? false
            self = .presence(.exited(room, author, silently: try object.bool("silently"), returns: returns))
        case "peopleBegin": self = .peopleBegin
        case "peopleEnd": self = .peopleEnd
        case "tellPeople": self = .tellPeople(try object.id("of"))
        case "typing": self = .typing(try object.room("room"), try Author(object))
        case "stoppedTyping": self = .typing(try object.room("room"), try Author(object), hasStopped: true)
        case "mark":
            guard var point = try ReadPoint(object, "read") else { throw .missing("read") }
            point.isPrivate = try object.bool("private")
            self = .mark(try object.room("room"), try Author(object), point)
        case "draft":
            self = .draft(try object.room("room"), try object.id("user"), text: try object.string("text"))
        case "sessionsEnded":
            if let user: UserID = try object.optionalID("of") {
                self = .sessionsEnded(.all(of: user, except: try object.optionalID("except")))
            } else if let user: UserID = try object.optionalID("guest") {
                self = .sessionsEnded(.guest(user))
            } else {
                self = .sessionsEnded(.sessions(Set(try object.ids("sessions"))))
            }
        case "roleChanged": self = .sessionsEnded(.role(of: try object.id("user")))
        case "nameTaken": self = .nameTaken(try object.id("user"), name: try object.string("name"))
        case "nameFreed":
            self = .nameFreed(
                try object.id("user"), name: try object.string("name"), isKept: try object.bool("kept"))
        case "bansChanged": self = .bansChanged
        case "spent":
            guard let spending = try Spending(object) else { return nil }
            self = .spent(spending)
        case "busyAddresses":
            let busy = try object.objects("addresses") { (object) throws(WireError) in try BusyAddress(object) }
            self = .busyAddresses(Array(busy.compactMap(\.self).prefix(Limits.busyAddressesTold)))
        case "goodbye": self = .goodbye
        default: return nil
        }
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("type", type as String?)
        switch self {
        case .appended, .peopleBegin, .peopleEnd, .bansChanged, .goodbye: break
        case .presence(.introduced(let author, let shares)), .presence(.dismissed(let author, let shares)):
            author.writeMembers(to: &writer)
            writer.member("shares", shares)
        case .presence(.entered(let room, let author, let read, let silently)):
            writer.member("room", room.text as String?)
            author.writeMembers(to: &writer)
            // Other servers are not told a private read mark.
            if let read, !read.isPrivate { read.writeMembers(to: &writer, "read") }
            writer.member("silently", silently)
        case .presence(.exited(let room, let author, let silently, let returns)):
            writer.member("room", room.text as String?)
            author.writeMembers(to: &writer)
            writer.member("silently", silently)
            if returns { writer.member("returns", true) }
        case .tellPeople(let server): writer.member("of", server as ServerID?)
        case .typing(let room, let author, _):
            writer.member("room", room.text as String?)
            author.writeMembers(to: &writer)
        case .mark(let room, let author, let point):
            writer.member("room", room.text as String?)
            author.writeMembers(to: &writer)
            point.writeMembers(to: &writer, "read")
            writer.member("private", point.isPrivate)
        case .draft(let room, let user, let text):
            writer.member("room", room.text as String?)
            writer.member("user", user as UserID?)
            writer.member("text", text as String?)
        case .sessionsEnded(.all(let user, let kept)):
            writer.member("of", user as UserID?)
            writer.member("except", kept)
        case .sessionsEnded(.role(let user)): writer.member("user", user as UserID?)
        case .sessionsEnded(.guest(let user)): writer.member("guest", user as UserID?)
        case .sessionsEnded(.sessions(let sessions)):
            writer.key("sessions")
            writer.beginArray()
            for session in sessions.sorted(by: { ($0.high, $0.low) < ($1.high, $1.low) }) { writer.value(session) }
            writer.endArray()
        case .nameTaken(let user, let name):
            writer.member("user", user as UserID?)
            writer.member("name", name as String?)
        case .nameFreed(let user, let name, let isKept):
            writer.member("user", user as UserID?)
            writer.member("name", name as String?)
            writer.member("kept", isKept)
        case .spent(let spending): spending.writeMembers(to: &writer)
        case .busyAddresses(let busy):
            writer.key("addresses")
            writer.beginArray()
            for address in busy {
                writer.beginObject()
                address.writeMembers(to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    private var type: String {
        switch self {
        case .appended: "appended"
        case .presence(.introduced): "introduced"
        case .presence(.dismissed): "dismissed"
        case .presence(.entered): "entered"
        case .presence(.exited): "exited"
        case .peopleBegin: "peopleBegin"
        case .peopleEnd: "peopleEnd"
        case .tellPeople: "tellPeople"
        // A type of its own: for servers of earlier versions, this is not typing.
        case .typing(_, _, let hasStopped): hasStopped ? "stoppedTyping" : "typing"
        case .mark: "mark"
        case .draft: "draft"
        // A type of its own: servers of earlier versions leave it out.
        case .sessionsEnded(.role): "roleChanged"
        case .sessionsEnded: "sessionsEnded"
        case .nameTaken: "nameTaken"
        case .nameFreed: "nameFreed"
        case .bansChanged: "bansChanged"
        case .spent: "spent"
        case .busyAddresses: "busyAddresses"
        case .goodbye: "goodbye"
        }
    }
}

extension Spending {
    /// `nil` for a limit that is not known.
    fileprivate init?(_ object: JSONObject) throws(WireError) {
        guard let limit = Limit(rawValue: try object.string("limit")), let payer = try Payer(object) else { return nil }
        self.init(
            limit, of: payer, to: try Subject(object), Int(clamping: try object.number("count")),
            bytes: Int(clamping: try object.optionalNumber("bytes") ?? 0))
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("limit", limit.rawValue as String?)
        payer.writeMembers(to: &writer)
        switch subject {
        case .person(let person): writer.member("person", person as UserID?)
        case .room(let room): writer.member("room", room.text as String?)
        case .place(let person, let room):
            writer.member("person", person as UserID?)
            writer.member("room", room.text as String?)
        case nil: break
        }
        writer.member("count", UInt64(clamping: count) as UInt64?)
        if bytes > 0 { writer.member("bytes", UInt64(clamping: bytes) as UInt64?) }
    }
}

extension Spending.Subject {
    fileprivate init?(_ object: JSONObject) throws(WireError) {
        let person: UserID? = try object.optionalID("person")
        switch (person, try object.optionalRoom("room")) {
        case (let person?, let room?): self = .place(person, room)
        case (let person?, nil): self = .person(person)
        case (nil, let room?): self = .room(room)
        case (nil, nil): return nil
        }
    }
}

extension Spending.Payer {
    fileprivate init?(_ object: JSONObject) throws(WireError) {
        if let user: UserID = try object.optionalID("user") {
            self = .user(user)
        } else if let name = try object.optionalString("name") {
            self = .name(String(name.prefix(Limits.nameBytes)))
        } else if let site = try object.optionalString("site") {
            guard let site = ClientAddress(text: site) else { return nil }
            self = .site(site)
        } else {
            guard let address = try object.optionalString("address").flatMap(ClientAddress.init(text:)) else {
                return nil
            }
            self = .address(address)
        }
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .user(let user): writer.member("user", user as UserID?)
        case .name(let name): writer.member("name", name as String?)
        case .address(let client): writer.member("address", client.text)
        case .site(let site): writer.member("site", site.text)
        }
    }
}

extension BusyAddress {
    fileprivate init?(_ object: JSONObject) throws(WireError) {
        guard let payer = try Spending.Payer(object) else { return nil }
        self.init(payer, connections: Int(try object.number("count", to: UInt64(Int32.max))))
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        payer.writeMembers(to: &writer)
        writer.member("count", UInt64(connections) as UInt64?)
    }
}
