import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// Puts a ``Commit`` together: encodes each new event once for every protocol that has someone
/// connected, and hands each reply to its event loop's table.
struct CommitAssembly {
    private let epoch: Epoch
    /// The epochs of rooms, where those are not the store's.
    private var epochs: [RoomName: Epoch] = [:]
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

    /// - Returns: what every event loop is handed.
    consuming func assemble(_ committed: Committed) -> Commit {
        epochs = committed.epochs
        for new in committed.events { encode(new.event, in: new.room, submitted: new.submitted) }
        if audience.v1 > 0 {
            commit.standings = committed.standings.map { ($0.user, $0.frame.framed()) }
            commit.drafts = committed.drafts.map { ($0.kept.user, $0.frame.framed(), $0.origin) }
        }
        for reply in committed.replies { commit.replies[reply.origin.table].append(reply) }
        return commit
    }

    private mutating func encode(_ event: Event, in room: RoomName, submitted: Int64) {
        let position = position(of: room, submitted: submitted)
        commit.rooms[position].count += 1
        if let user = event.endsReading { commit.rooms[position].leaving.append(user) }
        if audience.v1 > 0 {
            writer.removeAll()
            Event.writeEvent(
                room: room, epoch: epochs.isEmpty ? epoch : epochs[room] ?? epoch, event: event, to: &writer)
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
            commit.rooms[position].lines.append(Line.message(name: event.author.name, text: message.text).bytes)
        }
    }

    private mutating func position(of room: RoomName, submitted: Int64) -> Int {
        // Most commits concern one room. What follows somebody's leaving is for the others alone.
        let known = commit.rooms.last?.room == room ? commit.rooms.count - 1 : positions[room]
        if let known, commit.rooms[known].leaving.isEmpty { return known }
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
