/// What a client did, for an app's log and analytics. A notice has no texts, names, rooms, users or
/// tokens.
public enum ClientNotice: Hashable, Sendable {
    /// The client opens a connection.
    case connecting
    /// The server has welcomed the client, this long after ``connecting``.
    case connected(after: Duration)
    /// The connection has ended. `nil`: it broke, without a code.
    case disconnected(CloseCode?)
    /// The client connects again after this pause.
    case reconnecting(after: Duration)
    /// The client does not connect again by itself.
    case gaveUp(Reason)
    /// A message or change is on this device's disk, or is tried again after it failed.
    case accepted(Ticket, Kind)
    /// It is in the log, this long after it was accepted; `nil` if an earlier process accepted it.
    case sent(Ticket, after: Duration?)
    /// It failed, this long after it was accepted; `nil` if this process did not accept it.
    case failed(Ticket, WireError.Code, after: Duration?)
    /// The user has dropped it.
    case dropped(Ticket)
    /// The device's disk refused to store something.
    case notStored

    /// Why a client has given up.
    public enum Reason: Hashable, Sendable {
        /// The server refused the hello.
        case refused(WireError.Code)
        /// The server closed the connection.
        case closed(CloseCode)
        /// There is no token that the server accepts.
        case unauthenticated
    }

    /// What was sent.
    public enum Kind: String, Hashable, Sendable {
        /// A message without a file.
        case message
        /// A message with a file.
        case file
        /// A message's new text.
        case edit
        /// A message's deletion.
        case deletion
        /// A reaction, or its removal.
        case reaction
        /// Any other change: of a room, a membership, the user's choices or profile.
        case change
    }
}

/// Makes a client's notices of its inputs and their effects.
struct NoticeWriter {
    private let tell: @Sendable (ClientNotice) -> Void
    /// When the current connection was asked for.
    private var opened: Int64 = 0
    /// When this process accepted what has no outcome yet; as bounded as the outbox.
    private var accepted: [Ticket: Int64] = [:]

    init(_ tell: @escaping @Sendable (ClientNotice) -> Void) { self.tell = tell }

    /// Tells of what was handled at `now`, a monotonic time.
    ///
    /// - Parameter before: The connection before the inputs.
    mutating func handled(
        _ inputs: [Input], _ effects: [Effect], from before: Connection, to chat: Chat, isStored: Bool, at now: Int64
    ) {
        if !isStored { tell(.notStored) }
        for input in inputs { accept(input, chat, now) }
        let (was, phase) = (before.phase, chat.connection.phase)
        if was == .connected && phase != .connected { tell(.disconnected(code(inputs, effects))) }
        if was != .connected && phase == .connected { tell(.connected(after: .milliseconds(now - opened))) }
        for effect in effects {
            switch effect {
            case .open:
                opened = now
                tell(.connecting)
            case .wait(.connect, let milliseconds): tell(.reconnecting(after: .milliseconds(milliseconds)))
            case .settled(let ticket, let outcome): settle(ticket, outcome, now)
            case .keep, .close, .send, .wait, .cancel, .authenticate, .upload, .cancelUpload, .release, .moderation,
                .found, .changed:
                break
            }
        }
        if !before.hasGivenUp, chat.connection.hasGivenUp, let reason = chat.connection.trouble?.reason {
            tell(.gaveUp(reason))
        }
    }

    private mutating func accept(_ input: Input, _ chat: Chat, _ now: Int64) {
        let ticket: Ticket
        switch input {
        case .perform(_, _, let new), .attach(_, _, _, let new), .retry(let new): ticket = new
        default: return
        }
        guard let item = chat.outbox[ticket], item.isPending else { return }
        accepted[ticket] = now
        tell(.accepted(ticket, item.kind))
    }

    private mutating func settle(_ ticket: Ticket, _ outcome: Settlement, _ now: Int64) {
        let time = accepted.removeValue(forKey: ticket).map { Duration.milliseconds(now - $0) }
        switch outcome {
        case .sent: tell(.sent(ticket, after: time))
        case .failed(let error): tell(.failed(ticket, error.code, after: time))
        case .dropped: tell(.dropped(ticket))
        }
    }

    /// The code with which the server or this client has closed the connection.
    private func code(_ inputs: [Input], _ effects: [Effect]) -> CloseCode? {
        for case .closed(let code) in inputs { return code }
        for case .close(let code) in effects { return code }
        return nil
    }
}

extension Connection.Trouble {
    fileprivate var reason: ClientNotice.Reason? {
        switch self {
        case .refused(let error): .refused(error.code)
        case .closed(let code): .closed(code)
        case .unauthenticated: .unauthenticated
        case .unreachable, .delayed: nil
        }
    }
}

extension Outbox.Item {
    fileprivate var kind: ClientNotice.Kind {
        switch mutation {
        case .message(_, _, _, let attachment): upload == nil && attachment == nil ? .message : .file
        case .edit: .edit
        case .delete: .deletion
        case .react, .unreact: .reaction
        default: .change
        }
    }
}
