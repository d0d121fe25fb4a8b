import ChatCore

// Invite links.
extension Interface {
    mutating func makeLink(_ form: LinkForm, _ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard let code = InviteCode(room, .random()) else { return no(WireError.onlyGroupsHaveLinks.text) }
        let change = form.change(making: code, at: chat.serverTime(at: now))
        if let error = chat.refusal(of: .link(change), in: room, at: now) { return no(error.text) }
        guard chat.connection.phase == .connected else { return no(WireError.notConnected.text) }
        panel = Panel(asking: .newLink(room), title: "Invite link of \(chat.title(of: room))")
        return [.ask(.link(code, change))]
    }

    mutating func listLinks(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard room.kind == .group else { return no(WireError.onlyGroupsHaveLinks.text) }
        panel = Panel(asking: .links(room), title: "Invite links of \(chat.title(of: room))")
        return [.ask(.links(room))]
    }

    mutating func show(_ link: String, _ change: LinkChange, to room: RoomName, _ chat: Chat) {
        linkAddresses[change.link] = link
        guard panel?.subject == .newLink(room) else {
            return tell("The invite link of \(chat.title(of: room)) is made. /links shows it.")
        }
        let end = change.until.map { "until \(moment($0))" } ?? "until it is revoked"
        let people = change.uses.map { $0 == 1 ? "One person" : "The first \($0) people" } ?? "Everyone"
        let verb = change.uses ?? 1 == 1 ? "has" : "have"
        panel?.lines = [
            Panel.Line(text: link, address: link), Panel.Line(text: ""),
            Panel.Line(text: "\(people) who \(verb) this link can join the group."),
            Panel.Line(text: "It works \(end)."),
            Panel.Line(text: "/links shows it again, until the client ends."),
        ]
    }

    func lines(of link: InviteLink, _ room: RoomName, _ chat: Chat) -> [Panel.Line] {
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

extension LinkForm {
    /// What is typed behind `/link`, in any order; `nil` if a word is neither a time nor a number.
    init?(typed: String) {
        self.init()
        for word in typed.split(separator: " ") {
            if let lifetime = Lifetime.allCases.first(where: { "\($0)" == word.lowercased() }) {
                self.lifetime = lifetime
            } else if let number = UInt64(word), (1...Limits.linkUses).contains(number) {
                uses = number
            } else {
                return nil
            }
        }
    }
}
