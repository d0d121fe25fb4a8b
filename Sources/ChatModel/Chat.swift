import ChatWire

/// Everything a client knows and decides, as one value: ``handle(_:at:)`` changes it and says what is to be done.
///
/// It knows no socket, clock, disk or chance; a shell performs the effects. Nothing a server says makes it trap or
/// grow beyond ``ChatWire/Limits``.
public struct Chat: Sendable {
    public internal(set) var connection: Connection
    /// Who one is: from the last welcome, or from an earlier life. `nil` before the first.
    public internal(set) var identity: Identity?
    /// The rooms that are joined or shall be, and those that something pending is for.
    public internal(set) var conversations: [RoomName: Conversation] = [:]
    public internal(set) var outbox: Outbox
    public let configuration: Configuration
    public let device: DeviceID
    /// What one would be called.
    public internal(set) var name: String?

    var requests = Requests()
    /// What waits for its timer after a temporary refusal.
    var paused: Set<Timer> = []
    /// The rooms to be in, in the order they were joined.
    var wanted: [RoomName] = []
    /// What this server allows.
    var limits = ServerFrame.AnnouncedLimits()
    /// In whose name files are uploaded: of the last welcome.
    var fileToken: String?

    // What follows from an input, until it is told.
    var now = Now(monotonic: 0, wall: 0, random: 0)
    var effects: [Effect] = []
    var pendingChanges = PendingChanges()
    /// Rooms in which something may be missing, to be asked for.
    var roomsToSettle: Set<RoomName> = []
    /// Rooms with something to be cached, and those where someone types.
    var roomsToCache: Set<RoomName> = []
    var typing: Set<RoomName> = []
    /// When the timer of typing will ring.
    var typingEnds: Int64?
    /// Rooms that wait for their turn to read a page, first come, first served.
    var roomsAwaitingHistory: [RoomName] = []
    /// Whether something may leave the outbox.
    var outboxNeedsSend = true

    /// - Parameters:
    ///   - device: this installation's id; one that was restored wins.
    ///   - name: what one would be called. Without it the server gives a name.
    ///   - token: a token from outside; without it the restored one is used, if there is one.
    public init(
        device: DeviceID, name: String?, token: String?, restored: Restored = Restored(),
        configuration: Configuration = Configuration()
    ) {
        self.configuration = configuration
        self.device = restored.device ?? device
        self.name = name ?? restored.identity?.name
        identity = restored.identity
        connection = Connection(
            token: token ?? restored.identity?.token, authenticates: configuration.authenticates,
            hasGreeted: restored.device != nil)
        outbox = Outbox(items: restored.items, next: restored.next)
        wanted = Array(restored.rooms.prefix(Limits.roomsPerConnection))
        if restored.device == nil { effects.append(.keep(.device(device))) }
        for room in wanted { restore(room, restored, isWanted: true) }
        for item in restored.items where item.isOpen { restore(item.room, restored, isWanted: false) }
    }

    private mutating func restore(_ room: RoomName, _ restored: Restored, isWanted: Bool) {
        guard conversations[room] == nil else { return }
        var conversation = conversation(in: room)
        conversation.isWanted = isWanted
        conversation.readMark = restored.marks[room]
        if let excerpt = restored.excerpts[room] {
            let isOpen = conversation.timeline.isOpen
            conversation.timeline = Timeline(excerpt)
            conversation.timeline.isOpen = isOpen
        }
        conversations[room] = conversation
    }

    /// A new one. Whoever wants everything gets the large window at once.
    func conversation(in room: RoomName) -> Conversation {
        var conversation = Conversation(room: room)
        conversation.user = identity?.user
        conversation.timeline.isOpen = configuration.catchUp == .everything
        return conversation
    }

    /// Folds what happened; the effects are to be performed in order.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] {
        self.now = now
        take(input)
        settle()
        pendingChanges.publish(to: &effects)
        let result = effects
        effects.removeAll(keepingCapacity: true)
        return result
    }

    /// The rows of a room, as its reader sees them.
    public func rows(of room: RoomName, options: RowOptions = RowOptions()) -> [Row] {
        guard let conversation = conversations[room] else { return [] }
        return conversation.timeline.rows(
            for: identity?.author, pending: outbox.items(in: room), presence: conversation.presence,
            receipts: conversation.receipts, options: options)
    }

    private mutating func take(_ input: Input) {
        switch input {
        case .start: driveConnection(.start)
        case .stop:
            cache()
            driveConnection(.stop)
        case .online(let isOnline): driveConnection(.online(isOnline))
        case .foreground(let isForeground):
            if isForeground { driveConnection(.foreground) } else { cache() }
        case .reconnect: driveConnection(.reconnect)
        case .token(let token): driveConnection(.token(token))
        case .rename(let name):
            self.name = name
            driveConnection(.reintroduce)
        case .opened: driveConnection(.opened)
        case .received(let frame): receive(frame)
        case .unreadable: driveConnection(.heard)
        case .closed(let code): driveConnection(.closed(code))
        case .timer(let timer): fired(timer)
        case .join(let room): join(room)
        case .leave(let room): leave(room)
        case .perform(let mutation, let room, let ticket): perform(mutation, room, ticket)
        case .attach(let upload, let mutation, let room, let ticket): attach(upload, mutation, room, ticket)
        case .uploaded(let ticket, let attachment): uploaded(ticket, attachment)
        case .uploadFailed(let ticket, let error): uploadFailed(ticket, error)
        case .uploadProgress(let ticket, let bytes): uploadProgress(ticket, bytes)
        case .retry(let ticket): retry(ticket)
        case .drop(let ticket): drop(ticket)
        case .markRead(let room, let seq): markRead(room, seq)
        case .typed(let room): typed(room)
        case .show(let room, let view): show(room, view)
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
        case .typing: typingEnds = nil
        case .caching: cache()
        }
    }
}
