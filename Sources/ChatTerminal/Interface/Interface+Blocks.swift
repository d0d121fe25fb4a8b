import ChatCore

// Blocks.
extension Interface {
    mutating func block(_ typed: String, _ chat: Chat) -> [Intent]? {
        guard let (person, rest) = person(typed, chat) else { return nil }
        let people = people(named: typed, chat)
        guard people.count == 1 else { return no(Self.several(people.map { $0.0 })) }
        guard rest.isEmpty else { return no(SlashCommand.block.nothingBehind) }
        return block(person, true, chat)
    }

    mutating func unblock(_ typed: String, _ chat: Chat) -> [Intent]? {
        let known = chat.peopleKnown(in: room).filter { chat.blocked.contains($0.user) }
        if typed.isEmpty {
            panel = Panel(title: localized("People whom you block"), lines: [])
            let people = BlockedPerson.list(chat.blocked) { user in known.first { $0.user == user }?.name }
            let lines = people.compactMap { person -> Panel.Line? in
                guard let intent = chat.blocking(person.id, false) else { return nil }
                return Panel.Line(
                    text: person.title, choices: [Panel.Choice(key: "u", title: localized("unblock"), intent: intent)])
            }
            panel?.fill(lines, empty: localized("You block nobody. /block NAME blocks a person."))
            return []
        }
        let name = Self.name(typed).lowercased()
        guard let person = known.first(where: { $0.name.lowercased() == name }) else {
            return no(localized("You block nobody called \(typed). Type /unblock for the list."))
        }
        return block(person, false, chat)
    }

    mutating func block(_ person: Author, _ isOn: Bool, _ chat: Chat) -> [Intent]? {
        block(person, isOn, chat, written: written)
    }

    mutating func block(_ person: Author, _ isOn: Bool, _ chat: Chat, written: Intent.Written?) -> [Intent]? {
        guard case .perform(let mutation, let log, _)? = chat.blocking(person.user, isOn) else {
            return no(WireError.notConnected.text)
        }
        guard let intents = change(mutation, log, chat, written: written) else { return nil }
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
