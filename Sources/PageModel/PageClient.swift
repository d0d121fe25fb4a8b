import ChatModel
import ChatWire

/// The web page's client: a ``ChatModel/Chat``, the room on the screen, and what the page shows of
/// it and of the other rooms.
///
/// The page sends JSON and gets JSON. It does what only JavaScript can: sockets, timers, storage,
/// the document. It decides nothing.
///
/// Not for use from several threads at once.
public final class PageClient {
    /// The client's state.
    public private(set) var chat: Chat
    /// The room on the screen; `nil` if there is none, or the page names none that can exist.
    public internal(set) var room: RoomName?
    /// What the page was told to show of the room.
    var screen = Screen()
    /// What the page was told to show of the list of rooms.
    var list = ListScreen()
    /// The pictures of people that the page was told.
    var pictures = PagePictures()
    /// Page effects that are not yet in an answer.
    var pageEffects: [PageEffect] = []
    /// Whether the user can see the room.
    var isSeen = false
    /// Open rooms that the user has entered here and that may not be on their list yet.
    var entered: Set<RoomName> = []
    /// What the page has not been told yet.
    var announcements = PageAnnouncements()
    /// The sheets over the conversation; `nil` if none is open.
    var sheets: PageSheets?
    /// The sheet that the page was told to show.
    var shownSheet: Sheet?
    /// The invite links that were made on this page. The server keeps only a hash of each.
    var linkCodes: [LinkID: InviteCode] = [:]
    /// What moderators decide about reports when the deletion of the message is in the log.
    var decisionsAfter: [Ticket: ModerationQuestion] = [:]
    /// The requests about the user's account.
    var account = PageAccount()
    /// What the browser's storage has of the user.
    var remembered: BrowserUser
    /// The last inputs, and the state before them, if they may have to be withdrawn: the browser's
    /// storage can refuse their records.
    private var last: Step?

    private struct Step {
        var before: Chat
        var place: Place
        var inputs: [Input]
        var now: Now
        var remembered: BrowserUser
    }

    /// Where the user is.
    private struct Place {
        var room: RoomName?
        var entered: Set<RoomName>
    }

    /// Creates the client from the first input, `open`.
    init(_ object: JSONObject) throws(WireError) {
        let restored = Restored(try object.objects("records", PageClient.record).compactMap { $0 })
        remembered = try BrowserUser(object)
        // Another system signs the tokens: it is asked for one, and none is given up for a guest's.
        let isSigned = try object.optionalBool("signed") ?? false
        chat = Chat(
            device: try object.id("device"), name: remembered.name, token: remembered.token, restored: restored,
            configuration: Chat.Configuration(
                authenticates: isSigned || remembered.isSigningUp, entersOwnRooms: true))
    }

    /// A record of the journal; `nil` if a newer version of the page wrote it.
    static func record(_ object: JSONObject) -> Record? { try? Record(object, kind: try object.string("record")) }

    /// Handles one input, and returns its effects.
    func handle(_ object: JSONObject, at now: Now) throws(WireError) -> [Effect] {
        let place = Place(room: room, entered: entered)
        if let inputs = try accountInputs(object) { return take(inputs, at: now, from: place) }
        account.begin()
        return take(try inputs(object), at: now, from: place)
    }

    /// Handles inputs that happened together, and what follows from them.
    func handle(_ inputs: [Input], at now: Now) -> [Effect] {
        account.begin()
        return take(inputs, at: now, from: Place(room: room, entered: entered))
    }

    private func take(_ inputs: [Input], at now: Now, from place: Place) -> [Effect] {
        last = nil  // else the state would be copied when it changes
        if mayKeep(inputs) { last = Step(before: chat, place: place, inputs: inputs, now: now, remembered: remembered) }
        var effects = chat.handle(inputs, at: now)
        for case .received(.event(let origin, _, let event)) in inputs {
            announcements.take(event, in: origin, of: chat, seen: isSeen ? room : nil)
        }
        let next = sheetsFollow(inputs, effects) + consequences(of: inputs)
        if !next.isEmpty {
            var now = now
            for _ in inputs { now.advance() }
            let more = chat.handle(next, at: now)
            // Without a connection a question is answered at once.
            _ = sheetsFollow([], more)
            effects += more
        }
        effects.removeAll { isTold($0) }
        list.note(effects)
        pictures.note(inputs, effects)
        remember(effects)
        return effects
    }

    /// Whether the inputs can lead to a record that must be durable, so that they may have to be
    /// withdrawn. What others say can't while nothing of this user waits, and it comes often.
    private func mayKeep(_ inputs: [Input]) -> Bool {
        guard chat.outbox.items.isEmpty, chat.drafts.values.allSatisfy({ $0.isSaved }), entered.isEmpty else {
            return true
        }
        for input in inputs {
            guard case .received(.event(_, _, let event)) = input else { return true }
            switch event.content {
            case .message, .edit, .reaction: break
            default: return true
            }
        }
        return false
    }

    /// Undoes the last inputs, because the storage refused their records.
    func withdraw(because reason: String) -> [Effect] {
        guard let step = last else { return [] }
        let error = WireError.notKept(because: reason)
        account.withdraw(because: reason)
        // Nothing else tells that a report is not kept.
        if step.inputs.contains(where: { if case .report = $0 { true } else { false } }) { sheets?.says(error) }
        (chat, remembered, entered) = (step.before, step.remembered, step.place.entered)
        if step.place.room != room {
            room = step.place.room
            screen = Screen(name: room?.text ?? "")
            pageEffects += [room.map { .enter($0) } ?? .left(next: nil), .refuse(error)]
        }
        list.renew()
        var effects = chat.withdraw(step.inputs, because: error, at: step.now) { $0.mustLast }
        // The changes are withdrawn already, so the inputs that would drop them are ignored.
        _ = sheetsFollow([], effects)
        effects.removeAll { isTold($0) }
        remember(effects)
        return effects
    }
}

extension PageClient {
    /// The markup of a text, with the mentions of the people whom the room on the screen knows.
    func marked(_ markup: Markup, of text: String) -> Markup {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return markup }
        let names = Set((peopleOfRoom + [chat.author].compactMap { $0 }).map { $0.name })
        return markup.markingMentions(of: Array(names))
    }

    private var peopleOfRoom: [Author] { room.map { chat.people(of: $0) } ?? [] }
}

// What follows from every input.
extension PageClient {
    private func consequences(of inputs: [Input]) -> [Input] { reading() + following() + meeting(inputs) }

    /// Messages that the user sees are read. The divider stays before what was unread when the user
    /// came, or what came while they did not see the room, or not its end.
    private func reading() -> [Input] {
        guard let room, let conversation = chat.conversations[room], let mark = conversation.readMark else { return [] }
        if !isSeen, screen.isRead { (screen.isRead, screen.unreadAfter) = (false, nil) }
        let timeline = conversation.timeline
        if !screen.isRead || !timeline.isFollowing {
            let hasUnread = conversation.firstUnread != nil  // not all are counted for each input
            if hasUnread, screen.unreadAfter == nil { screen.unreadAfter = mark }
            if !hasUnread, !isSeen { screen.unreadAfter = nil }
        }
        guard isSeen, timeline.isLoaded, timeline.isFollowing else { return [] }
        // A timeline from the journal may lack what came since.
        if conversation.membership == .joined, timeline.end >= timeline.head { screen.isRead = true }
        return timeline.end > mark ? [.markRead(room, upTo: timeline.end)] : []
    }

    /// An open room that the user has entered is on the list on all their devices. A guest who only
    /// reads has no such list.
    private func following() -> [Input] {
        guard !entered.isEmpty, chat.mayWrite, let user = chat.identity?.user, chat.rooms.state == .loaded else {
            return []
        }
        var inputs: [Input] = []
        for room in entered where chat.conversations[room]?.membership == .joined {
            entered.remove(room)
            if chat.choice(of: room).isFollowed { continue }
            let change = ChoiceChange(room, isFollowed: true)
            // Derived from the room's name, so that a room entered twice is followed once.
            let ticket = Ticket(room.text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
            if chat.outbox[ticket] == nil { inputs.append(.perform(.choose(change), in: .own(user), ticket: ticket)) }
        }
        return inputs
    }
}

extension [Effect] {
    /// Whether a record among them must be durable before the other effects are performed.
    var mustLast: Bool { contains { if case .keep(let record) = $0 { record.mustLast } else { false } } }
}
