import ChatCore

// Invite links.
extension Interface {
    /// Makes a link with the defaults of ``ChatModel/LinkForm``.
    mutating func makeLink(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard let code = InviteCode(room, .random()) else { return no(Self.onlyGroups) }
        let change = LinkForm().change(making: code, at: serverTime(chat))
        if let error = chat.refusal(of: .link(change), in: room, at: now) { return no(error.text) }
        guard chat.connection.phase == .connected else { return no(WireError.notConnected.text) }
        panel = Panel(asking: .newLink(room), title: "Invite link of \(chat.title(of: room))")
        return [.ask(.link(code, change))]
    }

    private static let onlyGroups = "Only groups have invite links: everyone may enter an open room."

    mutating func listLinks(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard room.kind == .group else { return no(Self.onlyGroups) }
        panel = Panel(asking: .links(room), title: "Invite links of \(chat.title(of: room))")
        return [.ask(.links(room))]
    }

    private mutating func show(_ link: String, _ change: LinkChange, to room: RoomName, _ chat: Chat) {
        linkAddresses[change.link] = link
        guard panel?.subject == .newLink(room) else {
            return tell("The invite link of \(chat.title(of: room)) is made. /links shows it.")
        }
        let end = change.until.map { "until \(moment($0))" } ?? "until it is revoked"
        panel?.lines = [
            Panel.Line(text: link, address: link), Panel.Line(text: ""),
            Panel.Line(text: "Everyone who has it can become a member, \(end)."),
            Panel.Line(text: "/links shows it again until this client ends, and revokes it."),
        ]
    }

    private func lines(of link: InviteLink, _ room: RoomName, _ chat: Chat) -> [Panel.Line] {
        let address = linkAddresses[link.link].map { Panel.Line(text: $0, address: $0) }
        return [line(of: link, room, chat)] + [address].compactMap { $0 }
    }

    private func line(of link: InviteLink, _ room: RoomName, _ chat: Chat) -> Panel.Line {
        let names = chat.peopleKnown(in: room)
        let maker = names.first { $0.user == link.maker }?.name ?? "somebody"
        let line = LinkLine(
            link, maker: link.maker == chat.identity?.user ? nil : maker, address: nil, date: moment,
            quote: SafeText.line)
        let revoke = Intent.perform(.link(LinkChange(revoking: link.link)), in: room, written: nil)
        return Panel.Line(
            text: "\(line.title)  \(line.detail)", id: link.link.text,
            choices: [Panel.Choice(key: "x", title: "revoke", intent: revoke)])
    }
}

// The moderation log and the directory.
extension Interface {
    mutating func listActions(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        if let error = chat.access(to: room)?.refusalOfReadingActions(at: serverTime(chat)) { return no(error.text) }
        panel = Panel(asking: .actions(room), title: "What moderators did in \(chat.title(of: room))")
        return [.ask(.actions(room))]
    }

    mutating func listRooms(_ words: String) -> [Intent]? {
        if let error = SearchRule.check(words) { return no(error.text) }
        panel = Panel(
            asking: .directory(words), title: words.isEmpty ? "Open rooms" : "Open rooms with “\(words)”")
        return [.ask(.directory(words))]
    }

    private func line(of action: ModerationAction) -> Panel.Line {
        let words = ActionWords(action)
        let parts = [words.whom, words.why].compactMap { $0 }.filter { !$0.isEmpty }
        let what = (["\(words.by.name): \(words.deed)"] + parts).joined(separator: ", ")
        return Panel.Line(text: "\(moment(words.at))  \(what)")
    }

    private func line(of entry: DirectoryEntry) -> Panel.Line {
        let words = [entry.title, entry.topic].filter { !$0.isEmpty }
        let written = Intent.Written(room: room, text: "/join \(entry.room.text)")
        let join = Intent.join(entry.room, by: nil, written: written)
        return Panel.Line(
            text: (["\(entry.room.text), \(entry.people) here"] + words).joined(separator: "  "),
            choices: [Panel.Choice(key: "j", title: "join", intent: join)])
    }

    /// “Monday, 23 November 2026, 14:05”.
    func moment(_ at: Int64) -> String { "\(Clock.day(at, utcOffset)), \(Clock.time(at, utcOffset))" }
}

// The server's replies.
extension Interface {
    /// Takes the reply to ``Intent/ask(_:)``. Returns what it asks for.
    package mutating func take(_ reply: Reply, to question: Question, chat: Chat) -> [Intent] {
        switch (question, reply) {
        case (.people(_, _, let written), .people(let people)): return found(people, written, chat)
        case (.people, .failed(let error)): return giveBack(.ask(question), because: error.text)
        case (.members(let room), .people(let people)): show(people, of: room, chat)
        case (.link(let code, let change), .link(let link)): show(link, change, to: code.room, chat)
        case (.links(let room), .links(let links)):
            fill(.links(room), links.flatMap { lines(of: $0, room, chat) }, empty: "This group has no invite link.")
        case (.moderation(let question), .moderation(let answer)): take(.success(answer), to: question, chat)
        case (.deletion(_, _, let question), .moderation(let answer)): take(.success(answer), to: question, chat)
        case (.moderation(let question), .failed(let error)): take(.failure(error), to: question, chat)
        case (.deletion(_, _, let question), .failed(let error)): take(.failure(error), to: question, chat)
        case (.actions(let room), .actions(let actions)):
            fill(.actions(room), actions.map(line(of:)), empty: "Moderators have done nothing here.")
        case (.directory(let words), .directory(let rooms)):
            fill(.directory(words), rooms.map(line(of:)), empty: "There is no such room.")
        case (_, .failed(let error)):
            complain(error.text)
            if let subject = question.subject, panel?.subject == subject { panel = nil }
        default: break
        }
        return []
    }

    private mutating func fill(_ subject: Panel.Subject, _ lines: [Panel.Line], empty: String) {
        if panel?.subject == subject { panel?.fill(lines, empty: empty) }
    }
}

extension Question {
    /// The list that shows nothing without the reply.
    fileprivate var subject: Panel.Subject? {
        switch self {
        case .links(let room): .links(room)
        case .link(let code, _): .newLink(code.room)
        case .actions(let room): .actions(room)
        case .directory(let words): .directory(words)
        case .people, .members, .moderation, .deletion: nil
        }
    }
}
