import ChatRooms
import ChatWire

/// A chat server without a socket, a thread or a clock, for tests that come out the same each time.
///
/// ```swift
/// var server = InProcessServer()
/// let ann = server.connect()
/// server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "ann"))), from: ann)
/// server.run()
/// for output in server.take(from: ann) { … }        // .frame(.welcome(…))
/// ```
///
/// It has no rule of its own: it performs what the values decide that the real server runs
/// (`ChatRooms`). A request is handled at once as far as it needs nothing from the store; the rest
/// waits for ``commit()``, ``readHistory()`` or ``authenticate()``, so that a test decides what happens in between, as a
/// disk does. ``run()`` does all that waits. Time is ``clock``, chance a seed.
///
/// It leaves out what belongs to sockets: heartbeats, addresses, HTTP (but for files), and the two
/// older protocols. For an app's tests ``LoopbackServer`` wraps it.
public struct InProcessServer: Sendable {
    /// What a connection has to write, in order.
    public enum Output: Hashable, Sendable {
        /// A frame for the client.
        case frame(ServerFrame)
        /// The last: nothing follows it.
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

    /// The server's time. It goes when the caller says so; ``tick()`` acts on it.
    public var clock = ManualClock()
    /// Why the store failed, once it has: then nothing more is acknowledged, and every connection is
    /// closed with 4001. A new server on the same disk goes on.
    public private(set) var failure: StoreError?
    /// What its disk has of files: a server that starts again takes them over.
    public var files = InProcessFiles()

    let configuration: Configuration
    let store: any MessageStore
    let authenticator: any Authenticator
    var random: SeededGenerator
    var connections: [ConnectionID: InProcessConnection] = [:]
    var members: [RoomName: [ConnectionID]] = [:]
    var presence: Presence
    var budgets: [UserID: SendBudget] = [:]
    var queue: SubmissionQueue
    var reads = HistoryQueue<ReadRequest>()
    var unadmitted: [Unadmitted] = []
    private var group: GroupCommit
    var lastConnection: ConnectionID = 0

    /// - Parameters:
    ///   - store: the log. A server restarts from its disk when a new one is made on the store that
    ///     was opened anew.
    ///   - reservations: the names of accounts
    ///   - seed: of the ids and guest names it gives.
    public init(
        store: any MessageStore = MemoryStore(), authenticator: any Authenticator = PlainTokens(),
        reservations: NameReservations? = nil, configuration: Configuration = Configuration(), seed: UInt64 = 1
    ) {
        self.store = store
        self.authenticator = authenticator
        presence = Presence(reservations: reservations)
        self.configuration = configuration
        queue = SubmissionQueue(capacity: configuration.commitQueue)
        group = GroupCommit(quota: RoomQuota(configuration.newRooms))
        random = SeededGenerator(seed: seed)
    }

    /// The epoch of the server's store.
    public var epoch: Epoch { store.epoch }

    /// Someone connects.
    public mutating func connect() -> ConnectionID {
        lastConnection += 1
        let session = Session(at: now)
        connections[lastConnection] = InProcessConnection(session, writeBufferBytes: configuration.writeBufferBytes)
        if failure != nil { connections[lastConnection]?.close(.storageFailed) }
        return lastConnection
    }

    /// A connection has ended, from outside. What waited for it is gone.
    public mutating func disconnect(_ id: ConnectionID) {
        guard let session = connections.removeValue(forKey: id)?.session else { return }
        let rooms = session.subscriptions.sorted { $0.text < $1.text }
        for room in rooms { members[room]?.removeAll { $0 == id } }
        guard let identity = session.identity else { return }
        let author = identity.author
        if presence.dismiss(author.user, ConfusableSkeleton(of: author.name), sharing: identity.sharesName) {
            budgets[author.user] = nil
        }
        for room in rooms { tell(presence.exit(room, author)) }
    }

    /// A frame arrives. It waits its turn where the connection is not read for now.
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

    /// Whether nothing waits for ``commit()`` or ``readHistory()``.
    public var isIdle: Bool { !hasToCommit && !hasToRead }

    /// Commits and reads until nothing waits.
    public mutating func run() {
        while !isIdle {
            commit()
            readHistory()
        }
    }

    /// One group commit.
    public mutating func commit() { if let batch = queue.next() { commit(batch) } }

    /// Does what a batch asks for, and tells everyone whom that concerns.
    ///
    /// - Returns: what became of its files
    @discardableResult
    mutating func commit(_ batch: CommitBatch) -> [Result<FileOutcome, WireError>] {
        var committed = group.commit(batch, to: store, at: now)
        if let failure = committed.failure { committed.fail(queue.fail(failure), failure) }
        for new in committed.events {
            deliver(new.event, of: new.room, epoch)
            if let user = new.event.endsReading { evict(user, from: new.room) }
        }
        for standing in committed.standings {
            for id in connections(of: standing.user) { send(standing.frame, to: id) }
        }
        for draft in committed.drafts {
            for id in connections(of: draft.kept.user) where id != draft.origin.connection { send(draft.frame, to: id) }
        }
        for reply in committed.replies {
            perform(.replied(ref: reply.ref ?? 0, reply.result), reply.origin.connection)
        }
        for new in committed.events { presence.note(new.event) }
        for mark in committed.marks {
            tell(presence.markRead(mark.room, mark.author, mark.point, except: mark.origin))
        }
        files.remove(committed.removed)
        for reply in committed.replies { readOn(reply.origin.connection) }
        if let error = committed.failure {
            failure = error
            dismissAll(.storageFailed)
        }
        return committed.files
    }

    /// Reads the page of history whose turn it is.
    public mutating func readHistory() {
        guard let (request, _) = reads.next(at: now) else { return }
        let id = request.origin.connection
        do throws(StoreError) {
            let presence = presence
            let answer = try request.answer(from: store, at: clock.wall) { $0.map { presence.count(in: $0) } }
            perform(.read(ref: request.ref, refusal: answer.refusal), id, writing: try? answer.get().frame)
        } catch {
            perform(.read(ref: request.ref, refusal: error.refusal), id)
        }
        readOn(id)
    }

    /// What a server does each second.
    public mutating func tick() {
        if files.count > 0 { forgetUnused(before: clock.wall - FileLimits().unusedAge) }
        for notice in presence.changedCounts() { tell(notice) }
        let now = now
        for id in ids {
            perform(.tick, id)
            for _ in 0..<(connections[id]?.endPauses(at: now) ?? 0) { perform(.pauseEnded, id) }
            readOn(id)
        }
    }

    /// Closes the connections of sessions that have ended.
    mutating func endSessions(_ hasEnded: (UserID, SessionID?) -> Bool) {
        for id in ids {
            guard let identity = connections[id]?.session.identity else { continue }
            if hasEnded(identity.author.user, identity.session) { connections[id]?.close(.tokenRefused) }
        }
    }

    /// Says goodbye to everyone, as a server that stops does.
    public mutating func dismissAll(_ code: CloseCode = .draining) {
        for id in ids { connections[id]?.close(code) }
    }

    /// In the order in which they came: a dictionary's order would be another one in every run.
    public var ids: [ConnectionID] { connections.keys.sorted() }
}
