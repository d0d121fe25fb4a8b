import ChatCore

// The bans from the server, for its administrators.
extension Interface {
    mutating func listServerBans(_ chat: Chat) -> [Intent]? {
        guard chat.identity?.role == .administrator else {
            return no(localized("Only administrators of the server can list its bans."))
        }
        panel = Panel(asking: .serverBans, title: localized("Bans from the server"))
        bans = ServerBanList()
        return [.ask(.moderation(ServerBanList.first))]
    }

    /// Takes a ban back.
    mutating func unban(_ subject: ServerBan.Subject, _ chat: Chat) -> [Intent] {
        guard chat.connection.phase == .connected else { return refuse(ReportLine.offline) }
        guard bans?.canEnd(subject) == true else { return [] }
        bans?.began(subject)
        showServerBans(chat)
        return [.ask(.moderation(.serverUnban(subject)))]
    }

    /// Loads again what failed.
    mutating func loadServerBans(_ chat: Chat) -> [Intent] {
        guard let again = bans?.again else { return [] }
        bans?.loadAgain()
        showServerBans(chat)
        return [.ask(.moderation(again))]
    }

    mutating func showServerBans(_ chat: Chat) {
        guard let bans, panel?.subject == .serverBans else { return }
        let known = chat.peopleKnown(in: room)
        var lines = bans.lines(
            name: { user in known.first { $0.user == user }?.name }, moment: { Clock.moment($0, utcOffsets) }
        ).map { line in
            let refusal = line.refusal.map { localized("Not taken back: \($0)") }
            let state = line.isEnding ? localized("Taking back…") : refusal
            let unban = Panel.Choice(key: "u", title: localized("take back"), deed: .unban(line.id))
            return Panel.Line(
                text: [state, line.title, line.detail].compactMap(\.self).joined(separator: " · "), id: line.id.text,
                choices: line.isEnding ? [] : [unban])
        }
        if let failure = bans.failure {
            let again = Panel.Choice(key: "m", title: localized("try again"), deed: .more)
            lines.append(Panel.Line(text: failure, id: "more", choices: [again]))
        } else if bans.isLoading {
            lines.append(Panel.Line(text: localized("Loading…"), id: "more"))
        } else if bans.isCut {
            lines.append(Panel.Line(text: ServerBanList.cut, id: "more"))
        }
        panel?.fill(lines, empty: ServerBanList.none)
    }
}
