import ChatNIO
import ChatRooms
import ChatWire
import Dispatch
import NIOConcurrencyHelpers
import NIOCore

/// Reads pages of history off the event loops, a few at a time, and hands them over encoded.
final class HistoryReader: Sendable {
    private let store: any MessageStore
    private let fanout: Fanout
    private let queues = [DispatchQueue(label: "martlet.history.0"), DispatchQueue(label: "martlet.history.1")]
    private let waiting = NIOLockedValueBox((count: 0, next: 0))

    init(store: any MessageStore, fanout: Fanout) {
        self.store = store
        self.fanout = fanout
    }

    /// Reads a page and gives the frame, ready to be written, to the connection.
    ///
    /// - Parameter isAwaited: false when nobody waits for it any more: then nothing is read, and nothing comes
    /// - Returns: a refusal when too many are waiting; then no page comes.
    func read(
        _ room: RoomName, _ anchor: HistoryAnchor, limit: Int, ref: UInt64, for origin: Origin,
        while isAwaited: NIOLockedValueBox<Bool>
    ) -> WireError? {
        let queue = waiting.withLockedValue { waiting -> DispatchQueue? in
            guard waiting.count < Limits.historyQueue else { return nil }
            waiting.count += 1
            waiting.next = (waiting.next + 1) % queues.count
            return queues[waiting.next]
        }
        guard let queue else {
            return WireError(.overloaded, "The server has too much to do; try again in a second.", retry: 1_000)
        }
        queue.async {
            defer { self.waiting.withLockedValue { $0.count -= 1 } }
            guard isAwaited.withLockedValue({ $0 }) else { return }
            let frame = self.page(room, anchor, limit: limit, ref: ref)
            self.fanout.onTable(origin.table) { table in
                (table.connections[origin.connection] as? V1Connection)?.historyRead(frame)
            }
        }
        return nil
    }

    /// Returns when what was asked for has been read.
    func finish() async {
        for queue in queues {
            await withCheckedContinuation { done in queue.async { done.resume() } }
        }
    }

    private func page(_ room: RoomName, _ anchor: HistoryAnchor, limit: Int, ref: UInt64) -> ByteBuffer {
        let reply: ServerFrame
        do {
            let page = try store.history(of: room, at: anchor, limit: limit)
            reply = .page(ref: ref, room: room, epoch: store.epoch, head: page.head, events: page.events)
        } catch {
            reply = .error(ref: ref, WireError(.storageFailed, "The server can't read this room's history now."))
        }
        return reply.framed()
    }
}
