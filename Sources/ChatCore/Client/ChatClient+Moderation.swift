// Reports and the moderation log.
extension ChatClient {
    /// Reports a message to the moderators of its room, and to the server's administrators. Nobody
    /// else learns of it.
    ///
    /// The report is on this device's disk when the call returns, and is sent when there is a
    /// connection. Reporting a message again changes nothing. A report that the server refuses for
    /// good, such as one of a message that is deleted meanwhile, is dropped.
    ///
    /// - Parameters:
    ///   - text: In the user's own words, on one line, at most ``ChatWire/Limits/reportTextBytes``
    ///     bytes.
    /// - Throws: ``ChatWire/WireError`` 184 for a guest who only reads, 192 for a text that is not
    ///   allowed, 290 if ``ChatWire/Limits/reportsUnderWay`` reports wait already; ``StorageError``
    ///   if the device's disk refuses.
    public func report(
        _ seq: Seq, in room: RoomName, reason: Report.Reason, text: String? = nil
    ) throws {
        let report = Report(reason, text: text)
        if let refusal = report.check() { throw refusal }
        if try !chat().mayWrite { throw WireError.guestsReadOnly.translated }
        try handle(.report(report, of: seq, in: room))
        guard try chat().hasReported(seq, in: room) else {
            throw WireError(.outboxFull, localized("Too many reports wait for a connection. Try again later."))
        }
    }

    /// The open reports of a room, for its moderators; `nil` for those of all rooms, for
    /// administrators. In pages of at most ``ChatWire/Limits/reportsPage``, read when they are
    /// asked for.
    ///
    /// Iterating throws a ``ChatWire/WireError``: 138 (`notAllowed`), 292 (`notConnected`).
    public nonisolated func reports(in room: RoomName?) -> ReportPages {
        ReportPages { [self] after in
            guard case .reports(let page, let next) = try await ask(.reports(room, after: after)) else {
                return ([], nil)
            }
            return (page, next)
        } isForward: {
            $0 < $1
        }
    }

    /// Decides about the reports of a message. It changes nothing by itself: delete the message, or
    /// ban its author, before.
    ///
    /// - Parameter note: What was done, for the moderation log.
    /// - Throws: ``ChatWire/WireError`` 192 if somebody else has decided, 292 without a connection.
    public func resolve(
        reportsOf seq: Seq, in room: RoomName, _ decision: Resolution.Decision, note: String? = nil
    ) async throws {
        let resolution = Resolution(decision, note: note)
        if let refusal = resolution.check() { throw refusal }
        _ = try await ask(.resolve(room, of: seq, resolution))
    }

    /// The messages that the operator's filter list holds in a room, for its moderators; `nil` for
    /// those of all rooms, for administrators. In pages of at most ``ChatWire/Limits/heldPage``,
    /// read when they are asked for.
    ///
    /// Iterating throws a ``ChatWire/WireError``: 138 (`notAllowed`), 292 (`notConnected`).
    public nonisolated func held(in room: RoomName?) -> HeldPages {
        HeldPages { [self] after in
            guard case .held(let page, let next) = try await ask(.held(room, after: after)) else { return ([], nil) }
            return (page, next)
        } isForward: {
            $0 < $1
        }
    }

    /// Publishes or discards a held message. A published message is a new event of its room, by its
    /// author, at the time of the decision.
    ///
    /// - Parameters:
    ///   - place: The message's ``ChatWire/HeldMessage/number``.
    ///   - note: Why, for the moderation log.
    /// - Throws: ``ChatWire/WireError`` 192 if somebody else has decided, 292 without a connection,
    ///   and why the author may not send any more: then the message still waits.
    public func decide(
        heldAt place: UInt64, in room: RoomName, _ verdict: HeldDecision.Verdict, note: String? = nil
    ) async throws {
        let decision = HeldDecision(verdict, note: note)
        if let refusal = decision.check() { throw refusal }
        _ = try await ask(.decide(room, place: place, decision))
    }

    /// What moderators did in a room, the newest first: for its moderators, in pages of at most
    /// ``ChatWire/Limits/actionsPage``, read when they are asked for.
    ///
    /// Iterating throws a ``ChatWire/WireError``: 138 (`notAllowed`), 292 (`notConnected`).
    public nonisolated func actions(in room: RoomName) -> ActionPages {
        ActionPages { [self] before in
            guard case .actions(let page, let next) = try await ask(.actions(room, before: before)) else {
                return ([], nil)
            }
            return (page, next)
        } isForward: {
            $0 > $1
        }
    }
}
