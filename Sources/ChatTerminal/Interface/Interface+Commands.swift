import ChatCore

// Enter: messages and commands.
extension Interface {
    /// Sends what is written. A text that may not be sent stays in the composer, with the reason.
    mutating func submit(_ chat: Chat) -> [Intent] {
        let text = composer.editor.text
        if case .edit(let seq) = composer.purpose { return submitEdit(seq, text, chat) }
        if text.trimmed.isEmpty { return [] }
        if SlashCommand.isCommand(text) { return run(text, chat) }
        guard let room else {
            complain(localized("You are in no room yet. Type /join ROOM."))
            return []
        }
        let said = (text.hasPrefix("//") ? String(text.dropFirst()) : text).trimmed
        var reply: Seq?
        if case .reply(let seq) = composer.purpose { reply = seq }
        let mutation = Mutation.message(text: said, reply: reply)
        if let error = chat.refusal(of: mutation, in: room, at: now) ?? mutation.check()?.translated
            ?? entrance(room, chat)
        {
            complain(error.text)
            return []
        }
        let written = written
        history.add(text, in: room)
        composer.sent()
        let rest = composer.editor.text
        let isAtEnd = scroll == .bottom && target == nil && chat.conversations[room]?.timeline.isDetached != true
        let newest = isAtEnd ? [] : showNewest(chat)
        unreadAfter[room] = .end
        // A text that is given back is the draft again.
        let draft = SlashCommand.isCommand(rest) ? "" : rest
        return [.input(.write(draft, in: room)), .perform(mutation, in: room, written: written)] + newest
    }

    /// Why the room can't be written in at all: the server does not let the user in.
    private func entrance(_ room: RoomName, _ chat: Chat) -> WireError? {
        if case .refused(let error) = chat.conversations[room]?.membership { return error }
        return nil
    }

    private mutating func submitEdit(_ seq: Seq, _ text: String, _ chat: Chat) -> [Intent] {
        guard let room else { return [] }
        let bubble = chat.rows(of: room, options: rowOptions).lazy.compactMap(\.bubble).first { $0.seq == seq }
        let before = bubble.map { $0.body.said ?? "" }
        let edit = ComposedText(text).edit(of: seq, from: before, file: bubble?.file?.name)
        if let edit, let error = chat.refusal(of: edit, in: room, at: now) {
            complain(error.text)
            return []
        }
        let written = written
        endEdit()
        return edit.map { [.perform($0, in: room, written: written)] } ?? []
    }

    var written: Intent.Written {
        Intent.Written(room: room, text: composer.editor.text, purpose: composer.purpose)
    }

    mutating func run(_ text: String, _ chat: Chat) -> [Intent] {
        let (name, rest) = SlashCommand.split(text)
        guard let command = SlashCommand(rawValue: name) else {
            complain(
                localized(
                    "There is no command /\(name). Type /help for the commands, or // to send a text that begins with /."
                ))
            return []
        }
        if rest.isEmpty, command.needsArguments {
            complain(localized("/\(name) needs more: \(command.usage)"))
            return []
        }
        let place = room
        guard let intents = perform(command, rest, chat) else { return [] }
        history.add(text, in: place)
        // The command may have opened another room. Only a file is the reply that was begun.
        if composers[place]?.editor.text == text {
            if command == .file { composers[place]?.sent() } else { composers[place]?.wasTaken() }
        }
        return intents
    }

    /// Returns `nil` if the command can't be done. Then it stays in the composer, with the reason.
    private mutating func perform(_ command: SlashCommand, _ rest: String, _ chat: Chat) -> [Intent]? {
        if command.arguments.isEmpty, !rest.isEmpty, command != .password { return no(command.nothingBehind) }
        switch command {
        case .help:
            panel = .help
            return []
        case .quit: return [.quit]
        case .join: return join(rest, chat)
        case .name:
            if let identity = chat.identity, identity.hasAccount {
                return no(localized("You are signed in as \(identity.name). An account keeps its name."))
            }
            if let error = NameRule.check(rest) { return no(error.translated.text) }
            hasToldNameRefusal = false
            return [.input(.rename(rest))]
        case .about: return about(rest, chat)
        case .msg: return message(rest, chat)
        case .group: return [.group(title: rest, written: written)]
        case .login: return login(rest, chat)
        case .register: return register(rest, chat)
        case .password:
            if rest.isEmpty { return changePassword(chat) }
            // What follows is a password: it does not stay on the screen.
            return refuse(
                localized("Type /password alone. The client asks for the passwords and does not show them."))
        case .sessions: return listSessions(chat)
        case .logout: return logout(chat)
        case .rooms: return listRooms(rest)
        case .block: return block(rest, chat)
        case .unblock: return unblock(rest, chat)
        case .reports where rest == "all": return review(nil, chat)
        case .bans: return listServerBans(chat)
        case .leave, .invite, .link, .links, .who, .topic, .react, .edit, .delete, .pin, .unpin, .pins, .report, .role,
            .mute,
            .unmute, .kick, .ban, .unban, .reports, .log, .search, .date, .file:
            guard let room else { return no(localized("You are in no room yet. Type /join ROOM.")) }
            return perform(command, rest, in: room, chat)
        }
    }

    /// Performs a command that is about the room on the screen.
    private mutating func perform(
        _ command: SlashCommand, _ rest: String, in room: RoomName, _ chat: Chat
    ) -> [Intent]? {
        switch command {
        case .leave:
            if rest.isEmpty { return leave(room, chat) }
            guard let named = chat.knownRoom(named: rest) else {
                return no(localized("You are in no room that is called \(rest)."))
            }
            return leave(named, chat)
        case .invite:
            if rest.isEmpty { return makeLink(LinkForm(), room, chat) }
            guard let (person, _) = person(rest, chat) else { return nil }
            return change(.membership(MembershipChange(person.user, .invite, called: person.name)), room, chat)
        case .who:
            return listPeople(room, chat)
        case .topic:
            if !rest.isEmpty { return change(.settings(SettingsChange(topic: rest == "-" ? "" : rest)), room, chat) }
            let topic = chat.conversations[room]?.info?.settings.topic ?? ""
            tell(localized(topic.isEmpty ? "This room has no topic." : "The topic: \(topic)"))
            return []
        case .react: return reactToNewest(rest, chat)
        case .edit:
            guard let seq = lastEditable(chat)?.seq else {
                return no(localized("You have no message here that could be edited."))
            }
            return change(.edit(of: seq, text: rest), room, chat)
        case .delete:
            guard let seq = lastOwn(chat)?.seq else {
                return no(localized("You have no message here that could be deleted."))
            }
            return askToDelete(seq, chat)
        case .link:
            guard let form = LinkForm(typed: rest) else {
                return no(
                    localized("Type /link, how long (day, week or endless), and how many people: /link day 5"))
            }
            return makeLink(form, room, chat)
        case .links: return listLinks(room, chat)
        case .pin: return pinNewest(room, chat)
        case .unpin: return unpinNewest(room, chat)
        case .pins: return listPins(room, chat)
        case .report: return reportNewest(chat)
        case .role, .mute, .unmute, .kick, .ban, .unban: return change(by: command, rest, room, chat)
        case .reports:
            if rest.isEmpty { return review(room, chat) }
            return no(localized("Type /reports for this room, or /reports all."))
        case .log: return listActions(room, chat)
        case .search: return search(rest, room)
        case .date: return goToDay(rest, room)
        case .file:
            var reply: Seq?
            if case .reply(let seq) = composer.purpose { reply = seq }
            return [.file(path: rest, text: nil, room, reply: reply)]
        // These need no room.
        case .help, .quit, .join, .name, .about, .msg, .group, .login, .register, .password, .sessions, .logout, .rooms,
            .block, .unblock, .bans:
            return []
        }
    }

    mutating func no(_ reason: String) -> [Intent]? {
        complain(reason)
        return nil
    }

    mutating func refuse(_ reason: String) -> [Intent] {
        complain(reason)
        return []
    }

    /// A change that the room's rules allow. If the client can't keep it, the command is written
    /// again.
    mutating func change(
        _ mutation: Mutation, _ room: RoomName, toward target: Standing = Standing(), _ chat: Chat
    ) -> [Intent]? { change(mutation, room, toward: target, chat, written: written) }

    mutating func change(
        _ mutation: Mutation, _ room: RoomName, toward target: Standing = Standing(), _ chat: Chat,
        written: Intent.Written?
    ) -> [Intent]? {
        if let error = chat.refusal(of: mutation, in: room, toward: target, at: now) { return no(error.text) }
        return [.perform(mutation, in: room, written: written)]
    }

    /// Leaves an open room at once. A group is left when the server has ended the membership; until
    /// then it stays on the screen.
    private mutating func leave(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        if case .direct = room.kind { return no(localized("A direct room always has the same two people.")) }
        let membership = chat.membership(of: room)
        guard room.kind == .group, entrance(room, chat) == nil, membership != .outsider,
            let user = chat.identity?.user
        else { return [.leave(room)] + (room == self.room ? openAnother(than: room, chat) : emptied()) }
        let change = Mutation.membership(MembershipChange(user, .leave))
        guard let intents = self.change(change, room, chat) else { return nil }
        guard membership == .member else {
            return intents + (room == self.room ? openAnother(than: room, chat) : emptied())
        }
        mode = .confirming(
            Confirmation(question: localized("Leave \(chat.title(of: room))?"), intents: intents, written: written))
        return []
    }

    private mutating func emptied() -> [Intent] {
        composer.wasTaken()
        return []
    }

    private mutating func openAnother(than room: RoomName, _ chat: Chat) -> [Intent] {
        composer.sent()
        let next = chat.knownRooms.first { $0.room != room && !$0.isInvitation }
        return next.map { open($0.room, chat) } ?? []
    }

    mutating func join(_ name: String, _ chat: Chat, written: Intent.Written? = nil) -> [Intent]? {
        let written = written ?? self.written
        if name.isEmpty {
            guard let room else { return no(localized("Which room? Type /join ROOM.")) }
            return [.join(room, by: nil, written: written)]
        }
        let place: LinkText.Place
        if RoomName(name) == nil, let titled = chat.knownRoom(named: name) {
            place = .room(titled, seq: nil)
        } else {
            do throws(WireError) { place = try JoinTarget(name, host: host).place } catch { return no(error.text) }
        }
        let (next, code, seq): (RoomName, InviteCode?, Seq?) =
            switch place {
            case .room(let room, let seq): (room, nil, seq)
            case .group(let code): (code.room, code, nil)
            }
        if SlashCommand.isCommand(composer.editor.text) { composer.wasTaken() }
        wantedRoom = next
        let join = Intent.join(next, by: code, written: written)
        guard chat.conversations[next] != nil else { return [join] }
        return [join] + (seq.map { show($0, in: next, chat) } ?? open(next, chat))
    }

    private mutating func message(_ rest: String, _ chat: Chat) -> [Intent]? {
        guard let (person, text) = person(rest, chat) else { return nil }
        if !text.isEmpty, let error = TextRule.check(text) { return no(error.translated.text) }
        let written = written
        composer.wasTaken()
        wantedRoom = chat.identity.flatMap { RoomName.direct($0.user, person.user) }
        return [.message(person, text: text, written: written)]
    }

    private mutating func reactToNewest(_ emoji: String, _ chat: Chat) -> [Intent]? {
        let bubbles = chat.rows(of: room ?? .lobby, options: rowOptions).reversed().lazy.compactMap(\.bubble)
        guard let seq = bubbles.first(where: { $0.seq != nil && $0.body.words != nil })?.seq else {
            return no(localized("There is no message to react to."))
        }
        let emoji = EmojiNames.emoji(for: emoji)
        if let error = EmojiRule.check(emoji) { return no(error.translated.text) }
        return react(emoji, seq, chat)
    }

    /// The person whose name a text begins with, and what follows. The longest name counts. `nil`
    /// if there is nobody, or if several people have the name; then the status line says so.
    mutating func person(_ text: String, _ chat: Chat) -> (Author, rest: String)? {
        let people = people(named: text, chat)
        guard let found = people.first else {
            nobody(text)
            return nil
        }
        guard people.count == 1 else {
            complain(Self.several(people.map { $0.0 }))
            return nil
        }
        return found
    }

    mutating func nobody(_ text: String) {
        let name = Self.name(text).prefix { !$0.isWhitespace }
        complain(localized("Nobody called \(String(name)) is known here. /who lists the people in the room."))
    }

    /// The people with the longest name that a text begins with, and what follows. Two people may
    /// have the same name.
    func people(named text: String, _ chat: Chat) -> [(Author, rest: String)] {
        let found = matches(of: text, chat)
        let longest = found.map { $0.0.name.count }.max() ?? 0
        return found.filter { $0.0.name.count == longest }
    }

    /// The people whose name a text begins with, and what follows each name.
    func matches(of text: String, _ chat: Chat) -> [(Author, rest: String)] {
        let text = Self.name(text)
        var users: Set<UserID> = []
        return (chat.peopleKnown(in: room) + roster.map(\.author))
            .filter { Question.isNamed($0.name, in: text) && users.insert($0.user).inserted }
            .map { ($0, text.dropFirst($0.name.count).trimmed) }
    }

    static func name(_ text: String) -> String { text.hasPrefix("@") ? String(text.dropFirst()) : text }
}
