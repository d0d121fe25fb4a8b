import ChatModel
import ChatWire

// What the user does with rooms: goes to them, makes them, answers, chooses, leaves.
extension PageClient {
    /// `nil` if the input is none of these.
    func roomInputs(_ object: JSONObject) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "room": return enter(try object.string("room"), at: try object.optionalSeq("anchor"))
        case "seen":
            isSeen = try object.bool("seen")
            return []
        case "search":
            list.search = try object.string("text")
            return []
        case "archived":
            list.isInArchive = try object.bool("on")
            return []
        default: return try wayInputs(object)
        }
    }

    /// Ways into other rooms. Not inlined: the page loads this function later than the one above.
    @inline(never)
    private func wayInputs(_ object: JSONObject) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "directory":
            return try search(object)
        case "people":
            let search = try object.optionalString("search")
            let start = NameStart(search ?? "")
            let found = chat.peopleKnown(in: room).lazy.filter { start.begins($0.name) }
            pageEffects.append(.people(Array(found.prefix(Limits.peopleOffered)), search: search))
            return []
        case "join": return try allowed { () throws(WireError) in try join(object) }
        case "message": return try allowed { () throws(WireError) in try message(object) }
        case "group": return try allowed { () throws(WireError) in try makeGroup(object) }
        default: return try choiceInputs(object)
        }
    }

    /// Looks for open rooms. An invite link or its code is a secret, and is not searched for.
    private func search(_ object: JSONObject) throws(WireError) -> [Input] {
        let (ticket, after) = (try Ticket(object), try object.optionalRoom("after"))
        var search = TextRule.trimmed(try object.string("search"))
        if search.firstRange(ofBytes: "://") != nil || search.firstRange(ofBytes: InviteCode.linkMark) != nil
            || InviteCode(search) != nil
        {
            search = ""
        }
        if let error = SearchRule.check(search) {
            pageEffects.append(.notFound(ticket, error.translated))
            return []
        }
        return [.inquire(.directory(search: search, after: after), ticket)]
    }

    /// The inputs, or none and the sentence of the error, which is for the user.
    private func allowed(_ inputs: () throws(WireError) -> [Input]) throws(WireError) -> [Input] {
        do throws(WireError) { return try inputs() } catch {
            pageEffects.append(.refuse(error))
            return []
        }
    }

    /// Shows a room, and joins it. The other rooms stay joined.
    ///
    /// - Parameters:
    ///   - name: empty for the list alone
    ///   - anchor: the message at which the reader left the room, if that was not its end
    private func enter(_ name: String, at anchor: Seq?) -> [Input] {
        let next = RoomName(name).flatMap { $0.isOwn ? nil : $0 }
        var inputs: [Input] = []
        if let room, room != next {
            inputs.append(.show(room, .closed))
            sheets = nil
        }
        room = next
        screen = Screen(name: name)
        list.renew()
        guard let next else { return inputs }
        if next.kind == .open { entered.insert(next) }
        return inputs + [.join(next), .show(next, anchor.map { .around($0) } ?? .newest)]
    }

    /// Joins the room that was typed or pasted, and goes there.
    private func join(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let user = chat.identity?.user else { throw .notConnected }
        let target = try JoinTarget(try object.string("text"), host: try object.string("host"))
        let ticket = try Ticket(object)
        switch target.place {
        case .group(let code):
            pageEffects.append(.enter(code.room))
            if isMember(of: code.room) { return [.join(code.room)] }
            let change = MembershipChange(user, .join, code: code.secret)
            return [.perform(.membership(change), in: code.room, ticket: ticket), .join(code.room)]
        case .room(let room, let seq):
            pageEffects.append(seq.map { .show(room, $0) } ?? .enter(room))
            guard room.kind == .group, !isMember(of: room) else { return [.join(room)] }
            return [.perform(.membership(MembershipChange(user, .join)), in: room, ticket: ticket), .join(room)]
        }
    }

    private func isMember(of room: RoomName) -> Bool { chat.rooms.entries[room]?.info.standing.membership == .member }

    /// Goes to the room of the user and one other person.
    private func message(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let user = chat.identity?.user else { throw .notConnected }
        guard let room = RoomName.direct(user, try object.id("user")) else {
            throw WireError(.roomName, localized("A direct room is for two people: choose somebody else."))
        }
        pageEffects.append(.enter(room))
        return [.join(room)]
    }

    /// Makes a group, invites people, and goes there.
    private func makeGroup(_ object: JSONObject) throws(WireError) -> [Input] {
        guard chat.identity != nil else { throw .notConnected }
        if !chat.mayWrite { throw WireError.guestsReadOnly.translated }
        let title = TextRule.trimmed(try object.string("title"))
        if title.isEmpty { throw WireError(.roomSettings, localized("Give the group a title.")) }
        let people = try object.objects("people") { (person) throws(WireError) in
            Author(user: try person.id("user"), name: try person.string("name"))
        }
        let invitations = people.map { MembershipChange($0.user, .invite, called: $0.name.isEmpty ? nil : $0.name) }
        let mutations = [.settings(SettingsChange(title: title))] + invitations.map { Mutation.membership($0) }
        for mutation in mutations { if let error = mutation.check() { throw error.translated } }
        let room = RoomName.newGroup()
        pageEffects.append(.enter(room))
        let first = try Ticket(object).number
        return mutations.enumerated().map { (offset, mutation) in
            .perform(mutation, in: room, ticket: Ticket(first &+ UInt64(offset)))
        } + [.join(room)]
    }
}
