import ChatWire

/// A question to the server. It is not stored, asked once, and fails without a connection.
public enum Inquiry: Hashable, Sendable {
    /// A page of the people of a joined room: those after `after`.
    case people(RoomName, after: UserID?)
    /// The invite links of a joined group.
    case links(RoomName)
    /// A page of the open rooms that match `search`, after `after`.
    case directory(search: String, after: RoomName?)
    /// The messages of a joined room that match `words`: the newest, or those before `before`.
    case search(RoomName, words: String, before: Seq?)
    /// Up to `limit` events of a joined room's log after the event `after`, and no more than the
    /// server's announced page.
    case events(RoomName, after: Seq, limit: Int)
    /// The first message of a joined room at this time or later, in milliseconds since 1970-01-01
    /// UTC.
    case firstMessage(RoomName, at: Int64)
    /// The profiles of at most ``ChatWire/Limits/profilesPage`` users.
    case profiles([UserID])
}

/// The answer to an ``Inquiry``.
public enum Findings: Hashable, Sendable {
    /// Answers ``Inquiry/people(_:after:)``.
    case people(PeoplePage)
    /// Answers ``Inquiry/links(_:)``: all links of the group for its moderators, the user's own for
    /// others.
    case links([InviteLink])
    /// Answers ``Inquiry/directory(search:after:)``.
    case directory(DirectoryPage)
    /// Answers ``Inquiry/search(_:words:before:)``.
    case hits(HitsPage)
    /// Answers ``Inquiry/events(_:after:limit:)``.
    case events(LogPage)
    /// Answers ``Inquiry/firstMessage(_:at:)``: the message's number; the number of the first other
    /// event if the answered page has no message at that time or later; `nil` if nothing has
    /// happened in the room since.
    case firstMessage(Seq?)
    /// Answers ``Inquiry/profiles(_:)``: of the users in question, those who have one.
    case profiles([ShownProfile])
}

/// A part of a room's log without gaps.
public struct LogPage: Hashable, Sendable {
    /// The log's identity.
    public var epoch: Epoch
    /// The number of the log's newest event.
    public var head: Seq
    /// Messages as they are now, and all other events, ascending.
    public var events: [Event]

    /// Creates a page.
    public init(epoch: Epoch, head: Seq, events: [Event]) {
        self.epoch = epoch
        self.head = head
        self.events = events
    }
}

/// A page of the people of a room.
public struct PeoplePage: Hashable, Sendable {
    /// By their ids.
    public var people: [Person]
    /// Where the next page begins; `nil` if this is the last one.
    public var next: UserID?

    /// Creates a page.
    public init(people: [Person], next: UserID?) {
        self.people = people
        self.next = next
    }
}

/// A page of the directory.
public struct DirectoryPage: Hashable, Sendable {
    /// By their names. It may be empty although other pages follow.
    public var rooms: [DirectoryEntry]
    /// Where the next page begins; `nil` if this is the last one.
    public var next: RoomName?

    /// Creates a page.
    public init(rooms: [DirectoryEntry], next: RoomName?) {
        self.rooms = rooms
        self.next = next
    }
}

/// A page of what a search for messages has found.
public struct HitsPage: Hashable, Sendable {
    /// Messages as they are now, the newest first. It may be empty although other pages follow.
    public var messages: [Event]
    /// The search goes on before this event; `nil` at its end.
    public var next: Seq?

    /// Creates a page.
    public init(messages: [Event], next: Seq?) {
        self.messages = messages
        self.next = next
    }

    /// Reads a server's answer without trusting it. Takes messages while their numbers fall,
    /// beginning below `before`, and ignores a `next` that is not below `before`. So every search
    /// ends.
    init(_ messages: [Event], next: Seq?, before: Seq) {
        var last = before
        self.messages = Array(
            messages.prefix { event in
                guard case .message = event.content, event.seq < last else { return false }
                last = event.seq
                return true
            })
        self.next = next.flatMap { $0 < before ? $0 : nil }
    }
}

extension Inquiry {
    /// The room that must be joined; `nil` for an inquiry about no room.
    var room: RoomName? {
        switch self {
        case .people(let room, _), .links(let room), .events(let room, _, _), .firstMessage(let room, _),
            .search(let room, _, _):
            room
        case .directory, .profiles: nil
        }
    }

    func request(_ limits: ServerFrame.AnnouncedLimits) -> ClientFrame.Request {
        switch self {
        case .people(let room, let after): .people(room: room, after: after)
        case .links(let room): .links(room: room)
        case .directory(let search, let after):
            .directory(search: search.utf8.contains { $0 != 0x20 } ? search : nil, after: after)
        case .search(let room, let words, let before): .search(room: room, words: words, before: before)
        case .events(let room, let after, let limit):
            .history(
                room: room, anchor: .after(after), limit: min(UInt64(clamping: max(limit, 1)), max(limits.page, 1)))
        case .firstMessage(let room, let at):
            .history(
                room: room, anchor: .at(min(max(at, 0), Int64(Limits.largestInteger))),
                limit: min(UInt64(Limits.clientPageEvents), max(limits.page, 1)))
        case .profiles(let users): .profiles(users)
        }
    }

    /// The findings in an answer; `nil` if the frame does not answer this inquiry.
    func findings(in frame: ServerFrame) -> Findings? {
        switch (self, frame) {
        case (.people(let room, _), .people(_, let other, let people, let next)) where room == other:
            .people(PeoplePage(people: people, next: next))
        case (.links(let room), .links(_, let other, let links)) where room == other: .links(links)
        case (.directory, .directory(_, let rooms, let next)): .directory(DirectoryPage(rooms: rooms, next: next))
        case (.search(let room, _, let before), .hits(_, let other, let messages, let next)) where room == other:
            .hits(HitsPage(messages, next: next, before: before ?? .end))
        case (.events(let room, let after, _), .page(_, let other, let epoch, let head, let events))
        where room == other:
            .events(LogPage(epoch: epoch, head: head, events: Timeline.run(events.filter { $0.seq > after })))
        case (.firstMessage(let room, let at), .page(_, let other, _, _, let events)) where room == other:
            .firstMessage(Inquiry.first(of: Timeline.run(events), at: at))
        case (.profiles(let users), .profiles(_, let shown)): .profiles(shown.filter { users.contains($0.user) })
        default: nil
        }
    }

    /// The event of a page to go to for a time. The time of a damaged event may be wrong.
    private static func first(of page: [Event], at: Int64) -> Seq? {
        let later = page.filter { $0.at >= at && $0.content != .damaged }
        return (later.first { $0.content.isShown } ?? later.first)?.seq
    }
}

extension Chat {
    mutating func inquire(_ inquiry: Inquiry, _ ticket: Ticket) {
        if let refusal = refusal(of: inquiry) { return effects.append(.found(ticket, .failure(refusal))) }
        switch inquiry {
        case .events, .firstMessage: pagesToAsk.append((inquiry, ticket))
        case .people, .links, .directory, .search, .profiles: ask(.inquiry(inquiry, ticket), inquiry.request(limits))
        }
    }

    private func refusal(of inquiry: Inquiry) -> WireError? {
        guard isConnected else { return .notConnected }
        guard let room = inquiry.room else { return nil }
        switch conversations[room]?.membership {
        case .joined: return nil
        case .refused(let error): return error
        // A room that was left stays as long as a message that failed there. One that was joined
        // again meanwhile is left first.
        case .waiting, .joining, .leaving: return isNeeded(room) ? .notConnected : .notJoined(room)
        case nil: return .notJoined(room)
        }
    }

    /// Asks for pages, no more at once than the server can write without cutting the connection.
    /// The pages that windows need come first.
    mutating func askForPages() {
        while !pagesToAsk.isEmpty, requests.historyRequests < Limits.pagesRequested {
            let (inquiry, ticket) = pagesToAsk.removeFirst()
            guard let room = inquiry.room, conversations[room]?.membership == .joined else {
                effects.append(.found(ticket, .failure(.notConnected)))
                continue
            }
            ask(.inquiry(inquiry, ticket), inquiry.request(limits))
        }
    }

    /// The connection is lost, and with it the answers.
    mutating func interruptInquiries() {
        for ticket in requests.inquiries + pagesToAsk.map({ $0.ticket }) {
            effects.append(.found(ticket, .failure(.notConnected)))
        }
        pagesToAsk.removeAll()
    }
}
