import ChatModel
import ChatWire

// What the sheets and the menus say.
extension PageClient {
    /// Writes the sheet on top, if it has changed.
    mutating func writeSheet(to writer: inout JSONWriter) {
        var sheet = sheets?.kinds.last.map { content(of: $0) }
        sheet?.depth = sheets?.kinds.count ?? 0
        guard sheet != shownSheet else { return }
        shownSheet = sheet
        if let sheet {
            writer.key("sheet")
            sheet.write(to: &writer)
        } else {
            writer.member("noSheet", true)
        }
    }

    private func content(of kind: PageSheets.Kind) -> Sheet {
        var sheet: Sheet
        switch kind {
        case .people: sheet = peopleSheet
        case .person(let person): sheet = personSheet(person)
        case .pins: sheet = pinsSheet
        case .invite: sheet = inviteSheet
        case .links: sheet = linksSheet
        case .reports(let ofAll): sheet = reportsSheet(ofAll: ofAll)
        case .sanction(let kind, let person): sheet = Self.sheet(of: Sanction(kind, of: person))
        case .promotion(let promotion):
            sheet = Sheet(title: promotion.title, sentence: promotion.sentence)
            sheet.form = Sheet.Form(fields: [], button: Sheet.Button(action: "confirm", title: promotion.verb))
        case .deletion(let deletion):
            sheet = Sheet(title: deletion.title, sentence: deletion.sentence)
            let reason = Sheet.Field(
                name: "reason", label: localized("Reason"), kind: .text, hint: localized("Optional"))
            sheet.form = Sheet.Form(
                fields: [reason], button: Sheet.Button(action: "confirm", title: localized("Delete"), isDanger: true))
        case .report: sheet = Self.reportSheet
        case .revoking:
            sheet = Sheet(
                title: localized("Revoke the link?"),
                sentence: localized("Nobody can join with it any more. People who have joined with it stay members."))
            sheet.form = Sheet.Form(
                fields: [], button: Sheet.Button(action: "confirm", title: localized("Revoke"), isDanger: true))
        }
        sheet.problem = sheets?.problem ?? sheet.problem
        sheet.success = sheets?.success
        if case .report = kind, sheet.success != nil { sheet.form = nil }
        return sheet
    }

    private var access: RoomAccess? { (sheets?.room).flatMap { chat.access(to: $0) } }

    private var mayInvite: Bool { access?.may(.invite, toward: Standing(), at: chat.serverTime) ?? false }

    /// A person by what they are called, as far as this client knows.
    func known(_ user: UserID) -> Author {
        if let person = sheets?.people.first(where: { $0.author.user == user }), !person.author.name.isEmpty {
            return person.author
        }
        return chat.peopleKnown(in: sheets?.room).first { $0.user == user } ?? Author(user: user, name: "")
    }

    /// The names of all people whom this client knows.
    private var knownNames: [UserID: String] {
        var names: [UserID: String] = [:]
        for person in chat.peopleKnown(in: sheets?.room) { names[person.user] = person.name }
        for person in sheets?.people ?? [] where !person.author.name.isEmpty {
            names[person.author.user] = person.author.name
        }
        return names
    }
}

// The people of a room.
extension PageClient {
    private var peopleSheet: Sheet {
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
        if mayInvite {
            sheet.buttons.append(Sheet.Button(action: "invite", title: localized("Invite people…")))
            sheet.buttons.append(Sheet.Button(action: "links", title: localized("Invite links…")))
        }
        return sheet
    }

    /// The people about whom a change of the room waits for the server.
    private var changing: Set<UserID> {
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

    private func personSheet(_ person: Author) -> Sheet {
        let listed = sheets?.people.filter { $0.author.user == person.user } ?? []
        let list = PeopleList(listed, presence: Presence(), access, at: chat.serverTime, date: TimeMark.text)
        let line = list.sections.first?.people.first
        var sheet = Sheet(title: Self.title(person))
        sheet.isLoading = sheets?.isLoading ?? false || changing.contains(person.user)
        if let detail = line?.detail {
            sheet.sections = [
                Sheet.Section(lines: [Sheet.Line(id: person.user.text, title: detailTitle, detail: detail)])
            ]
        }
        sheet.buttons = actions(for: person.user).map { action in
            Sheet.Button(action: action.name, title: action.title, isDanger: action.isDestructive)
        }
        if person.user != chat.identity?.user { sheet.buttons.append(blocking(person.user)) }
        return sheet
    }

    /// A closed account has no name.
    private static func title(_ person: Author) -> String {
        BlockedPerson(person.user, name: person.name.isEmpty ? nil : person.name).title
    }

    private var detailTitle: String { localized("In this room") }

    /// The button that blocks a person, or no longer.
    private func blocking(_ user: UserID) -> Sheet.Button {
        chat.blocked.contains(user)
            ? Sheet.Button(action: "unblock", title: localized("Unblock this person"))
            : Sheet.Button(action: "block", title: localized("Block this person"), isDanger: true)
    }

    private static func sheet(of sanction: Sanction) -> Sheet {
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
                name: "reason", label: localized("Reason"), kind: .text,
                hint: localized("Everyone in the room can read it")))
        let button = Sheet.Button(action: "confirm", title: sanction.kind.title, isDanger: true)
        sheet.form = Sheet.Form(fields: fields, button: button)
        return sheet
    }
}

// Invitations.
extension PageClient {
    private var inviteSheet: Sheet {
        var sheet = Sheet(title: localized("Invite people"))
        sheet.isLoading = sheets?.isLoading ?? false
        let waiting = changing
        let nearby = chat.peopleKnown(in: sheets?.room)
        let people = Invitation.people(nearby, without: sheets?.people ?? [], at: chat.serverTime)
        let lines = people.map { person in
            let invite = Sheet.Button(action: "invite", title: localized("Invite"))
            return Sheet.Line(
                id: person.user.text, title: person.name, user: person.user, buttons: [invite],
                isBusy: waiting.contains(person.user))
        }
        if lines.isEmpty {
            sheet.sentence =
                sheet.isLoading ? nil : localized("Nobody else is in your rooms now. Make an invite link for them.")
        } else {
            sheet.sections = [Sheet.Section(lines: lines)]
        }
        sheet.buttons = [Sheet.Button(action: "links", title: localized("Invite links…"))]
        return sheet
    }

    private var linksSheet: Sheet {
        var sheet = Sheet(
            title: localized("Invite links"),
            sentence: localized("Anyone who has one of these links can join the group."))
        sheet.isLoading = sheets?.isLoading ?? false
        let (listed, me) = (sheets?.links ?? [], chat.identity?.user)
        var changes: [LinkChange] = []
        for item in (sheets?.room).map({ chat.outbox.items(in: $0) }) ?? [] where item.isPending {
            if case .link(let change) = item.mutation { changes.append(change) }
        }
        let known = Set(listed.map { $0.link })
        let changing = Set(changes.map { $0.link })
        let waiting = changes.filter { $0.on && !known.contains($0.link) }.map { change in
            LinkLine(waiting: change, address: linkCodes[change.link]?.text)
        }
        let names = listed.contains { $0.maker != me } ? knownNames : [:]
        let lines = listed.map { link in
            LinkLine(
                link, maker: link.maker == me ? nil : names[link.maker] ?? localized("someone ##whose link it is"),
                address: linkCodes[link.link]?.text, isChanging: changing.contains(link.link), date: TimeMark.text)
        }
        if !(waiting + lines).isEmpty {
            sheet.sections = [Sheet.Section(title: localized("Links"), lines: (waiting + lines).map { Self.line($0) })]
        }
        if mayInvite { sheet.form = Self.linkForm }
        return sheet
    }

    private static func line(_ link: LinkLine) -> Sheet.Line {
        var buttons: [Sheet.Button] = []
        if let code = link.address {
            buttons.append(Sheet.Button(action: "copy", title: localized("Copy"), copied: InviteCode.linkMark + code))
        }
        if !link.isChanging {
            buttons.append(Sheet.Button(action: "revoke", title: localized("Revoke"), isDanger: true))
        }
        let detail = link.address == nil ? "\(link.detail)\n\(LinkLine.unknown)" : link.detail
        return Sheet.Line(
            id: link.id.text, title: link.title, detail: detail, buttons: buttons, isBusy: link.isChanging)
    }

    private static var linkForm: Sheet.Form {
        let lifetimes = LinkForm.Lifetime.allCases.map {
            Sheet.Field.Choice(value: "\($0.rawValue)", title: $0.title)
        }
        return Sheet.Form(
            fields: [
                Sheet.Field(
                    name: "lifetime", label: localized("Expires"), kind: .choice, choices: lifetimes,
                    value: "\(LinkForm().lifetime.rawValue)"),
                Sheet.Field(
                    name: "uses", label: localized("How many people may join"), kind: .number,
                    hint: localized("Any number")),
            ], button: Sheet.Button(action: "make", title: localized("Make a link")))
    }
}

// Pinned and reported messages.
extension PageClient {
    private var pins: [UInt64] { (sheets?.room).flatMap { chat.conversations[$0]?.info?.pins } ?? [] }

    private var pinsSheet: Sheet {
        var sheet = Sheet(title: localized("Pinned messages"))
        let time = chat.serverTime
        let mayUnpin = access.map { $0.refusal(of: .pin(of: 1, on: false), at: time) == nil } ?? false
        let lines = pins.map { seq in
            var line = Sheet.Line(id: "\(seq)", title: localized("An earlier message"))
            if let event = (sheets?.room).flatMap({ chat.conversations[$0]?.timeline[seq] }),
                case .message(let message) = event.content
            {
                line.title = Self.title(event.author)
                line.user = event.author.user
                let isBlocked = chat.blocked.contains(event.author.user)
                line.quotes = [isBlocked ? Sentences.blocked : MessageSummary.of(message.text)]
                line.detail = TimeMark.text(event.at)
            }
            line.buttons = [Sheet.Button(action: "show", title: localized("Show"))]
            if mayUnpin { line.buttons.append(Sheet.Button(action: "unpin", title: localized("Unpin"))) }
            return line
        }
        if lines.isEmpty {
            sheet.sentence = localized("Nothing is pinned.")
        } else {
            sheet.sections = [Sheet.Section(lines: lines)]
        }
        return sheet
    }

    private static var reportSheet: Sheet {
        let reasons = Report.Reason.allCases.map { Sheet.Field.Choice(value: $0.rawValue, title: $0.title) }
        var sheet = Sheet(title: localized("Report the message"))
        sheet.form = Sheet.Form(
            fields: [
                Sheet.Field(
                    name: "reason", label: localized("Reason"), kind: .choice, choices: reasons,
                    value: Report.Reason.spam.rawValue),
                Sheet.Field(name: "text", label: localized("In your words"), kind: .text, hint: localized("Optional")),
            ], button: Sheet.Button(action: "confirm", title: localized("Report")))
        return sheet
    }

    private func reportsSheet(ofAll: Bool) -> Sheet {
        var sheet = Sheet(title: ofAll ? localized("Reports of all rooms") : localized("Reports"))
        guard let queue = sheets?.queue else { return sheet }
        sheet.isLoading = queue.isLoading
        sheet.problem = queue.failure
        let reports = queue.reports.map { entry in
            let line = ReportLine(entry)
            let decisions = ReportDecision.allCases.filter { $0.isOffered(for: entry) }
            let buttons = decisions.map {
                Sheet.Button(action: $0.rawValue, title: $0.title, isDanger: $0 == .delete)
            }
            let author = entry.message.author
            return Sheet.Line(
                id: "\(entry.number)", title: Self.title(author), user: author.user,
                detail: (ofAll ? "\(chat.title(of: entry.room)) · " : "") + line.summary,
                quotes: [line.said] + line.remarks.map { "\u{201C}\($0)\u{201D}" }, buttons: buttons,
                isBusy: queue.isDeciding(about: entry), problem: queue.refusal(about: entry))
        }
        let held = queue.held.map { entry in
            let verdicts = HeldDecision.Verdict.allCases.map {
                Sheet.Button(action: $0.rawValue, title: $0.title, isDanger: $0 == .discard)
            }
            return Sheet.Line(
                id: "held \(entry.number)", title: Self.title(entry.author), user: entry.author.user,
                detail: (ofAll ? "\(chat.title(of: entry.room)) · " : "") + TimeMark.text(entry.at),
                quotes: [entry.text], buttons: verdicts, isBusy: queue.isDeciding(about: entry),
                problem: queue.refusal(about: entry))
        }
        if !reports.isEmpty {
            sheet.sections.append(
                Sheet.Section(title: localized("Reported"), lines: reports, note: ReportLine.explanation))
        }
        if !held.isEmpty {
            sheet.sections.append(Sheet.Section(title: localized("Held"), lines: held, note: HeldLine.explanation))
        }
        if reports.isEmpty, held.isEmpty, !queue.isLoading, queue.failure == nil {
            sheet.sentence = localized("There are no reports to decide.")
        }
        if queue.hasMore || queue.failure != nil {
            let title = queue.failure == nil ? localized("More") : localized("Try again")
            sheet.buttons.append(Sheet.Button(action: "more", title: title))
        }
        if !ofAll, chat.identity?.role == .administrator {
            sheet.buttons.append(Sheet.Button(action: "all reports", title: localized("Reports of all rooms…")))
        }
        return sheet
    }
}

// Menus.
extension PageClient {
    /// What the menu of a message offers besides what its author may do.
    func messageMenu(_ seq: UInt64, in room: RoomName) -> [Sheet.Button] {
        guard let conversation = chat.conversations[room], let event = conversation.timeline[seq],
            case .message = event.content, let me = chat.identity?.user, let access = chat.access(to: room)
        else { return [] }
        func may(_ mutation: Mutation) -> Bool {
            chat.refusal(of: mutation, in: room, at: chat.serverTime &- chat.serverAhead) == nil
        }
        var items: [Sheet.Button] = []
        let isPinned = conversation.info?.pins.contains(seq) ?? false
        if may(.pin(of: seq, on: !isPinned)) {
            items.append(
                Sheet.Button(
                    action: isPinned ? "unpin" : "pin", title: isPinned ? localized("Unpin") : localized("Pin")))
        }
        if event.author.user == me { return items }
        items.append(Sheet.Button(action: "report", title: localized("Report…")))
        if access.mayModerate, may(.delete(of: seq)) {
            items.append(Sheet.Button(action: "delete", title: localized("Delete…"), isDanger: true))
        }
        items.append(blocking(event.author.user))
        items.append(
            Sheet.Button(action: "person", title: localized("Options for \(Sentences.isolated(event.author.name))…")))
        return items
    }

    /// What the menu of a room offers besides the user's choices about it.
    func roomMenu(_ room: RoomName) -> [Sheet.Button] {
        guard let access = chat.access(to: room), case .joined? = chat.conversations[room]?.membership else {
            return []
        }
        let time = chat.serverTime
        var items = [
            Sheet.Button(action: "people", title: room.kind == .group ? localized("Members…") : localized("People…"))
        ]
        if chat.conversations[room]?.info?.pins.isEmpty == false {
            items.append(Sheet.Button(action: "pins", title: localized("Pinned messages…")))
        }
        if access.may(.invite, toward: Standing(), at: time) {
            items.append(Sheet.Button(action: "invite", title: localized("Invite people…")))
            items.append(Sheet.Button(action: "links", title: localized("Invite links…")))
        }
        if access.refusalOfReviewing(at: time) == nil, room.partner(of: access.user) == nil {
            items.append(Sheet.Button(action: "reports", title: localized("Reports…")))
        }
        return items
    }
}
