import ArgumentParser
import ChatCore
import ChatTerminal
import Foundation

/// A chat on the full screen: passes keys to the interface, its intents to the client, and draws
/// the screen after each event.
struct ChatSession {
    let client: ChatClient
    let transport: CommandTransport
    var interface: Interface
    let events = TerminalEvents()
    private var chat: Chat?
    private var keys = KeyParser()
    /// The time zone that the interface has the offsets of.
    private var zone: TimeZone?
    /// What the terminal shows; `nil` if that is not known.
    var shown: Grid?
    private let capabilities = Capabilities(environment: ProcessInfo.processInfo.environment)
    private let output = DispatchQueue(label: "martlet.screen")
    /// How the session ends.
    private var isOver = false
    /// Whether the user's shell has the terminal.
    private var isSuspended = false
    private var status: Int32 = 0
    /// A sentence for the user's own screen, after the end.
    private var farewell: String?

    /// Asks the server to end the user's session. Cancelling it ends the wait; what this device has
    /// is erased all the same.
    var signingOut: Task<Void, Never>?

    /// When the last bytes came.
    private var waitingSince = ContinuousClock.now
    /// Sleeps for ``KeyParser/silence``, then yields `.silence`.
    private var silence: Task<Void, Never>?

    init(client: ChatClient, transport: CommandTransport, room: RoomName?, hasTokenFile: Bool) {
        self.client = client
        self.transport = transport
        let address = transport.address
        interface = Interface(
            size: RawTerminal.size, room: room, server: "\(address.host):\(address.port)",
            host: address.title, hasTokenFile: hasTokenFile)
        interface.filesInFolder = { Self.names(in: $0) }
    }

    /// Returns when the user quits, with a sentence to print if there is one.
    mutating func run() async throws -> String? {
        defer { events.end() }
        try RawTerminal.enter()
        defer { RawTerminal.leave() }
        let changes = try await client.changes()
        try await client.handle(.listRooms)
        try await client.start()
        if let damage = try await client.damage() { interface.tell(damage, isError: true) }
        let (sink, transport) = (events.sink, transport)
        let watching = Task { for await _ in changes { sink.changed() } }
        let failing = Task { for await failure in transport.failures { sink.yield(.failed(failure)) } }
        defer {
            watching.cancel()
            failing.cancel()
            silence?.cancel()
        }
        for await event in events.stream {
            try await take(event)
            if isOver { break }
            await draw()
        }
        if status != 0 { throw ExitCode(status) }
        return farewell
    }

    private mutating func take(_ event: TerminalEvent) async throws {
        if let signingOut { return try take(event, whileSigningOut: signingOut) }
        var intents: [Intent] = []
        interface.now = Int64(Date().timeIntervalSince1970 * 1_000)
        let current = TimeZone.current
        if zone != current {
            zone = current
            interface.utcOffsets = UTCOffsets(of: current)
        }
        events.sink.changesRead()
        let chat = try await client.chat()
        switch event {
        case .bytes(let bytes):
            for key in keys.feed(bytes) { try await take(key) }
            awaitSilence()
        case .silence: try await flush()
        case .changed: intents = interface.update(chat)
        case .told(let text, let isError): interface.tell(text, isError: isError)
        case .answered(let answer): intents = interface.take(answer, chat: chat)
        case .replied(let reply, let question): intents = interface.take(reply, to: question, chat: chat)
        case .failed(let failure): interface.failure = failure
        case .hungUp: isOver = true
        case .signal(let number): try received(number)
        case .signedOut: break
        }
        try await perform(intents)
    }

    /// The client ends meanwhile, so nothing else is asked of it.
    private mutating func take(_ event: TerminalEvent, whileSigningOut task: Task<Void, Never>) throws {
        switch event {
        case .signedOut(let result): end(saying: try result.get())
        case .bytes(let bytes): if keys.feed(bytes).contains(.control("c")) { task.cancel() }
        case .signal(SIGWINCH), .signal(SIGTSTP), .signal(SIGCONT):
            if case .signal(let number) = event { try received(number) }
        case .signal, .hungUp: task.cancel()
        case .silence, .changed, .told, .answered, .replied, .failed: break
        }
    }

    /// Waits until the intents of the previous key are done.
    private mutating func take(_ key: Key) async throws {
        if isOver || signingOut != nil { return }
        try await perform(interface.handle(key, chat: try await client.chat()))
    }

    /// Performs intents, and what follows from them.
    private mutating func perform(_ intents: [Intent]) async throws {
        var intents = intents
        var rounds = 0
        while !intents.isEmpty, !isOver, rounds < 8 {
            for intent in intents where !isOver && signingOut == nil {
                do { try await perform(intent) } catch let error as WireError {
                    interface.tell(error.text, isError: true)
                } catch let error as StorageError {
                    interface.tell(error.description, isError: true)
                }
            }
            if isOver || signingOut != nil { return }
            intents = interface.update(try await client.chat())
            rounds += 1
        }
    }

    private mutating func awaitSilence() {
        waitingSince = .now
        silence?.cancel()
        silence = keys.silence.map { pause in
            Task { [sink = events.sink] in
                do { try await Task.sleep(for: .milliseconds(pause)) } catch { return }
                sink.yield(.silence)
            }
        }
    }

    /// Takes an ESC that nothing has followed as the key, and a paste without its end as a whole.
    private mutating func flush() async throws {
        guard let pause = keys.silence, ContinuousClock.now - waitingSince >= .milliseconds(pause) else { return }
        for key in keys.flush() { try await take(key) }
        awaitSilence()
    }

    private mutating func received(_ number: Int32) throws {
        switch number {
        case SIGWINCH: interface.size = RawTerminal.size
        case SIGTSTP: suspend()
        case SIGCONT:
            isSuspended = false
            try RawTerminal.enter()
            interface.size = RawTerminal.size
        default:
            isOver = true
            status = number == SIGINT ? 0 : 128 + number
        }
        shown = nil
    }

    /// Stops the process, as Ctrl-Z does. Nothing is drawn before the shell continues it: the
    /// process may run on for a moment.
    mutating func suspend() {
        guard JobControl.hasShell else {
            interface.tell(
                localized("The client was not stopped: it was not started directly by a shell."), isError: true)
            return
        }
        isSuspended = true
        RawTerminal.leave()
        kill(getpid(), SIGSTOP)
    }

    mutating func quit() { isOver = true }

    mutating func end(saying sentence: String) { (isOver, farewell) = (true, sentence) }

    mutating func draw() async {
        guard !isSuspended, let chat = try? await client.chat() else { return }
        let files = transport.files
        let grid = Screen(chat, interface) { files?.url(of: $0)?.absoluteString }.draw()
        let bytes = GridDifference(from: shown, to: grid, capabilities).bytes
        shown = grid
        if bytes.isEmpty { return }
        // A terminal may take its time, for example over a slow line.
        let isWritten = await withCheckedContinuation { continuation in
            output.async { continuation.resume(returning: Self.write(bytes)) }
        }
        if !isWritten { events.sink.yield(.hungUp) }
    }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, 1_000)
                continue
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
