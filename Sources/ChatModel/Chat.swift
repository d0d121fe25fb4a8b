import ChatWire

/// A client's whole state and all its decisions, as one value.
///
/// ``handle(_:at:)`` takes an input, changes the state and returns the effects to perform. A `Chat`
/// does no input or output: it knows no socket, clock, disk or random source. Nothing that a server
/// sends makes it trap or grow beyond ``ChatWire/Limits``.
public struct Chat: Sendable {
    /// The state of the connection.
    public internal(set) var connection: Connection
    /// The user's identity, from the last welcome or from the journal. `nil` before the first
    /// welcome.
    public internal(set) var identity: Identity?
    /// The rooms that the user has joined or wants to join, and the rooms of outbox items.
    public internal(set) var conversations: [RoomName: Conversation] = [:]
    /// The mutations that have no final outcome yet.
    public internal(set) var outbox: Outbox
    /// The user's groups, direct rooms and invitations. ``Input/listRooms`` loads them.
    public internal(set) var rooms = RoomList()
    /// What the app chose when it created the client.
    public let configuration: Configuration
    /// The id of this installation.
    public let device: DeviceID
    /// The requested display name.
    public internal(set) var name: String?
    /// Whether ``name`` was asked for since the last welcome, which says what the user is called.
    var isNameAsked: Bool

    /// What the user has written and not sent; at most ``ChatWire/Limits/draftsPerUser``.
    public internal(set) var drafts: [RoomName: ComposerDraft] = [:]
    /// The profiles of other users that ``Input/wantProfiles(_:)`` has loaded; at most
    /// ``ChatWire/Limits/profilesKept``.
    public internal(set) var profiles: [UserID: ShownProfile] = [:]
    /// The users whose profiles were requested on this connection.
    var profilesAsked: Set<UserID> = []
    /// What users have changed of their profiles since those were requested; the answers may be
    /// older.
    var profileChanges: [UserID: ProfileChange] = [:]
    /// Rooms whose drafts have changed since the list of rooms was requested: a page may be older.
    var draftsPushed: Set<RoomName> = []
    /// When the timer of drafts fires.
    var draftsDue: Int64?

    /// The reports that the server does not have yet.
    var reports: [PendingReport] = []
    /// Whether no message, change or report waits to be sent.
    public var isIdle: Bool { outbox.isIdle && reports.isEmpty }
    var requests = Requests()
    /// The kinds of request that pause after a temporary refusal.
    var paused: Set<Timer> = []
    /// The rooms the user wants to be in, in the order they were joined.
    var wanted: [RoomName] = []
    /// The limits that the server announced.
    public internal(set) var limits = ServerFrame.AnnouncedLimits()
    /// Whether the user may send, from the last welcome; `false` for a guest of a server where
    /// guests only read. ``access(to:)`` takes it into account.
    public internal(set) var mayWrite = true
    /// Whether to load the list of rooms.
    var wantsRooms: Bool
    /// Where to go on with the list after a temporary refusal of a page; `nil` for its beginning.
    var nextRooms: RoomName?
    /// The people who were blocked when the rows were last published.
    var shownBlocked: Set<UserID> = []
    /// Whether the server is being asked to make the guest an account.
    var isSigningUp = false
    /// What the journal has of the user's choices; at most ``ChatWire/Limits/roomsListed``.
    var keptChoices: [RoomName: Choice]
    var keptBlocked: Set<UserID>
    /// How far the server's clock is ahead of this device's, in milliseconds.
    public internal(set) var serverAhead: Int64 = 0
    /// The token for uploads and downloads, from the last welcome.
    public internal(set) var fileToken: String?

    // What the current input leads to; collected here until the input is handled.
    var now = Now(monotonic: 0, wall: 0, random: 0)
    var effects: [Effect] = []
    var pendingChanges = PendingChanges()
    /// The rooms to look at in `settle()`.
    var roomsToSettle: Set<RoomName> = []
    /// The rooms with new events for the cache.
    var roomsToCache: Set<RoomName> = []
    /// The rooms where somebody types: others, or the user.
    var typing: Set<RoomName> = []
    /// When the typing timer fires.
    var typingEnds: Int64?
    /// The rooms that wait for a history request, in order.
    var roomsAwaitingHistory: [RoomName] = []
    /// Inquiries for pages that wait for a place among ``ChatWire/Limits/pagesRequested``.
    var pagesToAsk: [(inquiry: Inquiry, ticket: Ticket)] = []
    /// Whether the outbox may have something to send.
    var outboxNeedsSend = true

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - device: This installation's id. An id from the journal takes precedence.
    ///   - name: The requested display name. `nil`: the server chooses one.
    ///   - token: A token from the app. `nil`: the token from the journal is used, if there is one.
    ///   - restored: What the journal holds.
    ///   - configuration: What the app chose.
    public init(
        device: DeviceID, name: String?, token: String?, restored: Restored = Restored(),
        configuration: Configuration = Configuration()
    ) {
        self.configuration = configuration
        self.device = restored.device ?? device
        self.name = name ?? restored.identity?.name
        isNameAsked = name != nil
        identity = restored.identity
        (keptChoices, keptBlocked) = (restored.choices, restored.blocked)
        rooms = RoomList(choices: restored.choices, blocked: restored.blocked)
        shownBlocked = restored.blocked
        // Blocks and choices of other devices count as well.
        wantsRooms = configuration.entersOwnRooms || !restored.choices.isEmpty || !restored.blocked.isEmpty
        connection = Connection(
            token: token ?? restored.identity?.token,
            authenticates: configuration.authenticates || restored.identity?.isNoNewGuest ?? false,
            hasGreeted: restored.device != nil)
        reports = Array(restored.reports.prefix(Limits.reportsUnderWay))
        drafts = restored.drafts
        outbox = Outbox(restored)
        wanted = Array(restored.rooms.prefix(Limits.roomsPerConnection))
        if restored.device == nil { effects.append(.keep(.device(device))) }
        for room in wanted { restore(room, restored, isWanted: true) }
        for item in restored.queue.list where item.isPending && !item.mutation.isOwn {
            restore(item.room, restored, isWanted: false)
        }
    }

    private mutating func restore(_ room: RoomName, _ restored: Restored, isWanted: Bool) {
        guard conversations[room] == nil else { return }
        var conversation = conversation(in: room)
        conversation.isWanted = isWanted
        conversation.readMark = restored.marks[room]
        conversation.receipts.seen = restored.seen[room] ?? 0
        conversation.info = restored.descriptions[room]?.info
        conversation.partner = restored.descriptions[room]?.partner
        if let excerpt = restored.excerpts[room] {
            let isOpen = conversation.timeline.isOpen
            conversation.timeline = Timeline(excerpt)
            conversation.timeline.isOpen = isOpen
            conversation.belongs(to: identity?.author)
        }
        conversations[room] = conversation
    }

    /// A new conversation. A client that reads everything gets the large window at once.
    func conversation(in room: RoomName) -> Conversation {
        var conversation = Conversation(room: room)
        conversation.belongs(to: identity?.author)
        conversation.blocked = shownBlocked
        conversation.listedMentions = rooms.entries[room].map { ListedMentions($0) }
        conversation.timeline.isOpen = configuration.catchUp == .everything
        return conversation
    }

    /// Handles one input. The caller performs the returned effects in order.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] { handle([input], at: now) }

    /// Handles inputs that arrived together, in their order. What follows from all of them is
    /// decided once, after the last one, so that many together cost less than one after the other.
    public mutating func handle(_ inputs: [Input], at now: Now) -> [Effect] {
        self.now = now
        for (index, input) in inputs.enumerated() {
            if index > 0 { self.now.advance() }
            take(input)
        }
        settle()
        pendingChanges.publish(to: &effects)
        let result = effects
        effects.removeAll(keepingCapacity: true)
        return result
    }

    /// The rows of a room, as the user sees them.
    public func rows(of room: RoomName, options: RowOptions = RowOptions(utcOffsets: 0)) -> [Row] {
        guard let conversation = conversations[room] else { return [] }
        return conversation.timeline.rows(
            for: author, pending: outbox.items(in: room), presence: conversation.presence,
            receipts: conversation.receipts, blocked: blocked, pins: conversation.info?.pins ?? [],
            options: options)
    }

    private mutating func take(_ input: Input) {
        switch input {
        case .start: driveConnection(.start)
        case .stop:
            cache()
            stopTyping()
            hurryDrafts()
            driveConnection(.stop)
        case .online(let isOnline): driveConnection(.online(isOnline))
        case .foreground(let isForeground):
            driveConnection(.foreground(isForeground))
            if !isForeground {
                cache()
                stopTyping()
                hurryDrafts()
            }
        case .reconnect: driveConnection(.reconnect)
        case .token(let token): driveConnection(.token(token))
        case .tokenFailed(let error): driveConnection(.tokenFailed(error))
        case .signUp(let step): signUp(step)
        case .signedIn(let identity): signedIn(identity)
        case .rename(let name):
            self.name = name
            isNameAsked = true
            waitingChanged()
            driveConnection(.reintroduce)
        case .opened: driveConnection(.opened)
        case .received(let frame): receive(frame)
        case .unreadable: driveConnection(.heard)
        case .closed(let code): driveConnection(.closed(code))
        case .timer(let timer): fired(timer)
        case .join(let room): join(room)
        case .meet(let person): meet(person)
        case .leave(let room):
            stopTyping(in: room)
            hurryDrafts(in: room)
            leave(room)
        case .perform(let mutation, let room, let ticket):
            if connection.nameRefusal != nil { driveConnection(.nameRefusalSeen) }
            perform(mutation, room, ticket)
        case .attach(let upload, let mutation, let room, let ticket): attach(upload, mutation, room, ticket)
        case .uploaded(let ticket, let attachment): uploaded(ticket, attachment)
        case .uploadFailed(let ticket, let error): uploadFailed(ticket, error)
        case .uploadProgress(let ticket, let bytes): uploadProgress(ticket, bytes)
        case .retry(let ticket): retry(ticket)
        case .drop(let ticket): drop(ticket)
        case .markRead(let room, let seq): markRead(room, seq)
        case .typed(let room): typed(room)
        case .stoppedTyping(let room): emptied(room)
        case .write(let text, let room):
            if text.isEmpty { emptied(room) }
            write(text, in: room)
        case .show(let room, let view):
            if view == .closed {
                stopTyping(in: room)
                hurryDrafts(in: room)
            }
            show(room, view)
        case .listRooms: listRooms()
        case .wantProfiles(let users): wantProfiles(users)
        case .report(let report, let seq, let room): self.report(report, seq, in: room)
        case .ask(let question, let ticket): ask(question, ticket)
        case .inquire(let inquiry, let ticket): inquire(inquiry, ticket)
        }
    }

    private mutating func fired(_ timer: Timer) {
        switch timer {
        case .connect, .welcome, .silence, .probe:
            driveConnection(.timer(timer))
            if timer == .silence && requests.isOverdue(at: now.monotonic) { driveConnection(.unanswered) }
        case .sending, .uploading:
            paused.remove(timer)
            outboxNeedsSend = true
        case .reading, .joining:
            paused.remove(timer)
            roomsToSettle.formUnion(conversations.keys)
        case .reporting:
            paused.remove(timer)
            sendReports()
        case .listing:
            paused.remove(timer)
            continueRooms()
        case .drafting:
            paused.remove(timer)
            saveDrafts()
        case .draftDue:
            draftsDue = nil
            saveDrafts()
        case .typing: typingEnds = nil
        case .caching: cache()
        }
    }
}
