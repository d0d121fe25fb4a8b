import ChatRooms
import ChatWire

/// What one commit has done to the log, as far as other servers must know.
package struct CommitListEntry {
    /// The new events, in their order.
    var events: [EventKey] = []
    /// What has changed besides these events.
    var change = Change.nothing
    var removedRooms: [RoomName] = []
    /// How many events were removed with these rooms.
    var removedEvents: UInt64 = 0

    enum Change: Int64 {
        case nothing = 0
        /// Nothing that is cached counts.
        case all = 1
        /// Messages were held (``HeldTable/sent(after:_:)``).
        case held = 2
    }

    /// - Parameter events: what the batch has appended, in its order
    init(_ events: [EventKey], of batch: Batch, _ appended: Appended) {
        self.events = events
        if case .success(let removed) = appended.removal, !removed.rooms.isEmpty {
            removedRooms = removed.rooms
            removedEvents = removed.events
        }
        let expired = appended.expired.map { $0.messages + $0.drafts } ?? 0
        if batch.removal != nil || !batch.decisions.isEmpty || expired > 0 {
            change = .all
        } else if appended.outcomes.contains(.held) {
            change = .held
        }
    }

    init(_ select: borrowing RawStatement) throws {
        let bytes = select.bytes(2)
        guard bytes.count % 8 == 0 else { throw Damage("an entry of the list of commits is damaged") }
        events = bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count, by: 8).map { offset in
                EventKey(
                    number: Int64(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
            }
        }
        change = Change(rawValue: select.integer(3)) ?? .all
        removedRooms = select.text(4)?.split(separator: "\n").compactMap { RoomName(String($0)) } ?? []
        removedEvents = UInt64(clamping: select.integer(5))
    }

    var isEmpty: Bool { events.isEmpty && change == .nothing }

    var keyBytes: [UInt8] {
        events.flatMap { key in withUnsafeBytes(of: key.number.bigEndian) { Array($0) } }
    }
}
