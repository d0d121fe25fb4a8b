import ChatCore

// Blocks.
extension Interface {
    mutating func block(_ typed: String, _ chat: Chat) -> [Intent]? {
        guard let (person, rest) = person(typed, chat) else { return nil }
        guard rest.isEmpty else { return no(SlashCommand.block.nothingBehind) }
        return block(person, true, chat)
    }

    mutating func unblock(_ typed: String, _ chat: Chat) -> [Intent]? {
        if typed.isEmpty {
            panel = Panel(title: localized("People whom you block"), lines: [])
            panel?.subject = .blocked
            listBlocked(chat)
            return askForNames(nil, chat)
        }
        // Somebody whose name is not known yet may have the same one.
        let question = hasAskedForPeople ? [] : askForNames(written, chat)
        if !question.isEmpty { return question }
        let name = Self.name(typed).lowercased()
        let people = blockedPeople(chat).filter { $0.name.lowercased() == name }
        guard let person = people.first else {
            return no(localized("You block nobody called \(typed). Type /unblock for the list."))
        }
        return people.count == 1 ? block(person, false, chat) : no(Self.several(people))
    }

    /// The people whom the user blocks and whose names are known.
    private func blockedPeople(_ chat: Chat) -> [Author] {
        let known = chat.peopleKnown(in: room).filter { chat.blocked.contains($0.user) }
        let others = chat.blocked.subtracting(known.map(\.user))
        return known + others.compactMap { user in namesOfBlocked[user].map { Author(user: user, name: $0) } }
    }

    private mutating func listBlocked(_ chat: Chat) {
        guard panel?.subject == .blocked else { return }
        let known = blockedPeople(chat)
        let people = BlockedPerson.list(chat.blocked) { user in known.first { $0.user == user }?.name }
        let lines = people.compactMap { person -> Panel.Line? in
            guard let intent = chat.blocking(person.id, false) else { return nil }
            return Panel.Line(
                text: person.title, id: person.id.text,
                choices: [Panel.Choice(key: "u", title: localized("unblock"), intent: intent)])
        }
        panel?.fill(lines, empty: localized("You block nobody. /block NAME blocks a person."))
    }

    /// Asks the server for the names of blocked people whom this device does not know, which it
    /// does not after a start. It knows those who have a place in one of the user's rooms.
    private func askForNames(_ written: Intent.Written?, _ chat: Chat) -> [Intent] {
        let unknown = chat.blocked.subtracting(blockedPeople(chat).map(\.user))
        let rooms = chat.conversationsInOrder.filter { $0.membership == .joined }.map(\.room)
        guard chat.connection.phase == .connected, !unknown.isEmpty, !rooms.isEmpty else { return [] }
        return [.ask(.blocked(unknown, in: rooms, written))]
    }

    /// The server knows these people. A command is tried again.
    mutating func foundBlocked(_ people: [Person], _ written: Intent.Written?, _ chat: Chat) -> [Intent] {
        for person in people { namesOfBlocked[person.author.user] = person.author.name }
        listBlocked(chat)
        guard let written, canRetype(written) else { return [] }
        hasAskedForPeople = true
        defer { hasAskedForPeople = false }
        composer.editor.set(written.text)
        return run(written.text, chat)
    }

    mutating func block(_ person: Author, _ isOn: Bool, _ chat: Chat) -> [Intent]? {
        block(person, isOn, chat, written: written)
    }

    mutating func block(_ person: Author, _ isOn: Bool, _ chat: Chat, written: Intent.Written?) -> [Intent]? {
        guard case .perform(let mutation, let log, _)? = chat.blocking(person.user, isOn) else {
            return no(WireError.notConnected.text)
        }
        guard let intents = change(mutation, log, chat, written: written) else { return nil }
        if isOn { namesOfBlocked[person.user] = person.name }
        tell(
            isOn
                ? localized("You block \(person.name). /unblock ends it.")
                : localized("You do not block \(person.name) any more."))
        return intents
    }
}

extension Chat {
    /// Blocks or unblocks a person. `nil` before the first welcome.
    fileprivate func blocking(_ person: UserID, _ isOn: Bool) -> Intent? {
        identity.map { .perform(.block(person, on: isOn), in: .own($0.user), written: nil) }
    }
}
