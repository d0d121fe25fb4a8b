/// Chat for an app: one account on one server. ``ChatModel/Chat`` decides; this actor performs its
/// effects.
///
/// A command is stored before it is sent, and sent until the server has replied for good: once and
/// in order, across lost connections and restarts of app and server. The first call opens the
/// storage. Calls take effect in their order. Nothing runs on the caller's actor.
///
/// A method that returns a ``Sending`` throws a ``ChatWire/WireError`` if the command is not
/// accepted: 291 (`notKept`) if the device's disk refuses, 290 (`outboxFull`) if too much waits
/// already, 292 (`notConnected`) before the first welcome where the user's own id is needed, or the
/// error that the server would reply with. The other commands throw a ``StorageError`` if the disk
/// refuses. Both throw a ``StorageError`` if the storage can't be opened.
///
/// ``stop()`` ends the connection and the timers. ``shutDown()`` ends the storage and the streams
/// as well.
public actor ChatClient {
    /// The client runs on a serial queue of its own, because the journal's flushes block and must
    /// not hold up the pool of all tasks.
    private let executor = QueueExecutor("martlet.client")
    /// The executor of this client alone; on it the client may wait for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let transport: any Transport
    private let storage: any Storage
    nonisolated let files: (any FileTransport)?
    let requests: (any RequestTransport)?
    let clock: any ClientClock
    let background: any BackgroundExecution
    let messageSearch: any MessageSearch
    let reachability: any Reachability
    let spoolWriter = SpoolWriter()
    let tokens: (any TokenProvider)?
    let program: String
    private let name: String?
    private var configuration: Chat.Configuration

    private(set) var engine: Engine?
    private(set) var isShutDown = false
    /// The user when the client was shut down.
    private(set) var lastIdentity: Identity?
    /// Commands that will be stored with the next flush.
    var gathered: [Input] = []
    var listeners = Listeners()
    var settlements = Settlements()
    var answers = PendingAnswers()
    var alarms = Alarms()
    var link: Link?
    var uploads = Uploads()
    /// Tells events of the current link from those of an earlier one.
    var attempt: UInt64 = 0
    var authentication: Task<Void, Never>?
    var networkWatch: Task<Void, Never>?
    private var notices: NoticeWriter?
    var assertion: Task<any BackgroundAssertion, Never>?

    /// Creates a client. It opens its storage with the first call, and connects with ``start()``.
    ///
    /// - Parameters:
    ///   - transport: The connection to the server.
    ///   - files: The transport for files, if it is not the connection's own.
    ///   - storage: Where unsent messages and the newest events are stored. By default they are
    ///     forgotten with the process.
    ///   - name: The requested display name: 1 to 32 characters. Without it the server chooses one.
    ///   - configuration: What the client does by itself: which rooms it enters, and how it catches
    ///     up.
    ///   - clock: The time and the pauses. Tests pass a manual one.
    ///   - background: Asks the system for time when the app leaves the screen while something
    ///     waits.
    ///   - search: What ``search(_:in:)`` searches.
    ///   - reachability: Tells when the device's network changes, so that the client connects at
    ///     once when there is one again. By default the system's.
    ///   - tokens: Supplies the tokens of a user whom another system knows. Without it the user is
    ///     a guest, until ``signUp(name:password:invite:)`` or ``signIn(name:password:)``; the
    ///     server issues a token, which the storage keeps.
    ///   - program: What the list of sessions calls this program, after it has signed up or in
    ///     (``ChatWire/ProgramRule``).
    ///   - notices: Is told what the client does, in order, for a log or analytics. It is called
    ///     while the client works, so it must return at once.
    public init(
        transport: any Transport, files: (any FileTransport)? = nil, storage: any Storage = MemoryStorage(),
        name: String? = nil,
        tokens: (any TokenProvider)? = nil, configuration: Chat.Configuration = Chat.Configuration(),
        clock: any ClientClock = SystemClock(), background: any BackgroundExecution = NoBackgroundTask(),
        search: any MessageSearch = LocalMessageSearch(), reachability: any Reachability = SystemReachability(),
        program: String = ProgramName.usual, notices: (@Sendable (ClientNotice) -> Void)? = nil
    ) {
        messageSearch = search
        self.reachability = reachability
        self.transport = transport
        self.storage = storage
        self.files = files ?? transport.files
        requests = transport.requests
        self.clock = clock
        self.background = background
        self.tokens = tokens
        self.name = name
        self.program = program
        self.notices = notices.map { NoticeWriter($0) }
        self.configuration = configuration
        if tokens != nil { self.configuration.authenticates = true }
    }

    deinit {
        alarms.cancelAll()
        uploads.cancelAll()
        link?.close(.normal)
        authentication?.cancel()
        networkWatch?.cancel()
        listeners.dismiss()
        if let assertion { Task { await assertion.value.end() } }
    }

    /// The client's whole state.
    public func chat() throws(StorageError) -> Chat { try opened().chat }

    /// What could not be read when the storage was opened: a sentence for the user; `nil` if
    /// nothing was wrong.
    public func damage() throws(StorageError) -> String? { try opened().damage }

    /// The timers that run.
    package var runningTimers: Set<Chat.Timer> { alarms.running }

    /// Handles any input, without the checks of the typed methods, such as the rule for names.
    ///
    /// - Throws: ``StorageError`` if a command could not be stored. Then it was not accepted, and
    ///   nothing has changed.
    package func handle(_ input: Input) throws(StorageError) { try handle([input]) }

    /// Handles inputs together, after the gathered commands.
    func handle(_ inputs: [Input]) throws(StorageError) {
        let before = try opened().chat.connection
        let all = gathered + inputs
        gathered = []
        let now = clock.now
        let effects = engine?.handle(all, at: now) ?? []
        let trouble = engine?.trouble
        if let chat = engine?.chat {
            notices?.handled(
                all, effects, from: before, to: chat, isStored: trouble == nil, at: now.monotonic)
        }
        perform(effects)
        updateBackground()
        if let trouble { throw trouble }
    }

    /// Ends everything, streams included. Accepted messages stay in the storage, which another
    /// client may then open.
    public func shutDown() {
        guard !isShutDown else { return }
        // A storage that was not opened is not opened for this.
        if engine != nil { try? handle(.stop) }
        lastIdentity = engine?.chat.identity
        unwatchNetwork()
        isShutDown = true
        alarms.cancelAll()
        uploads.cancelAll()
        authentication?.cancel()
        listeners.dismiss()
        settlements.dismiss()
        answers.dismiss()
        engine?.close()
        engine = nil
        updateBackground()
    }

    /// Deletes everything that the storage keeps, after ``shutDown()``.
    func erase() throws(StorageError) { try storage.erase() }

    func opened() throws(StorageError) -> Engine {
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
            case .moderation(let ticket, let result): answers.answer(ticket, result.map { .moderation($0) })
            case .found(let ticket, let result): answers.answer(ticket, result.map { .findings($0) })
            case .changed(let change): changes.insert(change)
            }
        }
        guard !changes.isEmpty, let chat = engine?.chat else { return }
        listeners.tell(changes, chat)
        if changes.contains(.conversations) { openWindows() }
    }
}
