import ChatCore

// Commands about people.
extension Interface {
    /// The server's time, as far as it is known: milliseconds since 1970-01-01 UTC.
    func serverTime(_ chat: Chat) -> Int64 { now.addingReportingOverflow(chat.serverAhead).partialValue }

    /// A command that changes the place of a person in the room. Only the server knows the places
    /// of others, so it may refuse what is offered here.
    mutating func change(by command: SlashCommand, _ typed: String, _ room: RoomName, _ chat: Chat) -> [Intent]? {
        // Only the server knows who is banned or muted, by the name of then.
        let isEnd = command == .unban || command == .unmute
        var people = matches(of: typed, chat)
        if isEnd, !hasAskedForPeople, isJoined(room, chat) { return seek(typed, room, chat) }
        if isEnd, hasAskedForPeople {
            let time = serverTime(chat)
            let held = roster.filter { person in
                command == .unban ? person.standing.isBanned(at: time) : person.standing.isMuted(at: time)
            }
            let meant = people.filter { person in held.contains { $0.author.user == person.0.user } }
            if !meant.isEmpty { people = meant }
        }
        guard let (person, rest) = people.first else { return seek(typed, room, chat) }
        guard people.count == 1 else { return no(Self.several(people.map { $0.0 })) }
        do throws(WireError) {
            let change = try Self.change(by: command, of: person, rest, at: serverTime(chat))
            let intents = self.change(.membership(change), room, toward: place(of: person, in: room), chat)
            guard let intents, let question = question(about: change, of: person) else { return intents }
            mode = .confirming(Confirmation(question: question, intents: intents, written: written))
            return []
        } catch { return no(error.text) }
    }

    private static func several(_ people: [Author]) -> String {
        let names = Set(people.map(\.name)).sorted()
        let fit =
            names.count == 1
            ? "\(people.count) people are called \(names[0])."
            : "\(Sentences.list(names, quote: { "“\($0)”" })) fit."
        return "\(fit) Select a message of the person with Ctrl-R, or use /who."
    }

    private static func change(
        by command: SlashCommand, of person: Author, _ rest: String, at time: Int64
    ) throws(WireError) -> MembershipChange {
        switch command {
        case .mute: return try Sanction.change(.mute, of: person, rest, at: time)
        case .ban: return try Sanction.change(.ban, of: person, rest, at: time)
        case .kick: return try Sanction.change(.remove, of: person, rest, at: time)
        case .role:
            guard let role = RoomRole(name: rest.lowercased()) else {
                throw WireError(.membership, "The role is member, moderator or owner. Type /role NAME ROLE.")
            }
            return MembershipChange(person.user, .role(role), called: person.name)
        default:
            guard rest.isEmpty else { throw WireError(.membership, "Type \(command.usage), and nothing behind it.") }
            return MembershipChange(person.user, command == .unban ? .unban : .unmute, called: person.name)
        }
    }

    /// What the user confirms; `nil` for a change that is made at once.
    private func question(about change: MembershipChange, of person: Author) -> String? {
        let end = { (time: Int64) in
            time == MembershipChange.Action.forGood ? "for good" : "until \(self.moment(time))"
        }
        let why = change.reason.map { ", because “\($0)”" } ?? ""
        switch change.action {
        case .mute(let until): return "Mute \(person.name) \(end(until))\(why)?"
        case .ban(let until): return "Ban \(person.name) \(end(until))\(why)?"
        case .remove: return "Remove \(person.name) from the group\(why)?"
        default:
            return Promotion(change.action, of: person).map { "\($0.title(quote: { $0 })) \($0.sentence)" }
        }
    }

    mutating func confirming(_ key: Key, _ asked: Confirmation) -> [Intent] {
        switch key {
        case .text("y"), .text("Y"):
            mode = .writing
            return asked.intents
        case .escape, .text("n"), .text("N"):
            mode = .writing
            if composer.editor.isEmpty { composer.editor.set(asked.written.text) }
            return []
        default: return []
        }
    }

    /// A person's place as far as it is known: somebody who is here or wrote here is a member.
    func place(of person: Author, in room: RoomName) -> Standing {
        if let known = roster.first(where: { $0.author.user == person.user }) { return known.standing }
        return room.kind == .group ? Standing(membership: .member) : Standing()
    }

    /// The keys of the sanctions that ``ChatModel/PersonAction`` offers.
    static let sanctions: [(key: Character, kind: Sanction.Kind)] = [("M", .mute), ("K", .remove), ("B", .ban)]

    /// Why the user may not do this to a person; `nil` if they may.
    func refusal(of kind: Sanction.Kind, _ person: Author, _ chat: Chat) -> WireError? {
        guard let room else { return .notConnected }
        let standing = place(of: person, in: room)
        let menu = PersonAction.menu(
            for: Person(author: person, standing: standing), chat.access(to: room), at: serverTime(chat))
        if menu.contains(.sanction(kind)) { return nil }
        let change = Mutation.membership(Sanction(kind, of: person).change(at: serverTime(chat)))
        return chat.refusal(of: change, in: room, toward: standing, at: now)
            ?? WireError(.notAllowed, "You can't \(kind.verb) \(person.name) here.")
    }

    /// Takes how long and why somebody is muted or banned, or why they are removed.
    mutating func decided(
        _ kind: Sanction.Kind, _ person: Author, _ text: String, _ room: RoomName, _ asked: Prompt, _ chat: Chat
    ) -> [Intent] {
        do throws(WireError) {
            let change = try Sanction.change(kind, of: person, text, at: serverTime(chat))
            return perform(.membership(change), toward: place(of: person, in: room), in: room, asked, chat)
        } catch { return ask(again: asked, because: error) }
    }

    /// Performs what the user was asked about, or asks again with what was typed.
    mutating func perform(
        _ mutation: Mutation, toward target: Standing = Standing(), in room: RoomName, _ asked: Prompt, _ chat: Chat
    ) -> [Intent] {
        let refusal = chat.refusal(of: mutation, in: room, toward: target, at: now)
        if let refusal { return ask(again: asked, because: refusal) }
        return [.perform(mutation, in: room, written: nil)]
    }

    mutating func ask(again asked: Prompt, because error: WireError) -> [Intent] {
        ask(again: asked, because: error.text)
    }

    mutating func ask(again asked: Prompt, because sentence: String) -> [Intent] {
        complain(sentence)
        prompt = asked
        return []
    }
}

// People whom only the server knows.
extension Interface {
    /// Asks the server who is called so: somebody who is banned, for example.
    private mutating func seek(_ typed: String, _ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard !hasAskedForPeople else {
            nobody(typed)
            return nil
        }
        guard isJoined(room, chat) else { return no(WireError.notConnected.text) }
        return [.ask(.people(room, named: Self.name(typed), written))]
    }

    /// The server knows these people: the command is tried again.
    mutating func found(_ people: [Person], _ written: Intent.Written, _ chat: Chat) -> [Intent] {
        guard canRetype(written) else { return [] }
        (roster, hasAskedForPeople) = (people, true)
        // The places of people change: the next command asks again.
        defer { (roster, hasAskedForPeople) = ([], false) }
        composer.editor.set(written.text)
        return run(written.text, chat)
    }

    /// Whether the composer may have the command again. If the user has gone on to something else,
    /// they are told that it was not done.
    mutating func canRetype(_ written: Intent.Written) -> Bool {
        if room == written.room, composer.editor.isEmpty, mode == .writing, prompt == nil { return true }
        complain("“\(written.text)” was not done, because you went on. Type it again.")
        return false
    }

    private func isJoined(_ room: RoomName, _ chat: Chat) -> Bool {
        chat.connection.phase == .connected && chat.conversations[room]?.membership == .joined
    }

    /// Lists who is here now, until the server has told the places of people.
    mutating func listPeople(_ room: RoomName, _ chat: Chat) -> [Intent] {
        guard let conversation = chat.conversations[room] else { return [] }
        panel = Panel(peopleIn: conversation)
        guard isJoined(room, chat) else { return [] }
        panel?.subject = .people(room)
        return [.ask(.members(room))]
    }

    mutating func show(_ people: [Person], of room: RoomName, _ chat: Chat) {
        guard panel?.subject == .people(room), let conversation = chat.conversations[room] else { return }
        let list = PeopleList(
            people, presence: conversation.presence, chat.access(to: room), at: serverTime(chat), date: moment)
        var lines: [Panel.Line] = []
        for section in list.sections {
            lines.append(Panel.Line(text: section.title))
            for line in section.people {
                let detail = [line.isMe ? "you" : nil, line.detail].compactMap { $0 }.joined(separator: " · ")
                lines.append(
                    Panel.Line(
                        text: "  \(line.person.author.name)\(detail.isEmpty ? "" : "  \(detail)")",
                        choices: list.actions(for: line).compactMap { choice($0, line.person.author, room) }))
            }
        }
        if list.more > 0 { lines.append(Panel.Line(text: "and \(list.more) more")) }
        if people.count >= Limits.terminalList { lines.append(Panel.Line(text: "Other people are not listed.")) }
        if !lines.isEmpty { panel?.fill(lines, empty: "") }
    }

    /// `nil` for a change of the role: `/role` makes it.
    private func choice(_ action: PersonAction, _ person: Author, _ room: RoomName) -> Panel.Choice? {
        let title = action.title.lowercased()
        switch action {
        case .message:
            let written = Intent.Written(room: room, text: "/msg \(person.name) ")
            return Panel.Choice(key: "w", title: title, intent: .message(person, text: "", written: written))
        case .sanction(let kind):
            guard let key = Self.sanctions.first(where: { $0.kind == kind })?.key else { return nil }
            return Panel.Choice(key: key, title: title, deed: .prompt(.sanction(kind, person, in: room)))
        case .change(let change):
            let keys: [MembershipChange.Action: Character] = [.join: "a", .unmute: "u", .unban: "U"]
            return keys[change].map {
                let change = MembershipChange(person.user, change, called: person.name)
                return Panel.Choice(
                    key: $0, title: title, intent: .perform(.membership(change), in: room, written: nil))
            }
        }
    }
}

// Blocks.
extension Interface {
    mutating func block(_ typed: String, _ chat: Chat) -> [Intent]? {
        guard let (person, rest) = person(typed, chat) else { return nil }
        let people = people(named: typed, chat)
        guard people.count == 1 else { return no(Self.several(people.map { $0.0 })) }
        guard rest.isEmpty else { return no("Type /block NAME, and nothing behind it.") }
        return block(person, true, chat)
    }

    mutating func unblock(_ typed: String, _ chat: Chat) -> [Intent]? {
        let known = chat.peopleKnown(in: room).filter { chat.blocked.contains($0.user) }
        if typed.isEmpty {
            panel = Panel(title: "People whom you block", lines: [])
            let people = BlockedPerson.list(chat.blocked) { user in known.first { $0.user == user }?.name }
            let lines = people.compactMap { person -> Panel.Line? in
                guard let intent = chat.blocking(person.id, false) else { return nil }
                return Panel.Line(
                    text: person.title, choices: [Panel.Choice(key: "u", title: "unblock", intent: intent)])
            }
            panel?.fill(lines, empty: "You block nobody. /block NAME blocks a person.")
            return []
        }
        let name = Self.name(typed).lowercased()
        guard let person = known.first(where: { $0.name.lowercased() == name }) else {
            return no("You block nobody called \(typed). Type /unblock for the list.")
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
        tell(isOn ? "You block \(person.name). /unblock ends it." : "You do not block \(person.name) any more.")
        return intents
    }
}

extension Chat {
    /// Blocks a person, or no longer. `nil` before the first welcome.
    fileprivate func blocking(_ person: UserID, _ isOn: Bool) -> Intent? {
        identity.map { .perform(.block(person, on: isOn), in: .own($0.user), written: nil) }
    }
}
