import ChatWire

/// A report that the server does not have yet.
public struct PendingReport: Hashable, Sendable {
    /// The room of the reported message.
    public var room: RoomName
    /// The number of the message.
    public var seq: Seq
    /// The reason and the reporter's note.
    public var report: Report

    /// Creates the value.
    public init(room: RoomName, seq: Seq, _ report: Report) {
        self.room = room
        self.seq = seq
        self.report = report
    }
}

/// A question of a moderator or an administrator. It is not stored, and fails without a connection.
public enum ModerationQuestion: Hashable, Sendable {
    /// The open reports of a room, or of all rooms, after the place `after`.
    case reports(RoomName?, after: UInt64?)
    /// The decision about the reports of a message.
    case resolve(RoomName, of: Seq, Resolution)
    /// The held messages of a room, or of all rooms, after the place `after`.
    case held(RoomName?, after: UInt64?)
    /// The decision about the held message at `place`.
    case decide(RoomName, place: UInt64, HeldDecision)
    /// A room's moderation log, before the place `before`.
    case actions(RoomName, before: UInt64?)
    /// A ban from the whole server. For administrators.
    case serverBan(ServerBan)
    /// The end of a ban from the server. For administrators.
    case serverUnban(ServerBan.Subject)
    /// The bans from the server, by the text of their subject, after `after`. For administrators.
    case serverBans(after: String?)

    var request: ClientFrame.Request {
        switch self {
        case .reports(let room, let after): .reports(room: room, after: after)
        case .resolve(let room, let of, let resolution): .resolve(room: room, of: of, resolution)
        case .held(let room, let after): .held(room: room, after: after)
        case .decide(let room, let place, let decision): .decide(room: room, place: place, decision)
        case .actions(let room, let before): .actions(room: room, before: before)
        case .serverBan(let ban): .serverBan(ban)
        case .serverUnban(let subject): .serverUnban(subject)
        case .serverBans(let after): .serverBans(after: after)
        }
    }

    func isAnswered(by frame: ServerFrame) -> Bool {
        switch (self, frame) {
        case (.reports(let room, _), .reports(_, let other, _, _)): room == other
        case (.actions(let room, _), .actions(_, let other, _, _)): room == other
        case (.held(let room, _), .held(_, let other, _, _)): room == other
        case (.resolve, .ok), (.decide, .ok), (.serverBan, .ok), (.serverUnban, .ok): true
        case (.serverBans, .bans): true
        default: false
        }
    }
}

/// The answer to a ``ModerationQuestion``.
public enum ModerationAnswer: Hashable, Sendable {
    /// A page of open reports, the oldest first. `next` is the `after` of the next page; `nil` at
    /// the end.
    case reports([ReportedMessage], next: UInt64?)
    /// A page of a room's moderation log, the newest entry first. `next` is the `before` of the
    /// next page; `nil` at the end.
    case actions([ModerationAction], next: UInt64?)
    /// A page of held messages, the oldest first. `next` is the `after` of the next page; `nil` at
    /// the end.
    case held([HeldMessage], next: UInt64?)
    /// A page of bans from the server. `next` is the `after` of the next page; `nil` at the end.
    case serverBans([ServerBan], next: String?)
    /// The server has stored the decision or the ban, or has taken the ban back.
    case done

    /// Where the next page of reports begins; `nil` at the end, and if the server's pages do not go
    /// forward.
    package static func next(_ next: UInt64?, after: UInt64?) -> UInt64? { next.flatMap { $0 > after ?? 0 ? $0 : nil } }

    init(_ frame: ServerFrame) {
        switch frame {
        case .reports(_, _, let reports, let next): self = .reports(reports, next: next)
        case .held(_, _, let messages, let next): self = .held(messages, next: next)
        case .actions(_, _, let actions, let next): self = .actions(actions, next: next)
        case .bans(_, let bans, let next): self = .serverBans(bans, next: next)
        default: self = .done
        }
    }
}

// Reports. Like a read mark, a report needs no number: stating it twice changes nothing. It is kept
// in the journal, and stated on every connection until the server has answered.
extension Chat {
    mutating func report(_ report: Report, _ seq: Seq, in room: RoomName) {
        guard 1 <= seq, seq <= .largest, canReport, !hasReported(seq, in: room) else { return }
        reports.append(PendingReport(room: room, seq: seq, report))
        effects.append(.keep(.reporting(room, seq, report)))
        pendingChanges.inRooms.insert(room)
        sendReports()
    }

    /// Whether another report is accepted: guests who only read make none, and at most
    /// ``ChatWire/Limits/reportsUnderWay`` wait for the server.
    public var canReport: Bool { mayWrite && reports.count < Limits.reportsUnderWay }

    /// Whether a report of this message waits for the server.
    public func hasReported(_ seq: Seq, in room: RoomName) -> Bool {
        reports.contains { $0.room == room && $0.seq == seq }
    }

    /// Sends the first report, unless its answer is still awaited. Reports are sent one at a time,
    /// so that a temporary refusal pauses all of them.
    mutating func sendReports() {
        guard isConnected, !paused.contains(.reporting), let pending = reports.first else { return }
        let question = Requests.Question.report(pending.room, pending.seq)
        if requests.contains(question) { return }
        ask(question, .report(room: pending.room, of: pending.seq, pending.report))
    }

    /// The server has answered for good.
    mutating func reported(_ room: RoomName, _ seq: Seq) {
        guard hasReported(seq, in: room) else { return }
        reports.removeAll { $0.room == room && $0.seq == seq }
        effects.append(.keep(.reported(room, seq)))
        pendingChanges.inRooms.insert(room)
        sendReports()
    }

    /// Another user has signed in, who has reported nothing.
    mutating func forgetReports() {
        for pending in reports { effects.append(.keep(.reported(pending.room, pending.seq))) }
        reports.removeAll()
    }
}

// Questions of moderators.
extension Chat {
    mutating func ask(_ question: ModerationQuestion, _ ticket: Ticket) {
        guard isConnected else {
            effects.append(.moderation(ticket, .failure(.notConnected)))
            return
        }
        ask(.moderation(question, ticket), question.request)
    }

    /// The connection is lost, and with it the answers.
    mutating func interruptModeration() {
        for ticket in requests.moderationAsked { effects.append(.moderation(ticket, .failure(.notConnected))) }
    }
}
