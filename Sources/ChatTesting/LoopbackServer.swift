import ChatCore
import ChatRooms

/// A chat server in the test's own process, for apps built on ChatCore. It has the real server's
/// rules and no socket, and needs no cleaning up.
///
/// ```swift
/// let server = LoopbackServer()
/// let client = ChatClient(transport: server.transport, storage: MemoryStorage(), name: "ann")
/// await server.say("Hello, Ann", as: "bob", in: .lobby)
/// ```
///
/// It answers at once, except after ``hold()``. A test can break its connections, make it
/// unreachable and restart it. Its clock stands still until ``advance(by:)``.
///
/// It has what clients use: connections, files and their signed addresses, accounts, previews. It
/// leaves out the HTTP API (`RequestTransport.ask(_:token:device:)` is refused with 101), API keys
/// and signed tokens, the operator's filter list and retention, limits per address, and heartbeats.
/// Nothing can be loaded from the addresses of its files, whose scheme is `loopback`: read their
/// bytes with ``file(_:token:)``.
public actor LoopbackServer {
    var server: InProcessServer
    private(set) var store: DiskStore
    private let configuration: InProcessServer.Configuration
    let previews: Previews?
    var random: SeededGenerator
    let accounts: LoopbackAccounts
    var attempts = SignInAttempts()
    private var sinks: [InProcessServer.ConnectionID: TransportSink] = [:]
    private var puppets: [String: InProcessServer.ConnectionID] = [:]
    private(set) var isAway = false
    private var isHeld = false
    private var uploadFaults: [LoopbackFiles.Fault?] = []
    private var heldFiles: [UInt64: CheckedContinuation<Void, Never>]?

    /// Gives the preview of a link; `nil` if its page has none. What it throws is the server's
    /// refusal, such as 201 (`overloaded`).
    public typealias Previews = @Sendable (_ link: String) throws(WireError) -> LinkPreview?

    /// Creates a server with an empty log.
    ///
    /// - Parameters:
    ///   - registration: Who may make an account.
    ///   - previews: The previews of linked pages. Without it, the server has none.
    ///   - clock: The time at the start.
    ///   - seed: Determines the ids and guest names that the server gives.
    public init(
        configuration: InProcessServer.Configuration = InProcessServer.Configuration(rate: nil),
        registration: Registration = .open, previews: Previews? = nil, clock: ManualClock = ManualClock(),
        seed: UInt64 = 1
    ) {
        var random = SeededGenerator(seed: seed)
        var configuration = configuration
        // Comparing a function with a typed throw to `nil` would need macOS 15.
        configuration.announced.previews = if case .some = previews { true } else { false }
        self.configuration = configuration
        self.previews = previews
        accounts = LoopbackAccounts(registration: registration)
        store = DiskStore(DiskStore.Disk(epoch: .random(using: &random)))
        server = InProcessServer(
            store: store, authenticator: accounts, reservations: accounts.reservations, configuration: configuration,
            seed: random.next())
        server.clock = clock
        self.random = random
    }

    /// The transport to this server. Any number of clients may use it.
    public nonisolated var transport: LoopbackTransport { LoopbackTransport(server: self) }

    /// Somebody else sends a message, over a connection that stays open. The message is in the log
    /// when this returns.
    ///
    /// - Returns: why it was refused; `nil` if it was accepted.
    @discardableResult
    public func say(_ text: String, as name: String, in room: RoomName) -> WireError? {
        act(
            .mutate(room: room, number: nil, after: nil, .message(text: text, reply: nil, payload: nil)), as: name,
            in: room)
    }

    /// Somebody else sends any request about a room, over the same connection as ``say(_:as:in:)``.
    ///
    /// - Returns: why it was refused; `nil` if it was accepted.
    @discardableResult
    public func act(_ request: ClientFrame.Request, as name: String, in room: RoomName) -> WireError? {
        let puppet = puppets[name] ?? introduce(name)
        server.receive(ClientFrame(ref: 1, request: .join(room: room, since: nil)), from: puppet)
        server.receive(ClientFrame(ref: 2, request: request), from: puppet)
        server.run()
        var refusal: WireError?
        for case .frame(.error(let ref, let error)) in server.take(from: puppet) where refusal == nil && ref != 1 {
            refusal = error
            // The hello was refused: the next request gets another connection.
            guard ref == 0 else { continue }
            puppets[name] = nil
            server.disconnect(puppet)
        }
        deliver()
        return refusal
    }

    /// Holds requests back like a slow disk: from now on they are neither stored nor answered,
    /// until ``release()``. ``say(_:as:in:)`` and ``act(_:as:in:)`` store what waits as well.
    public func hold() { isHeld = true }

    /// Ends ``hold()``: stores and answers what waits, and from then on everything at once.
    public func release() {
        isHeld = false
        work()
    }

    /// Moves the server's clock forward by this time, to the millisecond.
    public func advance(by time: Duration) {
        server.clock.advance(by: time)
        server.tick()
        work()
    }

    /// Ends the connections of all clients.
    ///
    /// - Parameter code: With what code the server closes them; `nil`: they break.
    public func disconnectAll(_ code: CloseCode? = nil) {
        for (id, sink) in sinks {
            server.disconnect(id)
            sink.close(code)
        }
        sinks = [:]
    }

    /// Ends all connections, and accepts no others until ``comeBack()``.
    public func goAway() {
        isAway = true
        disconnectAll()
    }

    /// Ends ``goAway()``: clients can connect again.
    public func comeBack() { isAway = false }

    /// Ends the server's process and starts another one on the same disk. What was acknowledged is
    /// there; what was only in memory is lost. Accounts stay.
    public func restart() { restart(on: store.disk) }

    /// Loses all logs, as a server does whose disk is replaced: it starts on an empty one, and its
    /// rooms have other logs. Accounts stay.
    public func loseLogs() { restart(on: DiskStore.Disk(epoch: .random(using: &random))) }

    private func restart(on disk: DiskStore.Disk) {
        disconnectAll()
        puppets = [:]
        store = DiskStore(disk)
        let (clock, files, lastConnection) = (server.clock, server.files, server.lastConnection)
        server = InProcessServer(
            store: store, authenticator: accounts, reservations: accounts.reservations, configuration: configuration,
            seed: random.next())
        server.clock = clock
        server.files = files
        // Connections from before the restart may close late. That must not close a new one.
        server.lastConnection = lastConnection
    }

    /// The events of a room's log.
    public func log(of room: RoomName) -> [Event] {
        var events: [Event] = []
        while let page = try? store.history(of: room, at: .after(events.last?.seq ?? 0), limit: Limits.pageEvents),
            !page.events.isEmpty
        {
            events += page.events
        }
        return events
    }

    private func introduce(_ name: String) -> InProcessServer.ConnectionID {
        let puppet = server.connect()
        puppets[name] = puppet
        server.receive(ClientFrame(ref: 0, request: .hello(ClientFrame.Hello(name: name))), from: puppet)
        return puppet
    }

    func work() {
        if !isHeld { server.run() }
        deliver()
    }

    private func deliver() {
        for puppet in puppets.values { _ = server.take(from: puppet) }
        for (id, sink) in sinks {
            for output in server.take(from: id) {
                switch output {
                case .frame(let frame): if !sink.receive(frame) { hangUp(id) }
                case .close(let code):
                    sinks[id] = nil
                    sink.close(code)
                }
            }
        }
    }
}

// Files.
extension LoopbackServer {
    /// What happens to the next uploads, one after the other; `nil` lets one pass.
    public func faultUploads(_ faults: [LoopbackFiles.Fault?]) { uploadFaults = faults }

    /// Stops all transfers of files, from the next part on, until ``releaseFiles()``.
    public func holdFiles() { if heldFiles == nil { heldFiles = [:] } }

    /// Ends ``holdFiles()``: the transfers go on.
    public func releaseFiles() {
        let held = heldFiles ?? [:]
        heldFiles = nil
        for continuation in held.values { continuation.resume() }
    }

    /// Removes all files that no message has, as a server does after a day.
    public func forgetFiles() { server.forgetUnused(before: .max) }

    /// The number of files on the server.
    public var fileCount: Int { server.files.count }

    func beginUpload() throws(LoopbackTransport.Unreachable) -> LoopbackFiles.Fault? {
        if isAway { throw LoopbackTransport.Unreachable() }
        return uploadFaults.isEmpty ? nil : uploadFaults.removeFirst()
    }

    /// Waits as long as files are held.
    func passFile() async throws {
        let id = UInt64.random(in: .min ... .max)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if heldFiles == nil || Task.isCancelled { return continuation.resume() }
                heldFiles?[id] = continuation
            }
        } onCancel: {
            Task { await self.letGo(id) }
        }
        try Task.checkCancellation()
        if isAway { throw LoopbackTransport.Unreachable() }
    }

    private func letGo(_ id: UInt64) { heldFiles?.removeValue(forKey: id)?.resume() }

    func put(_ upload: Upload, _ bytes: [UInt8], token: String) throws(WireError) -> Attachment {
        try server.put(upload, bytes, token: token)
    }

    /// A file's bytes, as the token's user may read them. Without a token, only files of open rooms
    /// can be read, and none where there are no guests.
    public func file(_ id: FileID, token: String? = nil) throws(WireError) -> [UInt8] {
        try server.get(id, token: token)
    }
}

// What a client's connection does.
extension LoopbackServer {
    func connect() throws(LoopbackTransport.Unreachable) -> LoopbackConnection {
        guard !isAway else { throw LoopbackTransport.Unreachable() }
        let id = server.connect()
        let (events, sink) = TransportSink.make()
        sinks[id] = sink
        return LoopbackConnection(server: self, id: id, events: events)
    }

    func receive(_ frame: ClientFrame, from id: InProcessServer.ConnectionID) throws(LoopbackTransport.Unreachable) {
        guard sinks[id] != nil else { throw LoopbackTransport.Unreachable() }
        server.receive(frame, from: id)
        work()
    }

    func close(_ id: InProcessServer.ConnectionID, _ code: CloseCode) {
        sinks[id]?.close(code)
        hangUp(id, code)
        work()
    }

    private func hangUp(_ id: InProcessServer.ConnectionID, _ code: CloseCode? = nil) {
        sinks[id] = nil
        server.disconnect(id, code)
    }
}
