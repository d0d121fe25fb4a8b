import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// Puts a ``Commit`` together: encodes each new event once for every protocol that has someone connected.
struct CommitAssembly {
    private let epoch: Epoch
    private let audience: Audience
    private var commit: Commit
    private var writer = JSONWriter()
    /// The position of a room in `commit.rooms`.
    private var positions: [RoomName: Int] = [:]

    init(epoch: Epoch, audience: Audience, tables: Int) {
        self.epoch = epoch
        self.audience = audience
        commit = Commit(replies: Array(repeating: [], count: tables))
    }

    mutating func add(_ outcome: AppendOutcome, to submission: Submission) {
        guard let draft = submission.draft else { return }
        switch outcome {
        case .appended(let event):
            encode(event, in: draft.room, submitted: submission.submitted)
            acknowledge(submission, draft, event)
        case .alreadyThere(let event):
            acknowledge(submission, draft, event)
        case .conflict:
            refuse(submission, WireError(.numberConflict, "This device sent something else under this number."))
        case .passed:
            let text = "A later number of this device was accepted already; send this under a new number."
            refuse(submission, WireError(.numberPassed, text))
        case .outOfTurn:
            let text = "What was to come before this one was not accepted; send that first."
            refuse(submission, WireError(.outOfTurn, text))
        case .refused(let error):
            refuse(submission, error)
        }
    }

    mutating func locate(_ submission: Submission, room: RoomName, head: UInt64, since: Position?, read: UInt64?) {
        reply(submission, .joinReady(room: room, head: head, since: since, read: read))
    }

    mutating func mark(_ submission: Submission) { reply(submission, .marked) }

    mutating func refuse(_ submission: Submission, _ error: WireError) {
        reply(submission, .refused(error))
    }

    consuming func finish() -> Commit { commit }

    private mutating func acknowledge(_ submission: Submission, _ draft: Draft, _ event: Event) {
        let number = draft.idempotencyKey?.number
        reply(submission, .appended(room: draft.room, number: number, seq: event.seq, id: event.id, at: event.at))
    }

    private mutating func reply(_ submission: Submission, _ result: Reply.Result) {
        commit.replies[submission.origin.table].append(Reply(submission, result))
    }

    private mutating func encode(_ event: Event, in room: RoomName, submitted: Int64) {
        let position = position(of: room, submitted: submitted)
        commit.rooms[position].count += 1
        if audience.v1 > 0 {
            writer.removeAll()
            Event.writeEvent(room: room, epoch: epoch, event: event, to: &writer)
            Self.append(writer, to: &commit.rooms[position].v1)
        }
        guard room == .lobby, case .message(let message) = event.content else { return }
        if audience.swiftChat > 0 {
            writer.removeAll()
            SwiftChatFrame.Delivered(
                at: event.at, id: event.id, message: message.text, user: event.author.name, userID: event.author.user
            ).write(to: &writer)
            Self.append(writer, to: &commit.rooms[position].swiftChat)
        }
        if audience.lines > 0 {
            commit.rooms[position].lines.append(Line.message(name: event.author.name, text: message.text).buffer)
        }
    }

    private mutating func position(of room: RoomName, submitted: Int64) -> Int {
        // Most commits concern one room.
        if let last = commit.rooms.last, last.room == room { return commit.rooms.count - 1 }
        if let known = positions[room] { return known }
        commit.rooms.append(RoomFrames(room: room, count: 0, submitted: submitted))
        positions[room] = commit.rooms.count - 1
        return commit.rooms.count - 1
    }

    private static func append(_ writer: JSONWriter, to buffer: inout ByteBuffer?) {
        var frames = buffer.take() ?? ByteBuffer()
        writer.withBytes { WebSocketFraming.appendText($0, to: &frames) }
        buffer = frames
    }
}
