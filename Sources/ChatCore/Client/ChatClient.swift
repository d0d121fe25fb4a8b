/// Chat for an app: one account on one server. ``ChatModel/Chat`` decides; this actor performs its
/// effects.
///
/// A command is stored before it is sent, and sent until the server has replied for good: once and
/// in order, across lost connections and restarts of app and server. The first call opens the
/// storage. Calls take effect in their order. Nothing runs on the caller's actor.
///
/// ``stop()`` ends the connection and the timers. ``shutDown()`` ends the storage and the streams
/// as well.
public actor ChatClient {
    /// The journal's flushes block, so the client has a thread of its own and none of those that all tasks share.
    private let executor = QueueExecutor("martlet.client")
    /// The executor of this client alone; on it the client may wait for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let transport: any Transport
    private let storage: any Storage
    nonisolated let files: (any FileTransport)?
    let requests: (any RequestTransport)?
    let clock: any ClientClock
    let background: any BackgroundExecution
    let messageSearch: any MessageSearch
    let copies = FileCopies()
    private let tokens: (any TokenProvider)?
    private let name: String?
    private var configuration: Chat.Configuration

    private var engine: Engine?
    private var isShutDown = false
    /// Commands that will be stored with the next flush.
    private var gathered: [Input] = []
    private var listeners = Listeners()
    private var settlements = Settlements()
    /// Questions for people that wait for their page.
    private var questions: [Ticket: CheckedContinuation<Result<PeoplePage, WireError>, Never>] = [:]
    /// Questions of moderators that wait for their answer.
    private var moderation: [Ticket: CheckedContinuation<Result<ModerationAnswer, WireError>, Never>] = [:]
    private var alarms = Alarms()
    private var link: Link?
    private var uploads = Uploads()
    /// Tells events of the current link from those of an earlier one.
    private var attempt: UInt64 = 0
    private var authentication: Task<Void, Never>?
    private var assertion: Task<any BackgroundAssertion, Never>?

    /// Creates a client. It opens its storage with the first call, and connects with ``start()``.
    ///
    /// - Parameters:
    ///   - transport: The connection to the server.
    ///   - files: The transport for files, if it is not the connection's own.
    ///   - storage: Where unsent messages and the newest events are stored. By default they are
    ///     forgotten with the process.
    ///   - name: The requested display name: 1 to 32 characters. Without it the server chooses one.
    ///   - search: What ``search(_:in:)`` searches.
    ///   - tokens: Supplies the tokens of a user whom another system knows. Without it the user is
    ///     a guest, until ``signUp(name:password:invite:)`` or ``signIn(name:password:)``; the server
    ///     issues a token, which the storage keeps.
    public init(
        transport: any Transport, files: (any FileTransport)? = nil, storage: any Storage = MemoryStorage(),
        name: String? = nil,
        tokens: (any TokenProvider)? = nil, configuration: Chat.Configuration = Chat.Configuration(),
        clock: any ClientClock = SystemClock(), background: any BackgroundExecution = NoBackgroundTask(),
        search: any MessageSearch = HeldMessageSearch()
    ) {
        messageSearch = search
        self.transport = transport
        self.storage = storage
        self.files = files ?? transport.files
        requests = transport.requests
        self.clock = clock
        self.background = background
        self.tokens = tokens
        self.name = name
        self.configuration = configuration
        if tokens != nil { self.configuration.authenticates = true }
    }

    deinit {
        alarms.cancelAll()
        uploads.cancelAll()
        link?.close(.normal)
        authentication?.cancel()
    }

    /// The client's whole state.
    public func chat() throws(StorageError) -> Chat { try opened().chat }

    /// What could not be read when the storage was opened: a sentence for the user; `nil` if
    /// nothing was wrong.
    public func damage() throws(StorageError) -> String? { try opened().damage }

    /// The timers that run.
    var runningTimers: Set<Chat.Timer> { alarms.running }

    /// Handles any input, for those that have no method of their own.
    ///
    /// - Throws: ``StorageError`` if a command could not be stored. Then it was not accepted, and
    ///   nothing has changed.
    public func handle(_ input: Input) throws(StorageError) { try handle([input]) }

    /// Handles inputs together, after the gathered commands.
    private func handle(_ inputs: [Input]) throws(StorageError) {
        _ = try opened()
        let all = gathered + inputs
        gathered = []
        let effects = engine?.handle(all, at: clock.now) ?? []
        let trouble = engine?.trouble
        perform(effects)
        if let trouble { throw trouble }
    }

    /// Ends everything, streams included. Accepted messages stay in the storage, which another
    /// client may then open.
    public func shutDown() {
        guard !isShutDown else { return }
        try? handle(.stop)
        isShutDown = true
        alarms.cancelAll()
        uploads.cancelAll()
        authentication?.cancel()
        listeners.dismiss()
        settlements.dismiss()
        for ticket in questions.keys { answer(ticket, .failure(.notConnected)) }
        for ticket in moderation.keys { answerModerator(ticket, .failure(.notConnected)) }
        engine?.close()
        engine = nil
        updateBackground()
    }

    /// Deletes everything that the storage keeps, after ``shutDown()``.
    func erase() throws(StorageError) { try storage.erase() }

    /// Waits for a ticket's final outcome, for ``Sending/settled()``.
    func settlement(of ticket: Ticket) async throws -> Settlement {
        if let end = settlements.end(of: ticket) { return end }
        if isShutDown { throw CancellationError() }
        let id = UInt64.random(in: .min ... .max)
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                settlements.wait(for: ticket, id, continuation)
                if Task.isCancelled { settlements.giveUp(ticket, id) }
            }
        } onCancel: {
            Task { await self.giveUp(ticket, id) }
        }
        guard let end else { throw CancellationError() }
        return end
    }

    /// Accepts a command. When this returns it is on disk, flushed together with other commands of
    /// the same moment.
    func accept(_ mutation: Mutation, in room: RoomName) async throws -> Sending {
        let ticket = Ticket(UInt64.random(in: .min ... .max))
        try await accept(.perform(mutation, in: room, ticket: ticket), ticket)
        return Sending(ticket: ticket, client: self)
    }

    func accept(_ input: Input, _ ticket: Ticket) async throws {
        _ = try opened()
        settlements.reopen(ticket)
        if gathered.count >= Limits.framesTogether { try? handle([]) }
        gathered.append(input)
        await Task.yield()
        // The first caller flushes the whole batch.
        if !gathered.isEmpty { try? handle([]) }
        if case .failed(let error) = settlements.end(of: ticket), !isHeld(ticket, failing: error) { throw error }
    }

    /// Whether it failed after it was accepted. Then the failure is visible in the outbox, and can
    /// be retried.
    private func isHeld(_ ticket: Ticket, failing error: WireError) -> Bool {
        error.code != .notKept && engine?.chat.outbox[ticket] != nil
    }

    /// Adds a listener, which gets the current state at once.
    func listen<Value>(_ join: (inout Listeners, Chat) -> Value) throws(StorageError) -> Value {
        join(&listeners, try opened().chat)
    }

    /// Streams a room's timeline. Its window is open while anybody listens.
    func watch(_ room: RoomName) throws(StorageError) -> AsyncStream<ConversationState> {
        let chat = try opened().chat
        let isFollowing = chat.conversations[room]?.timeline.isFollowing ?? true
        try? handle(.show(room, .following(isFollowing)))
        return listeners.watch(room, try opened().chat) { [weak self] in
            // Ends by itself right after the call.
            Task { await self?.unwatched(room) }
        }
    }

    private func unwatched(_ room: RoomName) {
        if listeners.unwatch(room), !isShutDown { try? handle(.show(room, .closed)) }
    }

    private func giveUp(_ ticket: Ticket, _ id: UInt64) { settlements.giveUp(ticket, id) }

    private func opened() throws(StorageError) -> Engine {
        if let engine { return engine }
        if isShutDown { throw .unusable("This client was shut down. Create a new one.") }
        let device = DeviceID.random()
        let fresh = try Engine(storage: storage, device: device, name: name, configuration: configuration)
        engine = fresh
        return fresh
    }

    private func perform(_ effects: [Effect]) {
        var changes: Set<Change> = []
        for effect in effects {
            switch effect {
            case .keep, .release: break
            case .upload(let ticket, let upload, let token): begin(upload, ticket, token)
            case .cancelUpload(let ticket): uploads.cancel(ticket)
            case .open: open()
            case .close(let code): close(code)
            case .send(let frame): send(frame)
            case .wait(let timer, let milliseconds): alarms.set(timer, alarm(timer, after: milliseconds))
            case .cancel(let timer): alarms.cancel(timer)
            case .authenticate(let refused): authenticate(replacing: refused)
            case .settled(let ticket, let end): settlements.settle(ticket, end)
            case .people(let ticket, let page): answer(ticket, page)
            case .moderation(let ticket, let result): answerModerator(ticket, result)
            case .changed(let change): changes.insert(change)
            }
        }
        guard !changes.isEmpty, let chat = engine?.chat else { return }
        listeners.tell(changes, chat)
        if changes.contains(.outbox) { updateBackground() }
        if changes.contains(.conversations) { openWindows() }
    }
}

// Questions that are not stored.
extension ChatClient {
    /// Reads a page of a room's people. The answer comes at the latest when the connection ends.
    func people(of room: RoomName, after: UserID?) async throws -> PeoplePage {
        _ = try opened()
        let ticket = Ticket(UInt64.random(in: .min ... .max))
        let page = await withCheckedContinuation { continuation in
            questions[ticket] = continuation
            do throws(StorageError) {
                try handle(.listPeople(room, after: after, ticket))
            } catch {
                answer(ticket, .failure(.notKept(error)))
            }
        }
        return try page.get()
    }

    /// Asks a question of a moderator. The answer comes at the latest when the connection ends.
    package func ask(_ question: ModerationQuestion) async throws -> ModerationAnswer {
        _ = try opened()
        let ticket = Ticket(UInt64.random(in: .min ... .max))
        let result = await withCheckedContinuation { continuation in
            moderation[ticket] = continuation
            do throws(StorageError) { try handle(.ask(question, ticket)) } catch {
                answerModerator(ticket, .failure(.notKept(error)))
            }
        }
        return try result.get()
    }

    private func answerModerator(_ ticket: Ticket, _ result: Result<ModerationAnswer, WireError>) {
        moderation.removeValue(forKey: ticket)?.resume(returning: result)
    }

    private func answer(_ ticket: Ticket, _ page: Result<PeoplePage, WireError>) {
        questions.removeValue(forKey: ticket)?.resume(returning: page)
    }
}

// Windows on timelines.
extension ChatClient {
    /// Opens the windows of rooms that listeners were waiting for.
    private func openWindows() {
        for room in listeners.opening(engine?.chat.conversations ?? [:]) {
            try? handle(.show(room, .following(true)))
        }
    }
}

// Files.
extension ChatClient {
    func spool() throws(StorageError) -> any Spool { try opened().spool }

    private func begin(_ upload: Upload, _ ticket: Ticket, _ token: String) {
        guard let source = engine?.spool.source(of: ticket, size: upload.size) else { return }
        let run = UploadRun(ticket: ticket, upload: upload, token: token, source: source, files: files)
        uploads.begin(ticket) { attempt in
            Task { [weak self] in
                let end = await run.run { [weak self] in await self?.uploading(ticket, attempt, $0) }
                await self?.uploaded(ticket, attempt, end)
            }
        }
    }

    private func uploading(_ ticket: Ticket, _ attempt: UInt64, _ bytes: UInt64) {
        if uploads.isCurrent(ticket, attempt) { try? handle(.uploadProgress(ticket, bytes)) }
    }

    private func uploaded(_ ticket: Ticket, _ attempt: UInt64, _ end: Input) {
        if uploads.end(ticket, attempt) { try? handle(end) }
    }
}

// The connection.
extension ChatClient {
    private func open() {
        attempt &+= 1
        let attempt = attempt
        link = Link(transport) { [weak self] happening in await self?.happened(happening, in: attempt) }
    }

    private func close(_ code: CloseCode) {
        attempt &+= 1
        link?.close(code)
        link = nil
    }

    private func send(_ frame: ClientFrame) {
        // A link that accepts no more frames counts as lost. Everything unconfirmed is sent again.
        guard let link, !link.send(frame) else { return }
        close(.tooSlow)
        try? handle(.closed(nil))
    }

    private func happened(_ happening: Link.Happening, in attempt: UInt64) {
        guard attempt == self.attempt else { return }
        switch happening {
        case .opened: try? handle(.opened)
        case .events(let events):
            if case .closed = events.last {
                link = nil
                self.attempt &+= 1
            }
            try? handle(events.map(\.input))
        }
    }

    private func alarm(_ timer: Chat.Timer, after milliseconds: Int64) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(milliseconds: milliseconds)) != nil else { return }
            await self?.rang(timer)
        }
    }

    private func rang(_ timer: Chat.Timer) {
        // The timer was cancelled or replaced before it got here.
        if Task.isCancelled { return }
        alarms.fired(timer)
        try? handle(.timer(timer))
    }

    private func authenticate(replacing refused: String?) {
        authentication?.cancel()
        authentication = Task { [weak self, tokens] in
            let answer: Input
            do {
                // An account whose session has ended is signed out.
                answer = .token(try await tokens?.token(replacing: refused))
            } catch {
                answer = .tokenFailed(error as? WireError)
            }
            await self?.authenticated(answer)
        }
    }

    private func authenticated(_ answer: Input) {
        if Task.isCancelled { return }
        try? handle(answer)
    }

    /// Holds a background assertion while anything waits to be sent.
    private func updateBackground() {
        let isIdle = engine?.chat.outbox.isIdle ?? true
        if !isIdle, assertion == nil {
            assertion = Task { [background] in await background.begin("Sending messages") }
        } else if isIdle, let given = assertion {
            assertion = nil
            Task { await given.value.end() }
        }
    }
}

extension TransportEvent {
    fileprivate var input: Input {
        switch self {
        case .received(let frame): .received(frame)
        case .unreadable(let error): .unreadable(error)
        case .closed(let code): .closed(code)
        }
    }
}
