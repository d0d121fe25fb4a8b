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

    package init(_ room: RoomName, _ anchor: HistoryAnchor, limit: Int, ref: UInt64, origin: Origin) {
        self.room = room
        self.anchor = anchor
        self.limit = limit
        self.ref = ref
        self.origin = origin
    }

    /// Reads the page, and waits for the disk.
    ///
    /// - Returns: the frame for the connection that asked, and how many events it has
    package func page(from store: any MessageStore) throws(StoreError) -> (frame: ServerFrame, events: Int) {
        let page = try store.history(of: room, at: anchor, limit: limit)
        let frame = ServerFrame.page(
            ref: ref, room: room, epoch: page.epoch ?? store.epoch, head: page.head, events: page.events)
        return (frame, page.events.count)
    }
}
