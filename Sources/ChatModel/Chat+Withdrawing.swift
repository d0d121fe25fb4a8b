import ChatWire

// What happens to inputs whose records the disk refuses.
extension Chat {
    /// Handles inputs as far as they can't be undone: time passed, the connection ended. The value
    /// must be the one from before ``handle(_:at:)`` of these inputs, whose records the disk
    /// refused.
    ///
    /// A user's command ends as ``Effect/settled(_:_:)`` with `error`. Frames from the server count
    /// as lost, so the connection is closed, and made anew after the usual back-off. The outcome of
    /// an upload counts as lost, too: the file is uploaded again. The protocol recovers from what
    /// is lost on its way, so it recovers from this.
    ///
    /// - Parameter mustLast: Whether the disk must flush before these effects are performed.
    /// - Returns: The effects. Their records are written with the next record that must last.
    public mutating func withdraw(
        _ inputs: [Input], because error: WireError, at now: Now, mustLast: ([Effect]) -> Bool
    ) -> [Effect] {
        let before = self
        let refused = inputs.compactMap { $0.ticket }.map { Effect.settled($0, .failed(error)) }
        let lasting = inputs.filter { !$0.isUserCommand && !$0.isSaid }.map { $0.asKeptNowhere }
        if inputs.allSatisfy({ !$0.isSaid }) {
            let effects = handle(lasting, at: now)
            if !mustLast(effects) { return refused + effects }
            self = before
        }
        // Frames from the server are dropped with the connection; so is a send that could not be
        // numbered.
        let lost = lasting.contains { $0.endsConnection } ? lasting : [.closed(nil)] + lasting
        return refused + [.close(.normal)] + handle(lost, at: now)
    }
}

extension Input {
    /// Whether it is a command of the user, which may be refused.
    fileprivate var isUserCommand: Bool {
        switch self {
        case .perform, .attach, .retry, .drop, .join, .meet, .leave, .rename, .signUp, .signedIn, .markRead, .typed,
            .stoppedTyping, .write, .report:
            true
        default: false
        }
    }

    /// Whether it came from the server. Such an input may be dropped, as if it had been lost on its
    /// way.
    fileprivate var isSaid: Bool {
        switch self {
        case .opened, .received, .unreadable: true
        default: false
        }
    }

    /// What is left of it where nothing can be kept. If the outcome of an upload were told, and its
    /// record then lost, the app could send what it has said to have failed.
    fileprivate var asKeptNowhere: Input {
        switch self {
        case .uploaded(let ticket, _), .uploadFailed(let ticket, _): .uploadFailed(ticket, nil)
        default: self
        }
    }

    fileprivate var endsConnection: Bool { if case .closed = self { true } else { false } }

    fileprivate var ticket: Ticket? {
        switch self {
        case .perform(_, _, let ticket), .attach(_, _, _, let ticket), .retry(let ticket): ticket
        default: nil
        }
    }
}
