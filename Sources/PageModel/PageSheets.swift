import ChatModel
import ChatWire

/// The sheets that are open, one over the other, and the lists that they show.
struct PageSheets {
    /// What a sheet is about.
    enum Kind: Hashable {
        case people
        case person(Author)
        /// What the user shows others of themself.
        case profile
        case pins
        /// Who reacted to a message.
        case reactions(to: Seq)
        case search
        case invite
        case links
        /// The reports and held messages of the room, or of all rooms.
        case reports(ofAll: Bool)
        case sanction(Sanction.Kind, Author)
        case promotion(Promotion)
        case deletion(Deletion)
        /// The deletion of a reported message, with the reason that is offered.
        case deletionOfReported(ReportedMessage)
        case discarding(HeldMessage)
        case report(of: Seq)
        case revoking(LinkID)
        case settings
        case blocking(Author)

        /// Whether it is a form that ends with one action.
        var isForm: Bool {
            switch self {
            case .people, .person, .profile, .pins, .reactions, .search, .invite, .links, .reports: false
            case .sanction, .promotion, .deletion, .deletionOfReported, .discarding, .report, .revoking, .settings,
                .blocking:
                true
            }
        }
    }

    /// The room that they are about.
    let room: RoomName
    /// The open sheets. The last of them is on the screen.
    private(set) var kinds: [Kind] = []
    /// Those with a place in the room, as far as the server has listed them.
    private(set) var people: [Person] = []
    /// Where the next page of people begins; `nil` at the end.
    private(set) var nextPerson: UserID?
    private(set) var links: [InviteLink] = []
    /// Whether the links have changed since they were asked for.
    private(set) var hasNewLinks = false
    private(set) var queue: ReportQueue?
    private(set) var finder: MessageFinder
    var problem: String?
    /// The field that ``problem`` is about; `nil` for the whole sheet.
    var problemField: String?
    var success: String?
    /// Who is banned from the server: for its administrators, once the server has told.
    private(set) var bans: ServerBanList?
    /// The changes that the user asked for and that wait. The sheet shows their refusals.
    var requested: Set<Ticket> = []
    private var questions: [Ticket: Question] = [:]

    private enum Question: Hashable {
        case inquiry(Inquiry)
        case moderation(ModerationQuestion)
    }

    init(_ room: RoomName) {
        self.room = room
        finder = MessageFinder(room)
    }

    /// Whether an answer is awaited for what is shown.
    var isLoading: Bool { !questions.isEmpty }

    /// Tells why the last change was refused; `nil`: nothing is said any more.
    mutating func says(_ error: WireError?) { (problem, problemField, success) = (error?.text, nil, nil) }

    mutating func push(_ kind: Kind) {
        kinds.append(kind)
        says(nil)
    }

    mutating func pop() {
        kinds.removeLast()
        says(nil)
    }

    /// The input that asks the server.
    mutating func ask(_ inquiry: Inquiry, _ ticket: Ticket) -> Input {
        questions[ticket] = .inquiry(inquiry)
        return .inquire(inquiry, ticket)
    }

    mutating func ask(_ question: ModerationQuestion, _ ticket: Ticket) -> Input {
        questions[ticket] = .moderation(question)
        return .ask(question, ticket)
    }

    /// Loads the bans from the server; `nil` if they are loaded already.
    mutating func openBans(_ ticket: Ticket) -> Input? {
        if bans != nil, bans?.again == nil { return nil }
        bans = ServerBanList()
        return ask(ServerBanList.first, ticket)
    }

    /// Takes a ban from the server back.
    mutating func unban(_ subject: ServerBan.Subject, _ ticket: Ticket) -> Input? {
        guard bans?.canEnd(subject) == true else { return nil }
        bans?.began(subject)
        return ask(.serverUnban(subject), ticket)
    }

    /// Asks for the links again; `nil` while they are being asked for.
    mutating func askForLinks(_ ticket: Ticket) -> Input? {
        hasNewLinks = questions.values.contains(.inquiry(.links(room)))
        return hasNewLinks ? nil : ask(.links(room), ticket)
    }

    /// Loads the queue of the room, or of all rooms, from its beginning.
    mutating func openQueue(of room: RoomName?, _ ticket: Ticket) -> [Input] {
        queue = ReportQueue(room: room, after: queue)
        return [ask(.reports(room, after: nil), ticket), ask(.held(room, after: nil), ticket.next)]
    }

    mutating func moreOfQueue(_ ticket: Ticket) -> [Input] {
        var ticket = ticket
        let asked = queue?.questions ?? []
        queue?.loadMore()
        return asked.map { question in
            defer { ticket = ticket.next }
            return ask(question, ticket)
        }
    }

    /// Searches the messages of the room: for other words, or further.
    mutating func find(_ words: String?, _ ticket: Ticket) -> Input? {
        if let words { finder.type(words) } else { finder.wantMore() }
        return askFinder(ticket)
    }

    private mutating func askFinder(_ ticket: Ticket) -> Input? {
        finder.question.map { ask(.search(room, words: $0.search, before: $0.before), ticket) }
    }

    mutating func began(_ entry: ReportedMessage) { queue?.began(entry) }

    mutating func began(_ entry: HeldMessage) { queue?.began(entry) }

    /// Takes an answer. Returns what is asked next.
    mutating func found(_ ticket: Ticket, _ result: Result<Findings, WireError>) -> Input? {
        guard case .inquiry(let inquiry)? = questions.removeValue(forKey: ticket) else { return nil }
        if case .search(_, let words, let before) = inquiry {
            let question = MessageFinder.Question(search: words, before: before)
            // The user has typed other words since: the finder has asked about them already.
            guard finder.question == question else { return nil }
            switch result {
            case .failure(let error): finder.fail(question, error.text)
            case .success(.hits(let page)): finder.take(page, of: question)
            case .success: break
            }
            return finder.question == question ? nil : askFinder(ticket.next)
        }
        switch result {
        case .failure(let error): problem = error.text
        case .success(.links(let links)): self.links = links
        case .success(.people(let page)):
            for person in page.people { place(person) }
            // The page of one person does not move the list on.
            if case .people(_, let after) = inquiry, after == nextPerson { nextPerson = page.next }
        case .success(.directory), .success(.events), .success(.firstMessage), .success(.hits), .success(.profiles):
            break
        }
        return nil
    }

    /// Takes an answer. Returns what is asked next.
    mutating func answered(_ ticket: Ticket, _ result: Result<ModerationAnswer, WireError>) -> Input? {
        guard case .moderation(let question)? = questions.removeValue(forKey: ticket) else { return nil }
        queue?.take(question, result)
        switch (question, result) {
        case (.serverBan, .success): success = localized("Banned from the server.")
        case (.serverBan, .failure(let error)): says(error)
        default: break
        }
        return bans?.take(question, result).map { ask($0, ticket.next) }
    }

    /// The deletion before a decision was refused.
    mutating func refused(_ question: ModerationQuestion, _ error: WireError) { queue?.take(question, .failure(error)) }

    /// Folds a change of a person's place, which is in the log.
    mutating func take(_ change: MembershipChange, seq: Seq, by author: Author) {
        var person = people.first { $0.author.user == change.member }
        person =
            person
            ?? Person(
                author: author.user == change.member ? author : Author(user: change.member, name: change.called ?? ""),
                standing: Standing())
        person?.standing.apply(change.action, seq: seq)
        if let person { place(person) }
    }

    private mutating func place(_ person: Person) {
        if let index = people.firstIndex(where: { $0.author.user == person.author.user }) {
            people[index] = person
        } else {
            people.append(person)
        }
    }
}

extension Ticket {
    /// Another ticket that follows from this one.
    var next: Ticket { Ticket(number &+ 0x9E37_79B9_7F4A_7C15) }
}
