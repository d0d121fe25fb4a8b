import ChatWire

/// The connection's life as a state machine: connecting, greeting, silence, loss, reconnecting,
/// giving up.
public struct Connection: Hashable, Sendable {
    /// Where the connection stands.
    public private(set) var phase: Phase = .initial
    /// What to tell the user; `nil` while all is well.
    public private(set) var trouble: Trouble?
    /// Why the server refused the name that the user asked for last. They keep their former name,
    /// and the connection. `nil` when they ask for another name, or send something.
    public private(set) var nameRefusal: WireError?
    /// Whether the system reports a network.
    public private(set) var isOnline = true
    /// Whether somebody may be looking: then the pauses between attempts are shorter.
    private var isInForeground = true
    /// The token for the next hello; `nil` for a new guest.
    private(set) var token: String?

    /// Whether a token comes from elsewhere: the user is not a guest.
    private var authenticates: Bool
    /// The last token that the server refused or ended.
    private var refusedToken: String?
    private var link = Link.idle
    private var failures = 0
    private var tokenRefusals = 0
    private var readySince: Int64?
    /// Whether the next hello has a name that a known user has chosen. If it is refused, another
    /// one with the former name follows.
    private var isRenaming = false
    private var hasGreeted: Bool
    private var ghost = Ghost.none
    private var heartbeat = Heartbeat()

    /// - Parameter hasGreeted: Whether an earlier process may have sent a hello and not stored its
    ///   welcome.
    init(token: String? = nil, authenticates: Bool = false, hasGreeted: Bool = false) {
        self.token = token
        self.hasGreeted = hasGreeted
        self.authenticates = authenticates
    }

    /// Where the connection stands.
    public enum Phase: Hashable, Sendable {
        /// Not started, or stopped.
        case initial
        /// Making the first connection since the start.
        case loading
        /// Connected and welcomed.
        case connected
        /// The connection was lost. The client connects again, or ``trouble`` says why it can't.
        case connecting
    }

    /// Why there is no connection.
    public enum Trouble: Hashable, Sendable {
        /// The server, or the source of tokens, can't be reached or does not answer. The client
        /// tries again by itself.
        case unreachable
        /// The server, or the source of tokens, refused for now. The client tries again by itself.
        case delayed(WireError)
        /// Given up: the server refused the hello. If the name is taken, ask for
        /// another one (`ChatClient.rename(_:)`).
        case refused(WireError)
        /// Given up: the server closed with a code that reconnecting would not change.
        case closed(CloseCode)
        /// Given up: the user is signed out, because there is no token that the server accepts.
        case unauthenticated
    }

    /// Whether the client waits for the user before it tries again: for a new try, another name, a
    /// sign-in or a start.
    public var hasGivenUp: Bool {
        switch trouble {
        case .refused, .closed, .unauthenticated: true
        case nil, .unreachable, .delayed: false
        }
    }

    /// Whether there is a connection, or there should be one.
    var isWanted: Bool { phase != .initial && !hasGivenUp }

    /// The stage of the current attempt.
    private enum Link: Hashable, Sendable { case idle, waiting, authenticating, opening, greeting, ready }

    /// A previous connection of this client that the server may still hold open.
    ///
    /// It would keep the user's name taken: without the token of its welcome, the server takes this
    /// client for another user.
    private enum Ghost: Hashable, Sendable {
        case none, possible
        /// The name was refused. Until this time, the previous connection may be the reason.
        case suspected(until: Int64)
    }
}

extension Connection {
    enum Input: Hashable {
        case start, stop, reconnect
        /// Close, and say hello again with another name.
        case reintroduce
        /// The user has seen why their new name was refused.
        case nameRefusalSeen
        case online(Bool)
        /// Whether the app is in front of the user.
        case foreground(Bool)
        case token(String?)
        /// There is no token now.
        case tokenFailed(WireError?)
        /// Whether a token comes from elsewhere: the user does not become a new guest.
        case authenticates(Bool)
        /// The user has signed in: say hello again, with the token of their account.
        case signedIn(token: String)
        /// The token expires soon.
        case expiring
        case opened
        /// The server sent something.
        case heard
        case welcomed(token: String, ping: UInt64)
        /// The server refused the hello.
        case refused(WireError)
        /// A request has waited too long for its reply.
        case unanswered
        case closed(CloseCode?)
        case timer(Chat.Timer)
    }

    enum Action: Hashable {
        case open
        case close(CloseCode)
        case greet
        /// Forget the name that was asked for: the user keeps the one that the server knows.
        case keepName
        /// Send the new token.
        case renew
        case ping
        /// Get a token in place of this one.
        case authenticate(replacing: String?)
        /// Requests under way will not be answered.
        case lost
        case wait(Chat.Timer, Int64)
        case cancel(Chat.Timer)
    }

    mutating func handle(_ input: Input, at now: Now) -> [Action] {
        switch input {
        case .start: return start()
        case .stop: return hangUp(.normal) + idle(.initial, nil)
        case .reconnect: return retry()
        case .reintroduce:
            isRenaming = token != nil
            return reintroduce()
        case .nameRefusalSeen:
            nameRefusal = nil
            return []
        case .online(let isOnline): return reachable(isOnline, now)
        case .foreground(let isInForeground):
            self.isInForeground = isInForeground
            guard isInForeground else { return [] }
            if link == .waiting { return retry() }
            return link == .ready ? listen(now) : []
        case .token(let token): return authenticated(token)
        case .tokenFailed(let error):
            guard link == .authenticating else { return [] }
            return lost(now, closing: nil, trouble: error.map { .delayed($0) } ?? .unreachable, advice: error?.retry)
        case .signedIn(let token):
            authenticates = true
            self.token = token
            isRenaming = false
            return reintroduce()
        case .authenticates(let isOn):
            authenticates = isOn
            return !isOn && trouble == .unauthenticated ? connect() : []
        case .expiring: return authenticates && link == .ready ? [.authenticate(replacing: token)] : []
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
        (failures, tokenRefusals) = (0, 0)
        return connect()
    }

    private mutating func retry() -> [Action] {
        failures = 0
        return link == .waiting || hasGivenUp ? connect() : []
    }

    private mutating func reintroduce() -> [Action] {
        nameRefusal = nil
        // A newly chosen name cannot be held by a previous connection.
        (hasGreeted, ghost) = (false, .none)
        return link == .idle && !hasGivenUp ? [] : hangUp(.returning) + connect()
    }

    private mutating func connect() -> [Action] {
        if hasGivenUp { (trouble, tokenRefusals) = (nil, 0) }
        if authenticates && token == nil {
            link = .authenticating
            return [.cancel(.connect), .authenticate(replacing: refusedToken)]
        }
        if link != .authenticating { tokenRefusals = 0 }
        link = .opening
        return [.cancel(.connect), .open, .wait(.welcome, Limits.welcomeDeadline)]
    }

    private mutating func reachable(_ isOnline: Bool, _ now: Now) -> [Action] {
        self.isOnline = isOnline
        if isOnline && link == .waiting { return retry() }
        guard link == .ready else { return [] }
        heartbeat.probe(now.monotonic)
        return [.ping, .wait(.probe, Limits.probeDeadline)]
    }

    private mutating func authenticated(_ token: String?) -> [Action] {
        let isNew = token != nil && token != self.token
        if let token { self.token = token }
        if link == .ready { return isNew ? [.renew] : [] }
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
        isRenaming = false
        (tokenRefusals, refusedToken) = (0, nil)
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
        if isRenaming, error.code != .tokenRefused {
            isRenaming = false
            nameRefusal = error
            hasGreeted = true
            return [.keepName, .greet]
        }
        if error.code == .nameTaken, let left = haunted(now) {
            return lost(now, closing: .normal, trouble: .delayed(error), within: left)
        }
        guard error.code == .tokenRefused else {
            // It was not the name.
            nameRefusal = nil
            return hangUp(.normal) + idle(phase, .refused(error))
        }
        dropToken()
        isRenaming = false
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
        return actions + [.authenticate(replacing: refusedToken)]
    }

    private mutating func dropToken() {
        refusedToken = token ?? refusedToken
        token = nil
    }

    /// How long a previous connection of ours may still hold the name; `nil` if somebody else has
    /// it.
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
        case .reintroduce: dropToken()
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
        case .sending, .reading, .joining, .uploading, .reporting, .listing, .drafting, .draftDue, .typing, .caching:
            return []
        }
    }

    /// Pings after a silence, and gives up on the connection after a longer one.
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
        if let readySince, now.monotonic &- readySince >= Limits.steadyConnection { failures = 0 }
        let wasReady = link == .ready
        let actions = hangUp(code)
        self.trouble = wasReady ? nil : trouble
        link = .waiting
        let delay = Backoff.delay(
            failures: failures, advice: advice, random: now.random,
            longest: isInForeground ? Limits.reconnectLongest : Limits.backoffLongest)
        failures = min(failures + 1, 16)
        return actions + [.wait(.connect, min(delay, most))]
    }

    /// Ends the attempt. Pass `code` unless the server has closed already.
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
