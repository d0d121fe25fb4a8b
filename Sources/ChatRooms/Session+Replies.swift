import ChatWire

extension Session {
    /// A join that is complete but for the count of people.
    package struct Arrival: Hashable, Sendable {
        package var ref: UInt64
        package var room: RoomName
        package var author: Author
        package var head: Position
        /// Whether the client's position is of no use to it: another epoch's, or beyond the head.
        package var reset: Bool
        /// How far the user has read the room, where that is known.
        package var read: ReadPoint?
        /// What the user is told of the room; `nil` for a room without a record.
        package var info: RoomInfo?
        /// Whether the connection was not in the room before: then the room's people change.
        package var isNew: Bool

        /// - Parameter count: the people in the room, the author included
        package func joined(count: Int) -> ServerFrame {
            .joined(
                ref: ref,
                ServerFrame.Joined(
                    room: room, epoch: head.epoch, head: head.seq, reset: reset, count: UInt64(clamping: count),
                    read: read?.seq, info: info))
        }
    }

    mutating func replied(_ ref: UInt64, _ result: Reply.Result, _ now: Int64) -> Effect {
        reading.answered()
        switch result {
        case .appended(let room, let number, let seq, let id, let at):
            return .reply(.sent(ref: ref, room: room, number: number, seq: seq, id: id, at: at))
        case .refused(let error): return refuse(ref, error, now)
        case .marked, .done: return .reply(.ok(ref: ref))
        case .bans(let bans, let next): return .reply(.bans(ref: ref, bans, next: next))
        case .joinReady(let room, let head, let since, let read, let info):
            return joinReady(ref, room, head: head, since: since, read: read, info)
        case .joinRefused(let room, let error):
            if case .joining(let pending) = rooms[room] {
                rooms[room] = pending > 1 ? .joining(pending: pending - 1) : nil
            }
            return refuse(ref, error, now)
        }
    }

    private mutating func joinReady(
        _ ref: UInt64, _ room: RoomName, head: Position, since: Position?, read: ReadPoint?, _ info: RoomInfo?
    ) -> Effect {
        // The client may have left while its join was under way.
        guard let membership = rooms[room], let author = identity?.author else {
            return .reply(.left(ref: ref, room: room))
        }
        var isNew = false
        if case .joining = membership {
            isNew = true
            rooms[room] = .subscribed(typed: nil)
        }
        let reset = since.map { $0.epoch != head.epoch || $0.seq > head.seq } ?? false
        return .enter(
            Arrival(
                ref: ref, room: room, author: author, head: head, reset: reset, read: read, info: info, isNew: isNew))
    }
}
