import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Reads what connections ask the store for off the event loops, two at a time, and hands it over
/// encoded: pages of history, lists of rooms, of people and of links, the directory, and searches.
///
/// ``HistoryQueue`` decides what may wait, and which page is read next: the user's who has used the
/// least of the readers' time of late, of the site that has. When all places are taken, the site
/// with the most requests loses its last one to a newcomer. No site has both readers at once. A
/// reader that may read nothing of what waits stops. The other one goes on with it.
final class HistoryReader: Sendable {
    struct Request: Sendable {
        var read: ReadRequest
        /// False when nobody waits for it any more: then nothing is read, and nothing comes.
        var isAwaited: NIOLockedValueBox<Bool>
    }

    private struct State {
        var waiting: HistoryQueue<Request>
        /// Which of the readers have something to do.
        var isReading: [Bool]
    }

    private let store: any MessageStore
    private let fanout: Fanout
    private let traces: Traces
    private let present: @Sendable ([RoomName]) -> [Int]
    private let onRefusal: @Sendable (StoreError) -> Void
    private let readers: [WorkQueue]
    private let clock: ServerClock
    private let state: NIOLockedValueBox<State>

    /// - Parameters:
    ///   - present: how many people are in each of some rooms now
    ///   - onRefusal: called on a reading thread with what kept a page from being read
    init(
        store: any MessageStore, fanout: Fanout, traces: Traces = Traces(),
        environment: ServerEnvironment = ServerEnvironment(),
        present: @escaping @Sendable ([RoomName]) -> [Int] = { $0.map { _ in 0 } },
        onRefusal: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) {
        self.present = present
        self.onRefusal = onRefusal
        self.store = store
        self.traces = traces
        self.fanout = fanout
        clock = environment.clock
        let readers = environment.queues.historyReaders
        self.readers = readers
        state = NIOLockedValueBox(
            State(waiting: HistoryQueue(readers: readers.count), isReading: readers.map { _ in false }))
    }

    /// Reads a page and gives the frame, ready to be written, to the connection.
    ///
    /// - Returns: a refusal when too many are waiting; then no page comes.
    func read(_ request: Request, for user: UserID, at address: ClientAddress) -> WireError? {
        let (admission, idle) = state.withLockedValue { state in
            let admission = state.waiting.add(request, of: user, at: address)
            if case .refused = admission { return (admission, Int?.none) }
            let idle = state.isReading.firstIndex(of: false)
            if let idle { state.isReading[idle] = true }
            return (admission, idle)
        }
        if let idle { readers[idle].async { self.readOn(idle) } }
        switch admission {
        case .added: return nil
        case .replaced(let other):
            if other.isAwaited.withLockedValue({ $0 }) { answer(other.read, .failure(.overloaded)) }
            return nil
        case .refused: return .overloaded
        }
    }

    private func answer(_ request: ReadRequest, _ answer: Result<ByteBuffer, WireError>) {
        let (origin, ref) = (request.origin, request.ref)
        fanout.onTable(origin.table) { table in table.connections[origin.connection]?.read(ref, answer) }
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
            let begun = clock.nanoseconds()
            guard request.isAwaited.withLockedValue({ $0 }) else {
                state.withLockedValue { $0.waiting.ended(owner, nil, at: begun) }
                continue
            }
            let answer = read(request.read)
            let ended = clock.nanoseconds()
            state.withLockedValue { $0.waiting.ended(owner, ended - begun, at: ended) }
            self.answer(request.read, answer)
        }
    }

    private func next(for reader: Int) -> (Request, HistoryQueue<Request>.Queue.Owner)? {
        state.withLockedValue { state in
            guard let next = state.waiting.next(at: clock.nanoseconds()) else {
                state.isReading[reader] = false
                return nil
            }
            return (next.work, next.owner)
        }
    }

    /// Reads what was asked for, and frames it.
    private func read(_ request: ReadRequest) -> Result<ByteBuffer, WireError> {
        let span = traces.begin("martlet.history")
        do throws(StoreError) {
            let answer = try request.answer(from: store, at: clock.milliseconds(), present: present)
            if case .success(let read) = answer { span?.attributes["martlet.history.events"] = read.entries }
            span?.end()
            return answer.map { $0.frame.framed() }
        } catch {
            span?.fail(error)
            onRefusal(error)
            return .failure(error.refusal)
        }
    }
}
