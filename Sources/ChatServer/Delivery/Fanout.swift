import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// How many connections of each protocol there are: nothing is encoded for a protocol that nobody
/// speaks.
struct Audience: Sendable {
    var v1 = 0
    var swiftChat = 0
    var lines = 0
}

/// Delivers commits to every event loop, in one order.
final class Fanout: Sendable {
    private struct Place {
        let loop: any EventLoop
        let table: NIOLoopBoundBox<LoopTable>
    }

    /// What the server measures. It is made here for the tables, which count with it.
    let metrics: ServerMetrics
    private let places: [Place]
    private let largeRooms = LargeRooms()
    private let present = NIOLockedValueBox(Audience())

    /// Makes a table for each event loop; on any thread.
    init(loops: some Sequence<any EventLoop>, environment: ServerEnvironment = ServerEnvironment()) {
        let (largeRooms, metrics) = (largeRooms, ServerMetrics(environment.metrics))
        self.metrics = metrics
        places = loops.enumerated().map { index, loop in
            let table = LoopTable(
                index: index, loop: loop, largeRooms: largeRooms, metrics: metrics, environment: environment)
            let place = Place(loop: loop, table: .makeBoxSendingValue(table, eventLoop: loop))
            loop.execute { place.table.value.beginTicking() }
            return place
        }
    }

    /// The number of event loops.
    var count: Int { places.count }

    var audience: Audience { present.withLockedValue { $0 } }

    func changeAudience(_ change: (inout Audience) -> Void) {
        present.withLockedValue { change(&$0) }
    }

    /// The table of the event loop the caller runs on.
    func table(of loop: any EventLoop) -> LoopTable? {
        loop.preconditionInEventLoop()
        return places.first { $0.loop === loop }?.table.value
    }

    /// Delivers a commit. Called by the committer only, one commit after the other.
    ///
    /// - Parameter sent: called once, on an event loop, when the commit has an event for a large
    ///   room and every loop has flushed it
    /// - Returns: whether the next commit may follow at once; if not, it has to wait for `sent`
    ///   (``LargeRooms``)
    func deliver(_ commit: Commit, sent: @escaping @Sendable () -> Void) -> Bool {
        let awaited = largeRooms.hasOne(for: commit) ? NIOLockedValueBox(places.count) : nil
        for (index, place) in places.enumerated() where !commit.isEmpty(for: index) {
            place.loop.execute {
                place.table.value.deliver(commit)
                guard let awaited else { return }
                // Behind the flush, which ends this turn of the loop.
                place.loop.execute {
                    let left = awaited.withLockedValue { left in
                        left -= 1
                        return left
                    }
                    if left == 0 { sent() }
                }
            }
        }
        return awaited == nil
    }

    /// Runs `body` with every table, on its loop; calls made one after the other run in that order
    /// on each.
    func onEachTable(_ body: @escaping @Sendable (LoopTable) -> Void) {
        for place in places {
            place.loop.execute { body(place.table.value) }
        }
    }

    /// Runs `body` with one table.
    func onTable(_ index: Int, _ body: @escaping @Sendable (LoopTable) -> Void) {
        guard index < places.count else { return }
        let place = places[index]
        place.loop.execute { body(place.table.value) }
    }

    /// Runs `body` with the tables one after the other, each on its loop, and then `done` on the
    /// last one's.
    func visit(
        _ body: @escaping @Sendable (LoopTable) -> Void, then done: @escaping @Sendable (any EventLoop) -> Void
    ) {
        visit(places[...], body, done)
    }

    private func visit(
        _ left: ArraySlice<Place>, _ body: @escaping @Sendable (LoopTable) -> Void,
        _ done: @escaping @Sendable (any EventLoop) -> Void
    ) {
        guard let place = left.first else { return }
        place.loop.execute {
            body(place.table.value)
            if left.count == 1 { done(place.loop) } else { self.visit(left.dropFirst(), body, done) }
        }
    }
}
