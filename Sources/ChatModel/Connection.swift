import ChatWire

/// The life of the connection: connecting, greeting, silence, loss, coming back, giving up.
public struct Connection: Hashable, Sendable {
    public private(set) var phase: Phase = .initial
    /// What to tell the user; `nil` while all is well.
    public private(set) var trouble: Trouble?
    /// What the system believes of the network.
    public private(set) var isOnline = true
    /// What the next hello says; `nil` for a new guest.
    private(set) var token: String?

    private let authenticates: Bool
    private var link = Link.idle
    private var failures = 0
    private var tokenRefusals = 0
    private var readySince: Int64?
    private var hasGreeted: Bool
    private var ghost = Ghost.none
    private var heartbeat = Heartbeat()

    /// - Parameter hasGreeted: whether an earlier process may have said hello and not kept its welcome.
    init(token: String? = nil, authenticates: Bool = false, hasGreeted: Bool = false) {
        self.token = token
        self.hasGreeted = hasGreeted
        self.authenticates = authenticates
    }

    public enum Phase: Hashable, Sendable {
        /// Not started, or stopped.
        case initial
        /// The first connection since the start is being made.
        case loading
        /// The server has welcomed us.
        case connected
        /// The connection was lost; another is being made, or ``trouble`` says why not.
        case connecting
    }

    public enum Trouble: Hashable, Sendable {
        /// The server can't be reached, or does not answer; tried again by itself.
        case unreachable
        /// The server says why not now; tried again by itself.
        case delayed(WireError)
        /// Given up: the hello was refused. A name that is taken wants ``Input/rename(_:)``.
        case refused(WireError)
        /// Given up: the server closed for a reason that coming back would not change.
        case closed(CloseCode)
        /// Given up: there is no token that the server accepts.
        case unauthenticated
    }

    /// Whether nothing more is tried until ``Input/reconnect``, ``Input/rename(_:)``, ``Input/token(_:)`` or
    /// ``Input/start``.
    public var hasGivenUp: Bool {
        switch trouble {
        case .refused, .closed, .unauthenticated: true
        case nil, .unreachable, .delayed: false
        }
    }

    /// Whether there is a connection, or shall be one.
    var isWanted: Bool { phase != .initial && !hasGivenUp }

    /// Where the current attempt stands.
    private enum Link: Hashable, Sendable { case idle, waiting, authenticating, opening, greeting, ready }

    /// An earlier connection of our own that the server may not know to be gone: it would hold our name against us, who without the
    /// token of its welcome are someone else.
    private enum Ghost: Hashable, Sendable {
        case none, possible
        /// The name was refused. Until then it may be that.
        case suspected(until: Int64)
    }
}

extension Connection {
    enum Input: Hashable {
        case start, stop, reconnect
        /// Close and say hello anew.
        case reintroduce
        case online(Bool)
        case foreground
        case token(String?)
        case opened
        /// Anything the server said.
        case heard
        case welcomed(token: String, ping: UInt64)
        /// The hello was.
        case refused(WireError)
        /// A request waits for its answer for too long.
        case unanswered
        case closed(CloseCode?)
        case timer(Chat.Timer)
    }

    enum Action: Hashable {
        case open
        case close(CloseCode)
        case greet
        case ping
        case authenticate
        /// What was under way will not be answered.
        case lost
        case wait(Chat.Timer, Int64)
        case cancel(Chat.Timer)
    }

    /// How long an attempt may take until its welcome, in milliseconds.
    static let welcomeDeadline: Int64 = 10_000
    /// A connection this old was a good one: back-off begins anew.
    static let steady: Int64 = 10_000

    mutating func handle(_ input: Input, at now: Now) -> [Action] {
        switch input {
        case .start: return start()
        case .stop: return hangUp(.normal) + idle(.initial, nil)
        case .reconnect: return retry()
        case .reintroduce:
            // Under a name that was chosen now, and that nothing of ours can hold.
            (hasGreeted, ghost) = (false, .none)
            return link == .idle && !hasGivenUp ? [] : hangUp(.normal) + connect()
        case .online(let isOnline): return reachable(isOnline, now)
        case .foreground:
            if link == .waiting { return retry() }
            return link == .ready ? listen(now) : []
        case .token(let token): return authenticated(token)
        case .opened: return opened(now)
        case .heard:
            heartbeat.heard(now.monotonic)
            return []
        case .welcomed(let token, let ping): return welcomed(token, ping, now)
        case .refused(let error): return refused(error, now)
        case .unanswered: return link == .ready ? lost(now, closing: .pingUnanswered) : []
        case .closed(let code): return closed(code, now)
        case .timer(let timer): return fired(timer, now)
        }
    }

    private mutating func start() -> [Action] {
        guard link == .idle else { return [] }
        phase = .loading
        failures = 0
        return connect()
    }

    private mutating func retry() -> [Action] {
        failures = 0
        return link == .waiting || hasGivenUp ? connect() : []
    }

    private mutating func connect() -> [Action] {
        if hasGivenUp { trouble = nil }
        tokenRefusals = link == .authenticating ? tokenRefusals : 0
        if authenticates && token == nil {
            link = .authenticating
            return [.cancel(.connect), .authenticate]
        }
        link = .opening
        return [.cancel(.connect), .open, .wait(.welcome, Connection.welcomeDeadline)]
    }

    private mutating func reachable(_ isOnline: Bool, _ now: Now) -> [Action] {
        self.isOnline = isOnline
        if isOnline && link == .waiting { return retry() }
        guard link == .ready else { return [] }
        heartbeat.probe(now.monotonic)
        return [.ping, .wait(.probe, Heartbeat.probeDeadline)]
    }

    private mutating func authenticated(_ token: String?) -> [Action] {
        if let token { self.token = token }
        guard link == .authenticating else {
            return token != nil && trouble == .unauthenticated ? connect() : []
        }
        guard token != nil else { return idle(phase, .unauthenticated) }
        return connect()
    }

    private mutating func opened(_ now: Now) -> [Action] {
        guard link == .opening else { return [] }
        link = .greeting
        heartbeat = Heartbeat()
        heartbeat.heard(now.monotonic)
        if hasGreeted { ghost = .possible }
        hasGreeted = true
        return [.greet]
    }

    private mutating func welcomed(_ token: String, _ ping: UInt64, _ now: Now) -> [Action] {
        guard link == .greeting else { return [] }
        link = .ready
        phase = .connected
        trouble = nil
        tokenRefusals = 0
        readySince = now.monotonic
        if !token.isEmpty { self.token = token }
        heartbeat.ping(every: ping)
        return [.cancel(.welcome)] + listen(now)
    }

    private mutating func refused(_ error: WireError, _ now: Now) -> [Action] {
        guard link == .greeting else { return [] }
        hasGreeted = false
        if error.code.isTemporary {
            return lost(now, closing: .normal, trouble: .delayed(error), advice: error.retry)
        }
        if error.code == .nameTaken, let left = haunted(now) {
            return lost(now, closing: .normal, trouble: .delayed(error), within: left)
        }
        guard error.code == .tokenRefused else { return hangUp(.normal) + idle(phase, .refused(error)) }
        token = nil
        tokenRefusals += 1
        if tokenRefusals > 1 {
            return hangUp(.normal) + idle(phase, authenticates ? .unauthenticated : .refused(error))
        }
        if !authenticates {
            hasGreeted = true
            return [.greet]
        }
        let actions = hangUp(.normal)
        link = .authenticating
        return actions + [.authenticate]
    }

    /// How long the name that is taken may still be held by ourselves; `nil` when it is another's.
    private mutating func haunted(_ now: Now) -> Int64? {
        if token == nil, ghost == .possible { ghost = .suspected(until: now.monotonic &+ Limits.ghostDeadline) }
        if case .suspected(let end) = ghost, now.monotonic < end { return end &- now.monotonic }
        ghost = .none
        return nil
    }

    private mutating func closed(_ code: CloseCode?, _ now: Now) -> [Action] {
        guard link == .opening || link == .greeting || link == .ready else { return [] }
        switch code?.advice ?? .reconnect {
        case .reconnect: break
        case .reintroduce: token = nil
        case .giveUp: return hangUp(nil) + idle(phase == .connected ? .connecting : phase, code.map { .closed($0) })
        }
        return lost(now, closing: nil)
    }

    private mutating func fired(_ timer: Chat.Timer, _ now: Now) -> [Action] {
        switch timer {
        case .connect: return link == .waiting ? connect() : []
        case .welcome: return link == .opening || link == .greeting ? lost(now, closing: .normal) : []
        case .silence: return link == .ready ? listen(now) : []
        case .probe:
            return link == .ready && heartbeat.isProbeUnanswered ? lost(now, closing: .pingUnanswered) : []
        case .sending, .reading, .joining, .uploading, .typing, .caching: return []
        }
    }

    /// Asks after a silence, and takes a longer one for the end.
    private mutating func listen(_ now: Now) -> [Action] {
        switch heartbeat.check(now.monotonic) {
        case .dead: lost(now, closing: .pingUnanswered)
        case .ping(let next): [.ping, .wait(.silence, next)]
        case .wait(let next): [.wait(.silence, next)]
        }
    }

    private mutating func lost(
        _ now: Now, closing code: CloseCode?, trouble: Trouble = .unreachable, advice: UInt64? = nil,
        within most: Int64 = .max
    ) -> [Action] {
        if let readySince, now.monotonic &- readySince >= Connection.steady { failures = 0 }
        let wasReady = link == .ready
        let actions = hangUp(code)
        self.trouble = wasReady ? nil : trouble
        link = .waiting
        let delay = Backoff.delay(failures: failures, advice: advice, random: now.random)
        failures = min(failures + 1, 16)
        return actions + [.wait(.connect, min(delay, most))]
    }

    /// Ends the attempt; with `code` where the other end has not done so.
    private mutating func hangUp(_ code: CloseCode?) -> [Action] {
        guard link != .idle else { return [] }
        var actions: [Action] = [.cancel(.connect), .cancel(.welcome), .cancel(.silence), .cancel(.probe)]
        if link == .opening || link == .greeting || link == .ready {
            if let code { actions.append(.close(code)) }
            actions.append(.lost)
        }
        link = .idle
        readySince = nil
        if phase == .connected { phase = .connecting }
        return actions
    }

    private mutating func idle(_ phase: Phase, _ trouble: Trouble?) -> [Action] {
        link = .idle
        self.phase = phase
        self.trouble = trouble
        return []
    }
}
