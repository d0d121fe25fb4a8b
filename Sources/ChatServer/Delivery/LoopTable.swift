import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// A connection as its event loop's table knows it.
protocol Connection: AnyObject {
    var id: ConnectionID { get }
    /// Whether it waits in the table's list of those to flush.
    var awaitsFlush: Bool { get set }
    func flush()
    func answer(_ reply: Reply)
    /// What the connection asked the store for has been read.
    func read(_ ref: UInt64, _ answer: Result<ByteBuffer, WireError>)
    /// Called about once a second.
    func tick(_ now: NIODeadline)
    /// Say goodbye: the server stops, or can't go on.
    func dismiss(_ code: CloseCode, _ reason: String)
}

extension Connection {
    /// SwiftChat and lines ask for nothing.
    func read(_ ref: UInt64, _ answer: Result<ByteBuffer, WireError>) {}
}

/// What one event loop knows: its connections, and which of them are in which room.
///
/// Used on its loop only, and not shared: the fan-out takes no lock.
final class LoopTable {
    let index: Int
    let loop: any EventLoop
    let metrics: ServerMetrics
    let clock: ServerClock
    private var randomIDs: RandomIDs
    private(set) var connections = ConnectionList()
    /// Channels that are not closed; a connection that says goodbye is still one of them.
    private var openChannels = 0
    private var http: [ObjectIdentifier: (channel: any Channel, transfer: TransferHandler)] = [:]
    /// Tasks that answer the requests of HTTP connections. One may go on for a moment when its
    /// channel has closed, and still needs the loop.
    private var httpTasks = 0
    private var rooms: [RoomName: MemberList<V1Connection>] = [:]
    /// The connections of each user of Martlet v1.
    private var people: [UserID: [V1Connection]] = [:]
    private var swiftChat = MemberList<SwiftChatConnection>()
    private var lines = MemberList<LineConnection>()
    private let largeRooms: LargeRooms
    /// Readers that make a room large.
    private let largeRoom: Int
    private var toFlush: [any Connection] = []
    private var nextConnection: UInt64 = 0
    private var handshakes = Handshakes()
    /// Set when the server stops: later connections are closed.
    private(set) var dismissal: (code: CloseCode, reason: String)?

    init(
        index: Int, loop: any EventLoop, largeRooms: LargeRooms, metrics: ServerMetrics,
        environment: ServerEnvironment = ServerEnvironment()
    ) {
        self.index = index
        self.loop = loop
        self.largeRooms = largeRooms
        self.metrics = metrics
        largeRoom = environment.bounds.largeRoom
        clock = environment.clock
        randomIDs = RandomIDs(environment.randomness)
    }

    /// Ticks once a second from now on, for all connections.
    func beginTicking() {
        let table = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in table.value.tick() }
    }

    func makeConnectionID() -> ConnectionID {
        nextConnection += 1
        return nextConnection
    }

    func makeRandomID<Kind: Identifier>() -> Kind { Kind.random(using: &randomIDs) }

    func makeUserID() -> UserID { UserID.issued(using: &randomIDs) }

    func origin(of connection: ConnectionID) -> Origin { Origin(table: index, connection: connection) }

    func add(_ connection: any Connection, on channel: (any Channel)?) {
        connections.add(connection)
        if let channel { count(channel) }
        if let dismissal { connection.dismiss(dismissal.code, dismissal.reason) }
    }

    /// An HTTP connection, which ends when the server stops and it has nothing to answer.
    func addHTTP(_ transfer: TransferHandler, on channel: any Channel) {
        count(channel)
        http[ObjectIdentifier(channel)] = (channel, transfer)
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.http[ObjectIdentifier(channel)] = nil }
        if dismissal != nil { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Answers the requests of an HTTP connection in a task.
    func serveHTTP(_ answer: @escaping @Sendable () async -> Void) {
        httpTasks += 1
        let table = NIOLoopBound(self, eventLoop: loop)
        Task { [loop] in
            await answer()
            loop.execute { table.value.httpTasks -= 1 }
        }
    }

    /// Closes the HTTP connections whose requests have not ended.
    func closeHTTP() { for (channel, _) in Array(http.values) { channel.close(promise: nil) } }

    /// Connections, channels and tasks that have not ended; some are counted twice.
    var openCount: Int { connections.count + openChannels + httpTasks }

    func remove(_ connection: any Connection) { connections.remove(connection.id) }

    /// A connection speaks for a user from now on.
    func introduce(_ connection: V1Connection, as user: UserID) { people[user, default: []].append(connection) }

    /// Undoes ``introduce(_:as:)``.
    func dismiss(_ connection: V1Connection, of user: UserID) {
        people[user]?.removeAll { $0 === connection }
        if people[user]?.isEmpty == true { people[user] = nil }
    }

    func subscribe(_ connection: V1Connection, to room: RoomName) {
        changeReaders(of: room) { rooms[room, default: MemberList()].insert(connection) }
    }

    func unsubscribe(_ connection: V1Connection, from room: RoomName) {
        changeReaders(of: room) {
            rooms[room]?.remove(connection)
            if rooms[room]?.isEmpty == true { rooms[room] = nil }
        }
    }

    func subscribe(_ connection: SwiftChatConnection) { changeReaders(of: .lobby) { swiftChat.insert(connection) } }
    func unsubscribe(_ connection: SwiftChatConnection) { changeReaders(of: .lobby) { swiftChat.remove(connection) } }
    func subscribe(_ connection: LineConnection) { changeReaders(of: .lobby) { lines.insert(connection) } }
    func unsubscribe(_ connection: LineConnection) { changeReaders(of: .lobby) { lines.remove(connection) } }

    /// Watches a connection that has not said what it wants; it is closed when it takes too long.
    func awaitHandshake(of channel: any Channel) { handshakes.begin(channel) }
    func handshakeEnded(of channel: any Channel) { handshakes.end(channel) }

    func deliver(_ commit: Commit) {
        for frames in commit.rooms {
            deliver(frames)
            for user in frames.leaving { evict(user, from: frames.room) }
        }
        for standing in commit.standings {
            for connection in people[standing.user] ?? [] { send(standing.frame, to: connection) }
        }
        for draft in commit.drafts {
            for connection in people[draft.user] ?? [] where origin(of: connection.id) != draft.except {
                send(draft.frame, to: connection)
            }
        }
        for reply in commit.replies[index] { connections[reply.origin.connection]?.answer(reply) }
    }

    /// Tells something about a room that is not in its log.
    func tell(_ frames: RoomFrames, to audience: Notice.Audience, except: ConnectionID?) {
        if let v1 = frames.v1 {
            for connection in connections(of: audience, in: frames.room) where connection.id != except {
                send(v1, to: connection)
            }
        }
        guard frames.room == .lobby else { return }
        if !frames.lines.isEmpty { for member in lines.members { member.deliver(frames.lines) } }
    }

    private func connections(of audience: Notice.Audience, in room: RoomName) -> [V1Connection] {
        switch audience {
        case .room: return rooms[room]?.members ?? []
        case .user(let user): return people[user] ?? []
        case .roomAnd(let user):
            guard let list = rooms[room] else { return people[user] ?? [] }
            return list.members + (people[user] ?? []).filter { !list.contains($0) }
        }
    }

    /// Tells all connections of a user something.
    func tell(_ frame: ByteBuffer, to user: UserID) {
        for connection in people[user] ?? [] { send(frame, to: connection) }
    }

    /// Flushes `connection` when this turn of the loop ends, once.
    func flushLater(_ connection: any Connection) {
        guard !connection.awaitsFlush else { return }
        connection.awaitsFlush = true
        toFlush.append(connection)
        if toFlush.count == 1 { loop.assumeIsolated().execute { self.flush() } }
    }

    func dismissAll(_ code: CloseCode, _ reason: String) {
        dismissal = (code, reason)
        for connection in connections.all { connection.dismiss(code, reason) }
        for (channel, _) in Array(http.values) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Closes the connections that are in these rooms, which are gone: when they come back they are
    /// told that the room is another one.
    func dismissMembers(of removed: [RoomName]) {
        for room in removed {
            for member in rooms[room]?.members ?? [] {
                member.dismiss(.roomDeleted, "the room \(room.text) was deleted; connect again")
            }
        }
    }

    /// The sessions of those who have introduced themselves.
    var sessions: [UserID: Set<ConnectedSession>] {
        people.mapValues { connections in Set(connections.compactMap(\.signedIn)) }
    }

    /// Closes the connections of sessions that have ended.
    func endSessions(_ ended: EndedSessions) {
        for connection in connections.all { (connection as? V1Connection)?.endSessions(ended) }
    }

    /// Closes the connections of clients who may not use the server any more.
    ///
    /// - Parameter refusal: why; the user is `nil` for those who have not introduced themselves
    func dismiss(because refusal: (UserID?, ClientAddress) -> WireError?) {
        for case let connection as any ClientConnection in connections.all
        where refusal(connection.user, connection.record.client) != nil {
            connection.dismissBanned()
        }
    }

    private func changeReaders(of room: RoomName, _ change: () -> Void) {
        let wasLarge = isLarge(in: room)
        change()
        let isLarge = isLarge(in: room)
        if isLarge != wasLarge { largeRooms.set(isLarge, in: room) }
    }

    private func isLarge(in room: RoomName) -> Bool {
        let others = room == .lobby ? swiftChat.members.count + lines.members.count : 0
        return (rooms[room]?.members.count ?? 0) + others >= largeRoom
    }

    private func count(_ channel: any Channel) {
        openChannels += 1
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.openChannels -= 1 }
    }

    private func deliver(_ frames: RoomFrames) {
        var deliveries = 0
        if let v1 = frames.v1 {
            let readers = readers(of: frames.room)
            for reader in readers { send(v1, to: reader) }
            deliveries += readers.count
        }
        if let chat = frames.swiftChat {
            for member in swiftChat.members {
                member.socket?.send(framed: chat)
                flushLater(member)
            }
            deliveries += swiftChat.members.count
        }
        if !frames.lines.isEmpty {
            for member in lines.members { member.deliver(frames.lines) }
            deliveries += lines.members.count
        }
        guard deliveries > 0 else { return }
        metrics.deliveries.increment(by: deliveries * frames.count)
        metrics.deliveryTime.recordNanoseconds(clock.nanoseconds() - frames.submitted)
    }

    /// Those who have joined a room; of a user's own log, all connections of the user.
    private func readers(of room: RoomName) -> [V1Connection] {
        if case .own(let user) = room.kind { return people[user] ?? [] }
        return rooms[room]?.members ?? []
    }

    private func evict(_ user: UserID, from room: RoomName) {
        for connection in people[user] ?? [] { connection.evict(from: room) }
        guard room == .lobby else { return }
        for member in lines.members where member.user == user { member.dismiss(.evicted, Self.eviction) }
        for member in swiftChat.members where member.user == user { member.dismiss(.evicted, Self.eviction) }
    }

    private static let eviction = "a moderator has closed the lobby for you"

    private func send(_ frames: ByteBuffer, to member: V1Connection) {
        member.socket?.send(framed: frames)
        flushLater(member)
    }

    private func flush() {
        let connections = toFlush
        toFlush.removeAll(keepingCapacity: true)
        for connection in connections {
            connection.awaitsFlush = false
            connection.flush()
        }
    }

    private func tick() {
        let now = loop.now
        for channel in handshakes.takeOverdue(now) { channel.close(promise: nil) }
        for connection in connections.all { connection.tick(now) }
        for (_, transfer) in Array(http.values) { transfer.tick(now) }
    }
}
