import ChatCore

// Commands about people.
extension Interface {
    /// A command that changes the place of a person in the room. Only the server knows the places
    /// of others, so it may refuse what is offered here.
    mutating func change(by command: SlashCommand, _ typed: String, _ room: RoomName, _ chat: Chat) -> [Intent]? {
        // The server knows who is banned or muted. The person may have another name now.
        if command == .unban || command == .unmute, !hasAskedForPeople { return seek(typed, room, chat) }
        let people = people(meantBy: command, typed, chat)
        guard let (person, rest) = people.first else { return seek(typed, room, chat) }
        guard people.count == 1 else { return no(Self.several(people.map { $0.0 })) }
        do throws(WireError) {
            let deed = try Self.deed(by: command, of: person, rest, at: chat.serverTime(at: now))
            guard case .membership(let change) = deed else { return nil }
            let intents = self.change(.membership(change), room, toward: standing(of: person, in: room), chat)
            guard let intents, let question = question(about: change, of: person) else { return intents }
            mode = .confirming(Confirmation(question: question, intents: intents, written: written))
            return []
        } catch { return no(error.text) }
    }

    /// The people whose name fits. For `/unban` and `/unmute` those of them who are banned or
    /// muted, if there are any.
    private func people(
        meantBy command: SlashCommand, _ typed: String, _ chat: Chat
    ) -> [(Author, rest: String)] {
        let people = matches(of: typed, chat)
        let time = chat.serverTime(at: now)
        let places = roster.filter { person in
            switch command {
            case .unban: person.standing.isBanned(at: time)
            case .unmute: person.standing.isMuted(at: time)
            default: false
            }
        }
        let concerned = people.filter { person in places.contains { $0.author.user == person.0.user } }
        return concerned.isEmpty ? people : concerned
    }

    static func several(_ people: [Author]) -> String {
        let (names, count) = (Set(people.map(\.name)).sorted(), people.count)
        guard names.count == 1 else {
            let list = Sentences.list(names, quote: { localized("“\($0)”") })
            return localized(
                "More than one name fits: \(list). Select a message of the person with Ctrl-R, or use /who.")
        }
        return localized(
            count, one: "1 person is called \(names[0]). Select a message of the person with Ctrl-R, or use /who.",
            other:
                "\(count) people are called \(names[0]). Select a message of the person with Ctrl-R, or use /who.")
    }

    private static func deed(
        by command: SlashCommand, of person: Author, _ rest: String, at time: Int64
    ) throws(WireError) -> Sanction.Deed {
        switch command {
        case .mute: return try Sanction.deed(.mute, of: person, rest, at: time)
        case .ban: return try Sanction.deed(.ban, of: person, rest, at: time)
        case .kick: return try Sanction.deed(.remove, of: person, rest, at: time)
        case .role:
            guard let role = RoomRole(name: rest.lowercased()) else {
                throw WireError(
                    .membership, localized("The role is member, moderator or owner. Type /role NAME ROLE."))
            }
            return .membership(MembershipChange(person.user, .role(role), called: person.name))
        default:
            guard rest.isEmpty else { throw WireError(.membership, command.nothingBehind) }
            return .membership(
                MembershipChange(person.user, command == .unban ? .unban : .unmute, called: person.name))
        }
    }

    /// What the user confirms; `nil` for a change that is made at once.
    private func question(about change: MembershipChange, of person: Author) -> String? {
        let (name, reason) = (person.name, change.reason)
        switch change.action {
        case .mute(MembershipChange.Action.forGood):
            guard let reason else { return localized("Mute \(name) for good?") }
            return localized("Mute \(name) for good, because “\(reason)”?")
        case .mute(let until):
            guard let reason else { return localized("Mute \(name) until \(moment(until))?") }
            return localized("Mute \(name) until \(moment(until)), because “\(reason)”?")
        case .ban(MembershipChange.Action.forGood):
            guard let reason else { return localized("Ban \(name) for good?") }
            return localized("Ban \(name) for good, because “\(reason)”?")
        case .ban(let until):
            guard let reason else { return localized("Ban \(name) until \(moment(until))?") }
            return localized("Ban \(name) until \(moment(until)), because “\(reason)”?")
        case .remove:
            guard let reason else { return localized("Remove \(name) from the group?") }
            return localized("Remove \(name) from the group, because “\(reason)”?")
        default:
            return Promotion(change.action, of: person).map { "\($0.title(quote: { $0 })) \($0.sentence)" }
        }
    }

    mutating func confirming(_ key: Key, _ asked: Confirmation) -> [Intent] {
        switch key {
        case .text("y"), .text("Y"):
            (mode, marked) = (.writing, nil)
            if let told = asked.told { tell(told) }
            return asked.intents
        case .escape, .text("n"), .text("N"):
            (mode, marked) = (.writing, nil)
            if composer.editor.isEmpty { composer.editor.set(asked.written.text) }
            return []
        default: return []
        }
    }

    /// A person's place in the room. If the server was not asked, people are taken for members.
    func standing(of person: Author, in room: RoomName) -> Standing {
        if let known = roster.first(where: { $0.author.user == person.user }) { return known.standing }
        return room.kind == .group ? Standing(membership: .member) : Standing()
    }

    /// The keys of the sanctions that ``ChatModel/PersonAction`` offers.
    static let sanctions: [(key: Character, kind: Sanction.Kind)] = [
        ("M", .mute), ("K", .remove), ("B", .ban), ("S", .serverBan),
    ]

    /// Why the user may not do this to a person; `nil` if they may.
    func refusal(of kind: Sanction.Kind, _ person: Author, _ chat: Chat) -> WireError? {
        guard let room else { return .notConnected }
        let standing = standing(of: person, in: room)
        let menu = PersonAction.menu(
            for: Person(author: person, standing: standing), chat.access(to: room), at: chat.serverTime(at: now))
        if menu.contains(.sanction(kind)) { return nil }
        let impossible = WireError(.notAllowed, Self.impossible(kind, person.name))
        guard case .membership(let change) = Sanction(kind, of: person).deed(at: chat.serverTime(at: now)) else {
            return impossible
        }
        return chat.refusal(of: .membership(change), in: room, toward: standing, at: now) ?? impossible
    }

    private static func impossible(_ kind: Sanction.Kind, _ name: String) -> String {
        switch kind {
        case .mute: localized("You can't mute \(name) here.")
        case .remove: localized("You can't remove \(name) here.")
        case .ban: localized("You can't ban \(name) here.")
        case .serverBan: localized("Only an administrator can ban \(name) from the server.")
        }
    }

    /// Takes how long and why somebody is muted or banned, or why they are removed.
    mutating func decided(
        _ kind: Sanction.Kind, _ person: Author, _ text: String, _ room: RoomName, _ asked: Prompt, _ chat: Chat
    ) -> [Intent] {
        do throws(WireError) {
            switch try Sanction.deed(kind, of: person, text, at: chat.serverTime(at: now)) {
            case .membership(let change):
                return perform(.membership(change), toward: standing(of: person, in: room), in: room, asked, chat)
            case .serverBan(let ban):
                if let refusal = ban.check() { throw refusal.translated }
                return [.ask(.moderation(.serverBan(ban)))]
            }
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
    /// Asks the server for the people whose name the command begins with.
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
        complain(localized("“\(written.text)” was not done, because you went on. Type it again."))
        return false
    }

    private func isJoined(_ room: RoomName, _ chat: Chat) -> Bool {
        chat.connection.phase == .connected && chat.conversations[room]?.membership == .joined
    }

    /// Lists the people of the room. Those who are here now are listed until the server has
    /// answered.
    mutating func listPeople(_ room: RoomName, _ chat: Chat) -> [Intent] {
        guard let conversation = chat.conversations[room] else { return [] }
        panel = Panel(peopleIn: conversation)
        guard isJoined(room, chat) else { return [] }
        panel?.subject = .people(room)
        return [.input(.wantProfiles(chat.people(of: room).map(\.user))), .ask(.members(room))]
    }

    mutating func show(_ people: [Person], of room: RoomName, _ chat: Chat) {
        guard panel?.subject == .people(room), let conversation = chat.conversations[room] else { return }
        let list = PeopleList(
            people, presence: conversation.presence, chat.access(to: room), at: chat.serverTime(at: now), date: moment)
        var lines: [Panel.Line] = []
        for section in list.sections {
            lines.append(Panel.Line(text: section.title))
            for line in section.people {
                let about = line.isMe ? chat.profile.about : chat.profiles[line.id]?.about
                let detail = [line.isMe ? localized("you") : nil, line.detail, about].compactMap { $0 }
                    .filter { !$0.isEmpty }.joined(separator: " · ")
                lines.append(
                    Panel.Line(
                        text: "  \(line.person.author.name)\(detail.isEmpty ? "" : "  \(detail)")", id: line.id.text,
                        choices: list.actions(for: line).compactMap { choice($0, line.person.author, room) }))
            }
        }
        if list.more > 0 { lines.append(Panel.Line(text: localized("and \(list.more) more"))) }
        if people.count >= Limits.terminalList {
            lines.append(Panel.Line(text: localized("Other people are not listed.")))
        }
        if !lines.isEmpty { panel?.fill(lines, empty: "") }
    }

    /// `nil` for a change of the role: `/role` makes it.
    private func choice(_ action: PersonAction, _ person: Author, _ room: RoomName) -> Panel.Choice? {
        switch action {
        case .message:
            let written = Intent.Written(room: room, text: "/msg \(person.name) ")
            return Panel.Choice(
                key: "w", title: localized("message ##a verb"), intent: .message(person, text: "", written: written))
        case .sanction(let kind):
            guard let key = Self.sanctions.first(where: { $0.kind == kind })?.key else { return nil }
            return Panel.Choice(
                key: key, title: localized("\(kind.verb)…"), deed: .prompt(.sanction(kind, person, in: room)))
        case .change(let change):
            let (key, title): (Character, String)
            switch change {
            case .join: (key, title) = ("a", localized("let in"))
            case .unmute: (key, title) = ("u", localized("unmute"))
            case .unban: (key, title) = ("U", localized("unban"))
            default: return nil
            }
            let change = MembershipChange(person.user, change, called: person.name)
            return Panel.Choice(key: key, title: title, intent: .perform(.membership(change), in: room, written: nil))
        }
    }
}
