import ChatCore

// What a client does in groups.
extension Member {
    /// `group TITLE USER`, `accept ROOM`, `say ROOM TEXT`, `ended ROOM`.
    func obeyInGroup(_ words: [String]) async throws {
        guard words.count > 1 else { return tell("unknown \(words)") }
        if words[0] == "group" { return try await makeGroup(words[1], inviting: words.dropFirst(2)) }
        guard let room = RoomName(words[1]) else { return tell("unknown \(words)") }
        switch words[0] {
        case "accept":
            try await client.joinGroup(room)
            _ = try await client.state(of: room) { $0 == .joined }
        case "say":
            switch try await client.send(words.dropFirst(2).joined(separator: " "), to: room).settled() {
            case .sent(let message): tell("sent \(message.seq)")
            case .failed(let error): tell("refused \(error.code.rawValue)")
            case .dropped: tell("dropped")
            }
        default:
            let end = try await client.state(of: room) { if case .refused = $0 { true } else { false } }
            if case .refused(let error) = end { tell("ended \(error.code.rawValue)") }
        }
    }

    /// Makes a group. It is on this device's disk when the room's name is printed.
    private func makeGroup(_ title: String, inviting people: some Sequence<String>) async throws {
        let people = people.compactMap { UserID($0) }.map { Author(user: $0, name: "somebody") }
        let (room, _) = try await client.createGroup(title: title, inviting: people)
        tell("group \(room.text)")
    }
}

extension ChatClient {
    /// The user's id, as soon as the server has told it.
    func user() async throws -> UserID {
        for await state in try connectionStates() {
            if let user = state.identity?.user { return user }
        }
        throw CancellationError()
    }

    /// Waits for the user's place in a room.
    func state(
        of room: RoomName, where isDone: @Sendable (Conversation.Membership) -> Bool
    ) async throws -> Conversation.Membership {
        for await state in try conversationUpdates(in: room) where isDone(state.conversation.membership) {
            return state.conversation.membership
        }
        throw CancellationError()
    }
}
