import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Reads pages of history off the event loops, two at a time, and hands them over encoded.
///
/// ``FairQueue`` decides which page is read next: the user's who has used the least of the readers' time of late.
final class HistoryReader: Sendable {
    /// A page that somebody asked for.
    struct Request: Sendable {
        var room: RoomName
        var anchor: HistoryAnchor
        var limit: Int
        var ref: UInt64
        /// The connection that asked.
        var origin: Origin
        /// False when nobody waits for it any more: then nothing is read, and nothing comes.
        var isAwaited: NIOLockedValueBox<Bool>
    }

    typealias Queue = FairQueue<ClientAddress, UserID, Request>

    private struct State {
        var waiting = Queue(total: Limits.historyQueue, perMember: Limits.historyQueuePerUser)
        /// Which of the readers have something to do.
        var isReading: [Bool]
    }

    private let store: any MessageStore
    private let fanout: Fanout
    private let traces: Traces
    private let onRefusal: @Sendable (StoreError) -> Void
    private let readers: [WorkQueue]
    private let clock: ServerClock
    private let state: NIOLockedValueBox<State>

    /// - Parameter onRefusal: called on a reading thread with what kept a page from being read
    init(
        store: any MessageStore, fanout: Fanout, traces: Traces = Traces(),
        environment: ServerEnvironment = ServerEnvironment(),
        onRefusal: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) {
        self.onRefusal = onRefusal
        self.store = store
        self.traces = traces
        self.fanout = fanout
        clock = environment.clock
        let readers = environment.queues.historyReaders
        self.readers = readers
        state = NIOLockedValueBox(State(isReading: readers.map { _ in false }))
    }

    /// Reads a page and gives the frame, ready to be written, to the connection.
    ///
    /// - Returns: a refusal when too many are waiting; then no page comes.
    func read(_ request: Request, for user: UserID, at address: ClientAddress) -> WireError? {
        let owner = Queue.Owner(group: address, member: user)
        let (isAdded, idle) = state.withLockedValue { state -> (Bool, Int?) in
            let isAdded = state.waiting.add(
                request, of: owner, perGroup: address.isLocal ? .max : Limits.historyQueuePerAddress)
            let idle = isAdded ? state.isReading.firstIndex(of: false) : nil
            if let idle { state.isReading[idle] = true }
            return (isAdded, idle)
        }
        guard isAdded else {
            return WireError(.overloaded, "The server has too much to do; try again in a second.", retry: 1_000)
        }
        if let idle { readers[idle].async { self.readOn(idle) } }
        return nil
    }

    /// - Parameter done: called on a reading thread when what was asked for has been read
    func finish(done: @escaping @Sendable () -> Void) { finish(readers[...], done) }

    /// Returns when what was asked for has been read.
    func finish() async {
        await withCheckedContinuation { done in finish { done.resume() } }
    }

    private func finish(_ readers: ArraySlice<WorkQueue>, _ done: @escaping @Sendable () -> Void) {
        guard let reader = readers.first else { return done() }
        reader.async { self.finish(readers.dropFirst(), done) }
    }

    /// Reads until nothing waits.
    private func readOn(_ reader: Int) {
        while let (request, owner) = next(for: reader) {
            guard request.isAwaited.withLockedValue({ $0 }) else { continue }
            let begun = clock.nanoseconds()
            let frame = page(request)
            let ended = clock.nanoseconds()
            state.withLockedValue { $0.waiting.charge(ended - begun, to: owner, at: ended) }
            let origin = request.origin
            fanout.onTable(origin.table) { table in
                (table.connections[origin.connection] as? V1Connection)?.historyRead(frame)
            }
        }
    }

    private func next(for reader: Int) -> (Request, Queue.Owner)? {
        state.withLockedValue { state in
            guard let next = state.waiting.next(at: clock.nanoseconds()) else {
                state.isReading[reader] = false
                return nil
            }
            return (next.work, next.owner)
        }
    }

    private func page(_ request: Request) -> ByteBuffer {
        let reply: ServerFrame
        let span = traces.begin("martlet.history")
        do {
            let page = try store.history(of: request.room, at: request.anchor, limit: request.limit)
            reply = .page(
                ref: request.ref, room: request.room, epoch: store.epoch, head: page.head, events: page.events)
            span?.attributes["martlet.history.events"] = page.events.count
            span?.end()
        } catch {
            span?.fail(error)
            onRefusal(error)
            reply = .error(ref: request.ref, error.refusal)
        }
        return reply.framed()
    }
}
