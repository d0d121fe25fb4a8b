import ChatRooms
import ChatWire

/// A chat server without a socket, a thread or a clock, for tests with the same result in every
/// run.
///
/// ```swift
/// var server = InProcessServer()
/// let ann = server.connect()
/// server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "ann"))), from: ann)
/// server.run()
/// for output in server.take(from: ann) { … }        // .frame(.welcome(…))
/// ```
///
/// It has no rules of its own: it performs what the values of `ChatRooms` decide, which the real
/// server runs, too. A request is handled at once as far as it needs nothing from the store; the
/// rest waits for ``commit()``, ``readHistory()`` or ``authenticate()``, so that a test decides
/// what happens in between. (On a real server, the speed of the disk decides.) ``run()`` does all
/// that waits. Time comes from ``clock``, and everything random from a seed.
///
/// It has no heartbeats, no addresses, no HTTP except for files, and speaks neither SwiftChat nor
/// lines. For an app's tests ``LoopbackServer`` wraps it.
public struct InProcessServer: Sendable {
    /// What a connection has to write, in order.
    public enum Output: Hashable, Sendable {
        /// A frame for the client.
        case frame(ServerFrame)
        /// The server closes the connection. Nothing follows.
        case close(CloseCode)
    }

    /// The server's limits. A test makes them small to reach them soon.
    public struct Configuration: Sendable {
        /// How often a user may send; `nil`: without limit.
        public var rate: TokenBucket.Rate?
        /// Bytes that may wait for a reader before it is cut with 4008.
        public var writeBufferBytes = Limits.writeBufferBytes
        /// Requests that may wait for a commit before they are refused with 201.
        public var commitQueue = Limits.commitQueue
        /// How many new rooms a user may make. Everyone has one address here, which has no limit.
        public var newRooms = RoomRates(address: nil)

        /// What it says in its welcomes of its limits, and whether it has previews of links.
        public var announced = ServerFrame.AnnouncedLimits()

        /// Creates a configuration with this rate, and the real server's other limits.
        public init(rate: TokenBucket.Rate? = TokenBucket.Rate()) { self.rate = rate }
    }

    /// The number of a connection, counted from 1. A server does not use it again.
    public typealias ConnectionID = UInt64

    /// A hello that waits for ``authenticate()``, or a newer token.
    struct Unadmitted: Sendable {
        var connection: ConnectionID
        var ref: UInt64
        /// `nil` for a newer token.
        var hello: ClientFrame.Hello?
        var token: String
    }

    /// The server's time. The caller moves it; ``tick()`` acts on it.
    public var clock = ManualClock()
    /// Why the store failed; `nil` if it did not. After that nothing is acknowledged, and every
    /// connection is closed with 4001. A new server on the same disk goes on.
    public internal(set) var failure: StoreError?
    /// The files on the server's disk. A server that starts again takes them over.
    public var files = InProcessFiles()

    let configuration: Configuration
    let store: any MessageStore
    let authenticator: any Authenticator
    let accountNames: NameReservations?
    var random: SeededGenerator
    var connections: [ConnectionID: InProcessConnection] = [:]
    var members: [RoomName: [ConnectionID]] = [:]
    var presence: Presence
    var budgets: [UserID: SendBudget] = [:]
    var queue: SubmissionQueue
    var reads = HistoryQueue<ReadRequest>()
    var unadmitted: [Unadmitted] = []
    var group: GroupCommit
    var lastConnection: ConnectionID = 0

    /// Creates a server without connections.
    ///
    /// - Parameters:
    ///   - store: The log. To restart a server, open its store again and create a new server on it.
    ///   - reservations: The names of accounts.
    ///   - seed: Determines the ids and guest names that the server gives.
    public init(
        store: any MessageStore = MemoryStore(), authenticator: any Authenticator = PlainTokens(),
        reservations: NameReservations? = nil, configuration: Configuration = Configuration(), seed: UInt64 = 1
    ) {
        self.store = store
        self.authenticator = authenticator
        accountNames = reservations
        presence = Presence(reservations: reservations)
        self.configuration = configuration
        queue = SubmissionQueue(capacity: configuration.commitQueue)
        group = GroupCommit(newRooms: configuration.newRooms)
        random = SeededGenerator(seed: seed)
    }

    /// The epoch of the server's store.
    public var epoch: Epoch { store.epoch }

    /// A client connects. Returns the number of its connection.
    public mutating func connect() -> ConnectionID {
        lastConnection += 1
        let session = Session(at: now)
        connections[lastConnection] = InProcessConnection(session, writeBufferBytes: configuration.writeBufferBytes)
        if failure != nil { connections[lastConnection]?.close(.storageFailed) }
        return lastConnection
    }

    /// The client has closed a connection, or it broke. What waited for it is lost.
    ///
    /// - Parameter code: With what code the client closed it; `nil`: it broke.
    public mutating func disconnect(_ id: ConnectionID, _ code: CloseCode? = nil) {
        guard let session = connections.removeValue(forKey: id)?.session else { return }
        let rooms = session.subscriptions.sorted { $0.text < $1.text }
        for room in rooms { members[room]?.removeAll { $0 == id } }
        guard let identity = session.identity else { return }
        let author = identity.author
        _ = presence.dismiss(author.user, ConfusableSkeleton(of: author.name), sharing: identity.sharesName)
        let typed = session.roomsTyped(at: now)
        for room in rooms {
            let hasTyped = typed.contains(room)
            tell(presence.exit(room, author, hasTyped: hasTyped, returns: code == .returning))
        }
    }

    /// A frame of the client arrives. It waits while the connection is not read.
    public mutating func receive(_ frame: ClientFrame, from id: ConnectionID) {
        connections[id]?.inbox.append(frame)
        readOn(id)
    }

    /// Takes what a connection has to write, at most `count` outputs. ``Output/close(_:)`` ends the
    /// connection.
    public mutating func take(from id: ConnectionID, count: Int = .max) -> [Output] {
        guard let outputs = connections[id]?.take(count) else { return [] }
        if case .close = outputs.last { disconnect(id) }
        return outputs
    }

    /// Does what a server does each second.
    public mutating func tick() {
        if files.count > 0 { forgetUnused(before: clock.wall - FileLimits().unusedAge) }
        for notice in presence.changes() { tell(notice) }
        let now = now
        // A full budget is as good as a new one. All others are kept, also those of users who have
        // gone.
        budgets = budgets.filter { !$0.value.isFull(at: now) }
        for id in ids {
            perform(.tick, id)
            for _ in 0..<(connections[id]?.endPauses(at: now) ?? 0) { perform(.pauseEnded, id) }
            readOn(id)
        }
    }

    /// Closes the connections of sessions that have ended.
    mutating func endSessions(_ ended: EndedSessions) {
        for id in ids {
            guard let identity = connections[id]?.session.identity,
                ended.contains(identity.author.user, identity.session)
            else { continue }
            connections[id]?.close(ended.isRoleChange ? .roleLowered : .tokenRefused)
        }
    }

    /// Closes all connections, as a server that stops does.
    public mutating func dismissAll(_ code: CloseCode = .draining) {
        for id in ids { connections[id]?.close(code) }
    }

    /// The open connections in the order in which they came, so that every run has the same order.
    public var ids: [ConnectionID] { connections.keys.sorted() }
}
