import ChatCore

// Invite links.
extension Interface {
    mutating func makeLink(_ form: LinkForm, _ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard let code = InviteCode(room, .random()) else { return no(WireError.onlyGroupsHaveLinks.text) }
        let change = form.change(making: code, at: chat.serverTime(at: now))
        if let error = chat.refusal(of: .link(change), in: room, at: now) { return no(error.text) }
        guard chat.connection.phase == .connected else { return no(WireError.notConnected.text) }
        panel = Panel(asking: .newLink(room), title: localized("Invite link of \(chat.title(of: room))"))
        return [.ask(.link(code, change))]
    }

    mutating func listLinks(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard room.kind == .group else { return no(WireError.onlyGroupsHaveLinks.text) }
        panel = Panel(asking: .links(room), title: localized("Invite links of \(chat.title(of: room))"))
        return [.ask(.links(room))]
    }

    mutating func show(_ link: String, _ change: LinkChange, to room: RoomName, _ chat: Chat) {
        linkAddresses[change.link] = link
        guard panel?.subject == .newLink(room) else {
            return tell(localized("The invite link of \(chat.title(of: room)) is made. /links shows it."))
        }
        let people = change.uses.map { Int(clamping: $0) }.map { count in
            localized(
                count, one: "One person who has this link can join the group.",
                other: "The first \(count) people who have this link can join the group.")
        }
        let end = change.until.map { localized("It works until \(moment($0)).") }
        panel?.lines = [Panel.Line(text: link, address: link), Panel.Line(text: "")]
        panel?.lines += [
            people ?? localized("Everyone who has this link can join the group."),
            end ?? localized("It works until it is revoked."),
            localized("/links shows it again, until the client ends."),
        ].map { Panel.Line(text: $0, isWrapped: true) }
    }

    func lines(of link: InviteLink, _ room: RoomName, _ chat: Chat) -> [Panel.Line] {
        let address = linkAddresses[link.link].map { Panel.Line(text: $0, address: $0) }
        return [line(of: link, room, chat)] + [address].compactMap { $0 }
    }

    private func line(of link: InviteLink, _ room: RoomName, _ chat: Chat) -> Panel.Line {
        let names = chat.peopleKnown(in: room)
        let maker = names.first { $0.user == link.maker }?.name ?? localized("someone ##whose link it is")
        let line = LinkLine(
            link, maker: link.maker == chat.identity?.user ? nil : maker, address: nil, date: moment,
            quote: SafeText.line)
        let revoke = Intent.perform(.link(LinkChange(revoking: link.link)), in: room, written: nil)
        return Panel.Line(
            text: "\(line.title)  \(line.detail)", id: link.link.text,
            choices: [Panel.Choice(key: "x", title: localized("revoke"), intent: revoke)])
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
