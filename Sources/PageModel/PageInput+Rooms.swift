import ChatModel
import ChatWire

// What the user does with rooms: goes to them, makes them, answers, chooses, leaves.
extension PageClient {
    /// `nil` if the input is none of these.
    mutating func roomInputs(_ object: JSONObject, at now: Now) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "room": return enter(try object.string("room"), at: try object.optionalNumber("anchor", from: 1))
        case "seen":
            isSeen = try object.bool("seen")
            return []
        case "search":
            list.search = try object.string("text")
            list.isStale = true
            return []
        case "directory":
            let search = TextRule.trimmed(try object.string("search"))
            if let error = SearchRule.check(search) { throw error }
            let after = try object.optionalRoom("after")
            return [.inquire(.directory(search: search, after: after), try Ticket(object))]
        case "people":
            orders.append(.people(Array(chat.peopleKnown(in: room).prefix(Limits.peopleOffered))))
            return []
        case "join": return try allowed { (client) throws(WireError) in try client.join(object) }
        case "message": return try allowed { (client) throws(WireError) in try client.message(object) }
        case "group": return try allowed { (client) throws(WireError) in try client.makeGroup(object, at: now) }
        default: return try choiceInputs(object)
        }
    }

    /// The inputs, or none and the sentence of the error, which is for the user.
    private mutating func allowed(
        _ inputs: (inout PageClient) throws(WireError) -> [Input]
    ) throws(WireError) -> [Input] {
        do throws(WireError) { return try inputs(&self) } catch {
            orders.append(.refuse(error))
            return []
        }
    }

    /// Shows a room, and joins it. The other rooms stay joined.
    ///
    /// - Parameters:
    ///   - name: empty for the list alone
    ///   - anchor: the message at which the reader left the room, if that was not its end
    private mutating func enter(_ name: String, at anchor: UInt64?) -> [Input] {
        let next = RoomName(name).flatMap { $0.isOwn ? nil : $0 }
        var inputs: [Input] = []
        if let room, room != next { inputs.append(.show(room, .closed)) }
        room = next
        screen = Screen(name: name)
        list.isStale = true
        guard let next else { return inputs }
        if next.kind == .open { entered.insert(next) }
        return inputs + [.join(next), .show(next, anchor.map { .around($0) } ?? .newest)]
    }

    /// Joins the room that was typed or pasted, and goes there.
    private mutating func join(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let user = chat.identity?.user else { throw .notConnected }
        let target = try JoinTarget(try object.string("text"), host: try object.string("host"))
        let ticket = try Ticket(object)
        switch target {
        case .code(let code):
            orders.append(.enter(code.room))
            if isMember(of: code.room) { return [.join(code.room)] }
            let change = MembershipChange(user, .join, code: code.secret)
            return [.perform(.membership(change), in: code.room, ticket: ticket), .join(code.room)]
        case .room(let room):
            orders.append(.enter(room))
            guard room.kind == .group, !isMember(of: room) else { return [.join(room)] }
            return [.perform(.membership(MembershipChange(user, .join)), in: room, ticket: ticket), .join(room)]
        }
    }

    private func isMember(of room: RoomName) -> Bool { chat.rooms.entries[room]?.info.standing.membership == .member }

    /// Goes to the room of the user and one other person.
    private mutating func message(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let user = chat.identity?.user else { throw .notConnected }
        guard let room = RoomName.direct(user, try object.id("user")) else {
            throw WireError(.roomName, "A direct room is for two people: choose somebody else.")
        }
        orders.append(.enter(room))
        return [.join(room)]
    }

    /// Makes a group, invites people, and goes there.
    private mutating func makeGroup(_ object: JSONObject, at now: Now) throws(WireError) -> [Input] {
        guard chat.identity != nil else { throw .notConnected }
        let title = TextRule.trimmed(try object.string("title"))
        if title.isEmpty { throw WireError(.roomSettings, "Give the group a title.") }
        let people = try object.objects("people") { (person) throws(WireError) in
            Author(user: try person.id("user"), name: try person.string("name"))
        }
        let invitations = people.map { MembershipChange($0.user, .invite, called: $0.name.isEmpty ? nil : $0.name) }
        let mutations = [.settings(SettingsChange(title: title))] + invitations.map { Mutation.membership($0) }
        for mutation in mutations { if let error = mutation.check() { throw error } }
        let room = RoomName.newGroup()
        orders.append(.enter(room))
        var random = now.random
        return mutations.map { mutation in
            random = Ticket.next(after: random)
            return .perform(mutation, in: room, ticket: Ticket(random))
        } + [.join(room)]
    }
}
