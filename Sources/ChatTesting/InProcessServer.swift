import ChatRooms
import ChatWire

/// A whole chat server without a socket, a thread or a clock: the real rules (``ChatRooms/Session``, ``ChatRooms/Presence``,
/// ``ChatRooms/MessageStore``) put together synchronously, for tests that are to come out the same each time.
///
/// ```swift
/// var server = InProcessServer()
/// let ann = server.connect()
/// server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "ann"))), from: ann)
/// server.run()
/// for output in server.take(from: ann) { … }        // .frame(.welcome(…))
/// ```
///
/// What comes in is handled at once as far as it needs nothing from the store; what does waits for ``commit()`` or ``readHistory()``,
/// so that a test decides what happens in between, as a disk does. ``run()`` does all that waits. Time is ``clock``, chance a seed.
///
/// It leaves out what belongs to sockets: heartbeats, addresses, HTTP (but for files), and the two older protocols. For an app's tests
/// ``LoopbackServer`` wraps it.
public struct InProcessServer: Sendable {
    /// What a connection has to write, in order.
    public enum Output: Hashable, Sendable {
        case frame(ServerFrame)
        /// The last: nothing follows it.
        case close(CloseCode)
    }

    public struct Configuration: Sendable {
        /// How often a user may speak; `nil`: without limit.
        public var rate: TokenBucket.Rate?
        /// Bytes that may wait for a reader before it is cut with 4008.
        public var outboxBytes = Limits.outboxBytes
        /// Requests that may wait for a commit before they are refused with 201.
        public var commitQueue = Limits.commitQueue
        /// How many new rooms a user may make. Everyone has one address here, which has no limit.
        public var newRooms = RoomRates(address: nil)

        public init(rate: TokenBucket.Rate? = TokenBucket.Rate()) { self.rate = rate }
    }

    public typealias ConnectionID = UInt64

    /// The server's time. It goes when the caller says so; ``tick()`` acts on it.
    public var clock = ManualClock()
    /// Why the store failed, once it has: then nothing more is acknowledged, and every connection is closed with 4001. A new
    /// server on the same disk goes on.
    public internal(set) var failure: StoreError?
    /// What its disk has of files: a server that starts again takes them over.
    public var files = InProcessFiles()

    let configuration: Configuration
    let store: any MessageStore
    let authenticator: any Authenticator
    var random: SeededGenerator
    var connections: [ConnectionID: Connection] = [:]
    var lastConnection: ConnectionID = 0
    var members: [RoomName: [ConnectionID]] = [:]
    var presence = Presence()
    var budgets: [UserID: SendBudget] = [:]
    var group: GroupCommit
    var queue: SubmissionQueue
    var reads = HistoryQueue<HistoryRequest>()

    /// - Parameters:
    ///   - store: the log. A server restarts from its disk when a new one is made on the store that was opened anew.
    ///   - seed: of the ids and guest names it gives.
    public init(
        store: any MessageStore = MemoryStore(), authenticator: any Authenticator = PlainTokens(),
        configuration: Configuration = Configuration(), seed: UInt64 = 1
    ) {
        self.store = store
        self.authenticator = authenticator
        self.configuration = configuration
        group = GroupCommit(quota: RoomQuota(configuration.newRooms))
        queue = SubmissionQueue(capacity: configuration.commitQueue)
        random = SeededGenerator(seed: seed)
    }

    public var epoch: Epoch { store.epoch }

    /// Every client's address.
    static let client = ClientAddress(.fileSystem, isLocal: true)

    /// Nanoseconds.
    var now: Int64 { clock.milliseconds * 1_000_000 }

    /// Someone connects.
    public mutating func connect() -> ConnectionID {
        lastConnection += 1
        connections[lastConnection] = Connection(Session(epoch: epoch, at: now))
        if let failure = refusalOfAll { close(lastConnection, failure) }
        return lastConnection
    }

    /// A connection has ended, from outside. What waited for it is gone.
    public mutating func disconnect(_ id: ConnectionID) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        let rooms = connection.session.subscriptions.sorted { $0.text < $1.text }
        for room in rooms { members[room]?.removeAll { $0 == id } }
        guard let author = connection.session.identity?.author else { return }
        if presence.dismiss(author.user, ConfusableSkeleton(of: author.name)) { budgets[author.user] = nil }
        for room in rooms { tell(presence.exit(room, author)) }
    }

    /// A frame arrives. It waits its turn where the connection is read no further for now.
    public mutating func receive(_ frame: ClientFrame, from id: ConnectionID) {
        connections[id]?.inbox.append(frame)
        readOn(id)
    }

    /// What a connection has to write now, at most `count`; a ``Output/close(_:)`` ends it.
    public mutating func take(from id: ConnectionID, count: Int = .max) -> [Output] {
        guard let outputs = connections[id]?.take(count) else { return [] }
        if case .close = outputs.last { disconnect(id) }
        return outputs
    }

    /// Whether something waits for ``commit()``.
    public var hasToCommit: Bool { !queue.isEmpty }

    /// Whether something waits for ``readHistory()``.
    public var hasToRead: Bool { !reads.isEmpty }

    public var isIdle: Bool { !hasToCommit && !hasToRead }

    /// Commits and reads until nothing waits.
    public mutating func run() {
        while !isIdle {
            commit()
            readHistory()
        }
    }

    /// What a server does each second: counts of large rooms are told, who did not say hello in time is sent away, and files that no
    /// message wanted go.
    public mutating func tick() {
        if files.count > 0 { forgetUnused(before: clock.wall - Limits.unusedFileAge) }
        for notice in presence.changedCounts() { tell(notice) }
        for id in ids {
            perform(.tick, id)
            endPauses(of: id)
        }
    }

    /// Says goodbye to everyone, as a server that stops does.
    public mutating func dismissAll(_ code: CloseCode = .draining) {
        for id in ids { close(id, code) }
    }

    /// In the order in which they came: a dictionary's order would be another one in every run.
    public var ids: [ConnectionID] { connections.keys.sorted() }
}
