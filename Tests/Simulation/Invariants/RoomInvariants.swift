import ChatModel
import ChatTesting
import ChatWire

/// Who may read what, and when that ends.
extension Checker {
    /// INV40: nobody reads an event of a time at which they were not allowed to, live or in
    /// history: after they left, were removed or banned, or before they joined a group whose
    /// newcomers read from joining.
    func reading() -> Violation? {
        var rights = AllReadingRights(self)
        /// Events that a room certainly has, and had when something was asked.
        var known: [RoomName: Seq] = [:]
        var asks: [LinkID: [UInt64: Seq]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .booted: known = [:]
            case .reached(let link, let frame):
                if let room = frame.request.historyRoom { asks[link, default: [:]][frame.ref] = known[room] ?? 0 }
            case .answered(let link, let frame):
                guard let user = users[link], let epoch = epochAt[index] else { continue }
                if let (room, seq) = frame.committed { known[room] = max(seq, known[room] ?? 0) }
                let since = frame.ref.flatMap { asks[link]?[$0] } ?? 0
                let found = unreadable(frame, since, at: ManualClock().origin + entry.at) { rights(user, $0, epoch) }
                if let (room, seq) = found {
                    let text = "\(room.text) \(seq) was told to a user who was not allowed to read it."
                    return Violation(.reading, text, [index])
                }
            default: break
            }
        }
        return nil
    }

    /// The first event in a frame that its user was not allowed to read; `nil` if there is none.
    ///
    /// - Parameter since: events that the room had when the frame was asked for
    private func unreadable(
        _ frame: ServerFrame, _ since: Seq, at time: Int64, _ rights: (RoomName) -> ReadingRights
    ) -> (RoomName, Seq)? {
        switch frame {
        case .joined(_, let joined):
            return rights(joined.room).mayEnter(after: joined.head, at: time) ? nil : (joined.room, joined.head)
        case .event(let room, _, let event):
            return rights(room).mayEnter(after: event.seq - 1, at: time) ? nil : (room, event.seq)
        case .page(_, let room, _, let head, let events):
            let event = events.first { !rights(room).mayRead($0.seq, from: since, to: head, at: time) }
            return event.map { (room, $0.seq) }
        case .hits(_, let room, let messages, _):
            let message = messages.first { !rights(room).mayRead($0.seq, from: since, to: .largest, at: time) }
            return message.map { (room, $0.seq) }
        case .rooms(_, let entries, _, _, _, _):
            for entry in entries {
                guard let seq = entry.last?.seq else { continue }
                if !rights(entry.room).mayRead(seq, from: 0, to: entry.head, at: time) { return (entry.room, seq) }
            }
            return nil
        default: return nil
        }
    }

    /// INV41: a ban or a removal stops the next delivery: a connection that was told that its user
    /// is banned or removed hears nothing of the room until it joins again.
    func shuttingOut() -> Violation? {
        var shut: [LinkID: [RoomName: Int]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, let frame) = entry.what else { continue }
            if case .joined(_, let joined) = frame { shut[link]?[joined.room] = nil }
            // A user's own read mark is told to all of their connections.
            if case .readMark(_, let reader, _) = frame, reader.user == users[link] { continue }
            if let room = frame.insideRoom, let since = shut[link]?[room] {
                let text = "\(room.text) was told to a user who had been shut out."
                return Violation(.shuttingOut, text, [since, index])
            }
            if case .event(let room, _, let event) = frame, shutsOut(event, on: link) {
                shut[link, default: [:]][room] = index
            }
        }
        return nil
    }

    /// INV44: two people have one direct room. Its name does not depend on which of them opens it.
    /// Nobody else writes or reads there.
    func directRooms() -> Violation? {
        for (_, rooms) in history.logs {
            for (room, log) in rooms {
                guard case .direct(let one, let other) = room.kind else { continue }
                if room != RoomName.direct(other, one) {
                    return Violation(.directRooms, "\(room.text) is a second room of its two people.")
                }
                if let event = log.first(where: { $0.author.user != one && $0.author.user != other }) {
                    return Violation(.directRooms, "\(event.author.name) wrote \(event.seq) in \(room.text).")
                }
            }
        }
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, let frame) = entry.what, let user = users[link],
                let room = frame.insideRoom, case .direct(let one, let other) = room.kind,
                user != one, user != other
            else { continue }
            return Violation(.directRooms, "\(room.text) was told to a third person.", [index])
        }
        return nil
    }
}

extension ClientFrame.Request {
    fileprivate var historyRoom: RoomName? { if case .history(let room, _, _) = self { room } else { nil } }
}

extension ServerFrame {
    /// An event that is in a room's log, by its number.
    var committed: (RoomName, Seq)? {
        switch self {
        case .event(let room, _, let event): (room, event.seq)
        case .sent(_, let room, _, let seq, _, _): (room, seq)
        default: nil
        }
    }

    /// The room that this is about, if only those in the room are told it.
    fileprivate var insideRoom: RoomName? {
        switch self {
        case .event(let room, _, _), .presence(let room, _, _, _), .typing(let room, _), .stoppedTyping(let room, _),
            .readMark(let room, _, _), .page(_, let room, _, _, _), .members(_, let room, _, _),
            .people(_, let room, _, _), .hits(_, let room, _, _):
            room
        default: nil
        }
    }
}
