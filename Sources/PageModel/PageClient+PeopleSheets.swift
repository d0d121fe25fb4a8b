import ChatModel
import ChatWire

// The sheets about the people of a room.
extension PageClient {
    var peopleSheet: Sheet {
        let room = sheets?.room
        let presence = room.flatMap { chat.conversations[$0]?.presence } ?? Presence()
        let list = PeopleList(
            sheets?.people ?? [], presence: presence, access, at: chat.serverTime, date: TimeMark.text)
        var sheet = Sheet(title: room?.kind == .group ? localized("Members") : localized("People"))
        sheet.isLoading = sheets?.isLoading ?? false
        let waiting = changing
        sheet.sections = list.sections.map { section in
            let lines = section.people.map { line in
                let options = Sheet.Button(action: "person", title: localized("Options"))
                let parts = [line.isMe ? localized("you") : nil, line.detail].compactMap { $0 }
                return Sheet.Line(
                    id: line.id.text, title: Self.title(line.person.author), user: line.id,
                    detail: parts.isEmpty ? nil : parts.joined(separator: " · "), buttons: line.isMe ? [] : [options],
                    isBusy: waiting.contains(line.id))
            }
            let isHere = section.title == localized("Here now") && list.more > 0
            return Sheet.Section(
                title: section.title, lines: lines, note: isHere ? localized("and \(list.more) more") : nil)
        }
        if sheets?.nextPerson != nil {
            sheet.buttons.append(Sheet.Button(action: "more", title: localized("More people")))
        }
        if !chat.blocked.isEmpty {
            let names = knownNames
            let lines = BlockedPerson.list(chat.blocked) { names[$0] }.map { person in
                let unblock = Sheet.Button(action: "unblock", title: localized("Unblock"))
                return Sheet.Line(id: person.id.text, title: person.title, user: person.id, buttons: [unblock])
            }
            sheet.sections.append(Sheet.Section(title: localized("Blocked by you"), lines: lines))
        }
        if let bans = sheets?.bans, bans.failure != nil || !bans.bans.isEmpty {
            let names = knownNames
            let lines = bans.lines(name: { names[$0] }, moment: TimeMark.text).map(Self.line)
            let note = bans.failure ?? (bans.isCut ? ServerBanList.cut : nil)
            sheet.sections.append(Sheet.Section(title: localized("Banned from the server"), lines: lines, note: note))
        }
        if mayInvite {
            sheet.buttons.append(Sheet.Button(action: "invite", title: localized("Invite people…")))
            sheet.buttons.append(Sheet.Button(action: "links", title: localized("Invite links…")))
        }
        return sheet
    }

    private static func line(of ban: ServerBanLine) -> Sheet.Line {
        let user: UserID? = if case .user(let user) = ban.id { user } else { nil }
        return Sheet.Line(
            id: ban.id.text, title: ban.title, user: user, detail: ban.detail,
            buttons: [Sheet.Button(action: "serverUnban", title: ServerBanList.verb)], isBusy: ban.isEnding,
            problem: ban.refusal)
    }

    /// The people about whom a change of the room waits for the server.
    var changing: Set<UserID> {
        guard let room = sheets?.room else { return [] }
        var users: Set<UserID> = []
        for item in chat.outbox.items(in: room) where item.isPending {
            if case .membership(let change) = item.mutation { users.insert(change.member) }
        }
        return users
    }

    /// What the user may do to a person of the room.
    func actions(for user: UserID) -> [PersonAction] {
        let listed = sheets?.people.first { $0.author.user == user }
        // Until the server has told their place, only what needs none is offered.
        if listed == nil, sheets?.isLoading ?? true { return [.message] }
        let person = listed ?? Person(author: known(user), standing: Standing())
        return PersonAction.menu(for: person, access, at: chat.serverTime)
    }

    func personSheet(_ person: Author) -> Sheet {
        let listed = sheets?.people.filter { $0.author.user == person.user } ?? []
        let list = PeopleList(listed, presence: Presence(), access, at: chat.serverTime, date: TimeMark.text)
        let line = list.sections.first?.people.first
        var sheet = Sheet(title: Self.title(person))
        sheet.portrait = Sheet.Portrait(person, about: chat.profiles[person.user]?.about ?? "")
        sheet.isLoading = sheets?.isLoading ?? false || changing.contains(person.user)
        if let detail = line?.detail {
            sheet.sections = [
                Sheet.Section(lines: [
                    Sheet.Line(id: person.user.text, title: localized("In this room"), detail: detail)
                ])
            ]
        }
        sheet.buttons = actions(for: person.user).map { action in
            Sheet.Button(action: action.name, title: action.title, isDanger: action.isDestructive)
        }
        if person.user != chat.identity?.user { sheet.buttons += blocking(person.user) }
        return sheet
    }

    /// A closed account has no name.
    static func title(_ person: Author) -> String {
        BlockedPerson(person.user, name: person.name.isEmpty ? nil : person.name).title
    }

    /// The button that blocks a person, or no longer. A guest who only reads has none.
    func blocking(_ user: UserID) -> [Sheet.Button] {
        if !chat.mayWrite { return [] }
        if chat.blocked.contains(user) {
            return [Sheet.Button(action: "unblock", title: localized("Unblock this person"))]
        }
        return [Sheet.Button(action: "block", title: localized("Block this person…"), isDanger: true)]
    }

    static func sheet(of sanction: Sanction) -> Sheet {
        var sheet = Sheet(title: sanction.title)
        var fields: [Sheet.Field] = []
        if sanction.hasLength {
            let choices = Sanction.Length.allCases.map { Sheet.Field.Choice(value: $0.rawValue, title: $0.title) }
            fields.append(
                Sheet.Field(
                    name: "length", label: localized("For"), kind: .choice, choices: choices,
                    value: sanction.length.rawValue))
        }
        fields.append(
            Sheet.Field(
                name: "reason", label: localized("Reason"), kind: .text, hint: sanction.reasonHint))
        let button = Sheet.Button(action: "confirm", title: sanction.kind.title, isDanger: true)
        sheet.form = Sheet.Form(fields: fields, button: button)
        return sheet
    }
}
