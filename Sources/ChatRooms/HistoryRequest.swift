import ChatWire

/// A page of history that a connection asked for.
package struct HistoryRequest: Hashable, Sendable {
    package var room: RoomName
    package var anchor: HistoryAnchor
    /// Events at most.
    package var limit: Int
    package var ref: UInt64
    /// The connection that asked.
    package var origin: Origin

    /// - Parameters:
    ///   - limit: events that the client asked for
    ///   - largest: events that this server puts into a page
    package init(
        _ room: RoomName, _ anchor: HistoryAnchor, limit: Int, largest: Int = Limits.pageEvents, ref: UInt64,
        origin: Origin
    ) {
        self.room = room
        self.anchor = anchor
        self.limit = min(limit, largest)
        self.ref = ref
        self.origin = origin
    }

    /// Reads the page, and waits for the disk.
    package func read(from store: any MessageStore) -> HistoryReply {
        do throws(StoreError) {
            let page = try store.history(of: room, at: anchor, limit: limit)
            let frame = ServerFrame.page(
                ref: ref, room: room, epoch: store.epoch, head: page.head, events: page.events)
            return HistoryReply(frame: frame, events: page.events.count)
        } catch {
            return HistoryReply(frame: .error(ref: ref, error.refusal), error: error)
        }
    }
}

/// What a connection is told that asked for a page of history.
package struct HistoryReply: Hashable, Sendable {
    /// The page, or the refusal.
    package var frame: ServerFrame
    /// How many events the page has.
    package var events = 0
    /// Why there is no page.
    package var error: StoreError?
}
