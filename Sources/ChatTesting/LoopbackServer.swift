import ChatCore
import ChatRooms

/// A chat server in the test's own process, for apps built on ChatCore: real rules, no socket, nothing to start or to clean up.
///
/// ```swift
/// let server = LoopbackServer()
/// let client = ChatClient(transport: server.transport, storage: MemoryStorage(), name: "ann")
/// await server.say("Hello, Ann", as: "bob", in: .lobby)
/// ```
///
/// It answers at once, unless it was told to ``hold()``; it can lose its connections, be away for a while, start again without what it had in
/// memory, and come back with an older log. Its clock stands still until ``advance(by:)``.
public actor LoopbackServer {
    var server: InProcessServer
    private var store: DiskStore
    private let configuration: InProcessServer.Configuration
    var random: SeededGenerator
    let accounts: LoopbackAccounts
    var attempts = SignInAttempts()
    private var sinks: [InProcessServer.ConnectionID: TransportSink] = [:]
    private var puppets: [String: InProcessServer.ConnectionID] = [:]
    private(set) var isAway = false
    private var isHeld = false
    private var uploadFaults: [LoopbackFiles.Fault?] = []
    private var heldFiles: [UInt64: CheckedContinuation<Void, Never>]?

    /// - Parameters:
    ///   - registration: who may make an account.
    ///   - clock: the time it begins with.
    ///   - seed: of the ids and guest names it gives.
    public init(
        configuration: InProcessServer.Configuration = InProcessServer.Configuration(rate: nil),
        registration: Registration = .open, clock: ManualClock = ManualClock(), seed: UInt64 = 1
    ) {
        var random = SeededGenerator(seed: seed)
        self.configuration = configuration
        accounts = LoopbackAccounts(registration: registration)
        store = DiskStore(DiskStore.Disk(epoch: .random(using: &random)))
        server = InProcessServer(
            store: store, authenticator: accounts, reservations: accounts.reservations, configuration: configuration,
            seed: random.next())
        server.clock = clock
        self.random = random
    }

    /// The way for a client to this server. Any number of clients may use it.
    public nonisolated var transport: LoopbackTransport { LoopbackTransport(server: self) }

    /// Someone else says something, by a connection of their own, which stays; it is there when this returns.
    ///
    /// - Returns: what was refused, and why; `nil` when it was said.
    @discardableResult
    public func say(_ text: String, as name: String, in room: RoomName) -> WireError? {
        act(
            .mutate(room: room, number: nil, after: nil, .message(text: text, reply: nil, payload: nil)), as: name,
            in: room)
    }

    /// Someone else does something in a room: reacts, reads, types, leaves.
    @discardableResult
    public func act(_ request: ClientFrame.Request, as name: String, in room: RoomName) -> WireError? {
        let puppet = puppets[name] ?? introduce(name)
        server.receive(ClientFrame(ref: 1, request: .join(room: room, since: nil)), from: puppet)
        server.receive(ClientFrame(ref: 2, request: request), from: puppet)
        server.run()
        var refusal: WireError?
        for case .frame(.error(2, let error)) in server.take(from: puppet) { refusal = error }
        deliver()
        return refusal
    }

    /// What is sent from now on is accepted, and neither stored nor answered until ``release()``: a slow disk.
    public func hold() { isHeld = true }

    /// Ends ``hold()``: stores and answers what waits, and from then on everything at once.
    public func release() {
        isHeld = false
        work()
    }

    /// Time passes.
    public func advance(by milliseconds: Int64) {
        server.clock.advance(by: milliseconds)
        server.tick()
        work()
    }

    /// Every client's connection ends: `nil` for one that broke, a code for what a server would say.
    public func disconnectAll(_ code: CloseCode? = nil) {
        for (id, sink) in sinks {
            server.disconnect(id)
            sink.close(code)
        }
        sinks = [:]
    }

    /// It can't be reached until ``comeBack()``.
    public func goAway() {
        isAway = true
        disconnectAll()
    }

    /// Ends ``goAway()``: clients can connect again.
    public func comeBack() { isAway = false }

    /// The process ends and another starts on the same disk: all that was acknowledged is there, all that was only in memory is not.
    public func restart() {
        disconnectAll()
        puppets = [:]
        store = DiskStore(store.disk)
        let (clock, files, lastConnection) = (server.clock, server.files, server.lastConnection)
        server = InProcessServer(
            store: store, authenticator: accounts, reservations: accounts.reservations, configuration: configuration,
            seed: random.next())
        server.clock = clock
        server.files = files
        // A connection of before the restart that closes late must not close a new one.
        server.lastConnection = lastConnection
    }

    /// A room's log as it stands.
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

    /// Files stand still on their way, from the next part on, until ``releaseFiles()``.
    public func holdFiles() { if heldFiles == nil { heldFiles = [:] } }

    /// Ends ``holdFiles()``: the transfers go on.
    public func releaseFiles() {
        let held = heldFiles ?? [:]
        heldFiles = nil
        for continuation in held.values { continuation.resume() }
    }

    /// Forgets all files that wait for their message, as a server does after a day.
    public func forgetFiles() { server.forgetUnused(before: .max) }

    /// How many files it has.
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

    /// A file's bytes, as the user of the token gets them; without one, as somebody unknown does.
    public func file(_ id: FileID, token: String? = nil) throws(WireError) -> [UInt8] {
        try server.get(id, token: token)
    }
}

// What a connection asks for.
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
        hangUp(id)
        work()
    }

    private func hangUp(_ id: InProcessServer.ConnectionID) {
        sinks[id] = nil
        server.disconnect(id)
    }
}
