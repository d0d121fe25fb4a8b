import ChatCore

// Enter: messages and commands.
extension Interface {
    /// Sends what is written. A text that may not be sent stays in the composer, with the reason.
    mutating func submit(_ chat: Chat) -> [Intent] {
        let text = composer.editor.text
        if text.trimmed.isEmpty { return [] }
        if case .edit(let seq) = composer.purpose { return submitEdit(seq, text.trimmed, chat) }
        if SlashCommand.isCommand(text) { return run(text, chat) }
        guard let room else {
            complain("You are in no room yet. Type /join ROOM.")
            return []
        }
        let said = (text.hasPrefix("//") ? String(text.dropFirst()) : text).trimmed
        var reply: UInt64?
        if case .reply(let seq) = composer.purpose { reply = seq }
        let mutation = Mutation.message(text: said, reply: reply)
        if let error = chat.refusal(of: mutation, in: room, at: now) ?? mutation.check() ?? entrance(room, chat) {
            complain(error.text)
            return []
        }
        let written = written
        empty()
        let newest = scroll == .bottom ? [] : showNewest(chat)
        unreadAfter[room] = .max
        // A text that is given back is the draft again.
        return [.input(.write("", in: room)), .perform(mutation, in: room, written: written)] + newest
    }

    /// Why the room can't be written in at all: the server does not let the user in.
    private func entrance(_ room: RoomName, _ chat: Chat) -> WireError? {
        if case .refused(let error) = chat.conversations[room]?.membership { return error }
        return nil
    }

    private mutating func submitEdit(_ seq: UInt64, _ text: String, _ chat: Chat) -> [Intent] {
        guard let room else { return [] }
        let mutation = Mutation.edit(of: seq, text: text)
        if let error = chat.refusal(of: mutation, in: room, at: now) {
            complain(error.text)
            return []
        }
        let isSame = chat.rows(of: room, options: rowOptions).compactMap(\.bubble)
            .contains { $0.seq == seq && $0.body.said == text }
        let written = written
        endEdit()
        return isSame ? [] : [.perform(mutation, in: room, written: written)]
    }

    private var written: Intent.Written {
        Intent.Written(room: room, text: composer.editor.text, purpose: composer.purpose)
    }

    private mutating func empty() {
        composer.editor.set("")
        composer.purpose = .new
    }

    private mutating func run(_ text: String, _ chat: Chat) -> [Intent] {
        let (name, rest) = SlashCommand.split(text)
        guard let command = SlashCommand(rawValue: name) else {
            complain(
                "There is no command /\(name). Type /help for the commands, or // to send a text that begins with /.")
            return []
        }
        if rest.isEmpty, !command.arguments.isEmpty, !command.arguments.hasPrefix("[") {
            complain("/\(name) needs more: \(command.usage)")
            return []
        }
        guard let intents = perform(command, rest, chat) else { return [] }
        if SlashCommand.isCommand(composer.editor.text) { empty() }
        return intents
    }

    /// Returns `nil` if the command can't be done. Then it stays in the composer, with the reason.
    private mutating func perform(_ command: SlashCommand, _ rest: String, _ chat: Chat) -> [Intent]? {
        switch command {
        case .help:
            panel = .help
            return []
        case .quit: return [.quit]
        case .join: return join(rest, chat)
        case .name:
            if let error = NameRule.check(rest) { return no(error.text) }
            return [.input(.rename(rest))]
        case .msg: return message(rest, chat)
        case .login: return login(rest, chat)
        case .register: return register(rest, chat)
        case .password:
            if rest.isEmpty { return changePassword(chat) }
            // What follows is a password: it does not stay on the screen.
            complain("Type /password alone. The client asks for the passwords and does not show them.")
            return []
        case .sessions: return listSessions(chat)
        case .logout: return logout(chat)
        case .leave, .invite, .who, .topic, .react, .edit, .delete, .ban, .search, .file: break
        }
        guard let room else { return no("You are in no room yet. Type /join ROOM.") }
        switch command {
        case .leave: return leave(room, chat)
        case .invite:
            guard let (person, _) = person(rest, chat) else { return nil }
            return change(.membership(MembershipChange(person.user, .invite, called: person.name)), room, chat)
        case .who:
            guard let conversation = chat.conversations[room] else { return [] }
            panel = Panel(peopleIn: conversation)
            return []
        case .topic:
            if !rest.isEmpty { return change(.settings(SettingsChange(topic: rest)), room, chat) }
            let topic = chat.conversations[room]?.info?.settings.topic ?? ""
            tell(topic.isEmpty ? "This room has no topic." : "The topic: \(topic)")
            return []
        case .react: return reactToNewest(rest, chat)
        case .edit:
            guard let seq = lastEditable(chat)?.seq else {
                return no("You have no message here that could be edited.")
            }
            return change(.edit(of: seq, text: rest), room, chat)
        case .delete:
            guard let seq = lastOwn(chat)?.seq else { return no("You have no message here that could be deleted.") }
            return askToDelete(seq, chat)
        case .ban:
            guard let (person, reason) = person(rest, chat) else { return nil }
            let action = MembershipChange.Action.ban(until: MembershipChange.Action.forGood)
            return change(
                .membership(MembershipChange(person.user, action, reason: reason.isEmpty ? nil : reason)), room, chat)
        case .search: return [.search(rest, room)]
        case .file:
            var reply: UInt64?
            if case .reply(let seq) = composer.purpose { reply = seq }
            return [.file(path: rest, text: nil, room, reply: reply)]
        case .help, .quit, .join, .name, .msg, .login, .register, .password, .sessions, .logout: return []
        }
    }

    mutating func no(_ reason: String) -> [Intent]? {
        complain(reason)
        return nil
    }

    /// A change that the room's rules allow. If the client can't keep it, the command is written
    /// again.
    private mutating func change(_ mutation: Mutation, _ room: RoomName, _ chat: Chat) -> [Intent]? {
        if let error = chat.refusal(of: mutation, in: room, toward: Standing(), at: now) { return no(error.text) }
        return [.perform(mutation, in: room, written: written)]
    }

    private mutating func leave(_ room: RoomName, _ chat: Chat) -> [Intent] {
        empty()
        let next = chat.knownRooms.first { $0.room != room && !$0.isInvitation }
        return [.leave(room)] + (next.map { open($0.room, chat) } ?? [])
    }

    private mutating func join(_ name: String, _ chat: Chat) -> [Intent]? {
        if name.isEmpty {
            guard let room else { return no("Which room? Type /join ROOM.") }
            return [.join(room, written: written)]
        }
        let text = name.hasPrefix("#") ? String(name.dropFirst()) : name
        guard let room = RoomName(text.lowercased()), !room.isOwn else {
            return no("\(name) is not a room's name. Use a-z, 0-9, - and _.")
        }
        let written = written
        empty()
        wantedRoom = room
        return [.join(room, written: written)] + (chat.conversations[room] == nil ? [] : open(room, chat))
    }

    private mutating func message(_ rest: String, _ chat: Chat) -> [Intent]? {
        guard let (person, text) = person(rest, chat) else { return nil }
        if !text.isEmpty, let error = TextRule.check(text) { return no(error.text) }
        let written = written
        empty()
        wantedRoom = chat.identity.flatMap { RoomName.direct($0.user, person.user) }
        return [.message(person, text: text, written: written)]
    }

    private mutating func reactToNewest(_ emoji: String, _ chat: Chat) -> [Intent]? {
        let bubbles = chat.rows(of: room ?? .lobby, options: rowOptions).reversed().lazy.compactMap(\.bubble)
        guard let seq = bubbles.first(where: { $0.seq != nil && $0.body.words != nil })?.seq else {
            return no("There is no message to react to.")
        }
        if let error = EmojiRule.check(emoji) { return no(error.text) }
        return react(emoji, seq, chat)
    }

    /// The person whose name a text begins with, and what follows. The longest name counts.
    private mutating func person(_ text: String, _ chat: Chat) -> (Author, rest: String)? {
        let text = text.hasPrefix("@") ? String(text.dropFirst()) : text
        let lowered = text.lowercased()
        let found = chat.peopleKnown(in: room).filter { author in
            let name = author.name.lowercased()
            return lowered == name || lowered.hasPrefix(name + " ") || lowered.hasPrefix(name + "\n")
        }.max { $0.name.count < $1.name.count }
        guard let found else {
            let name = text.prefix { !$0.isWhitespace }
            complain("Nobody called \(name) is known here. /who lists the people in the room.")
            return nil
        }
        return (found, text.dropFirst(found.name.count).trimmed)
    }
}
