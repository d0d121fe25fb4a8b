import ChatRooms
import ChatWire
import Dispatch
import NIOConcurrencyHelpers
import NIOCore

/// How many connections of each protocol there are: nothing is encoded for a protocol that nobody speaks.
struct Audience: Sendable {
    var v1 = 0
    var swiftChat = 0
    var lines = 0
}

/// Takes what happened to every event loop, in one order.
final class Fanout: Sendable {
    private struct Place {
        let loop: any EventLoop
        let table: NIOLoopBound<LoopTable>
    }

    private let places: [Place]
    private let largeRooms = LargeRooms()
    private let told = DispatchSemaphore(value: 0)
    private let present = NIOLockedValueBox(Audience())

    /// - Note: waits for the event loops; must not be called on one of them.
    init(group: any EventLoopGroup) async throws {
        var places: [Place] = []
        let largeRooms = largeRooms
        for (index, loop) in group.makeIterator().enumerated() {
            let table = try await loop.submit {
                NIOLoopBound(LoopTable(index: index, loop: loop, largeRooms: largeRooms), eventLoop: loop)
            }.get()
            places.append(Place(loop: loop, table: table))
        }
        self.places = places
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

    /// Delivers a commit; one that a crowd reads has been sent when this returns (``LargeRooms``). Called by the committer only, one commit
    /// after the other.
    func deliver(_ commit: Commit) {
        let isAwaited = largeRooms.hasOne(for: commit)
        for (index, place) in places.enumerated() where !(commit.rooms.isEmpty && commit.replies[index].isEmpty) {
            place.loop.execute { [told] in
                place.table.value.deliver(commit)
                // Behind the flush, which ends this turn of the loop.
                if isAwaited { place.loop.execute { told.signal() } }
            }
        }
        if isAwaited { for _ in places { told.wait() } }
    }

    /// Runs `body` with every table, on its loop; calls made one after the other run in that order on each.
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

    /// Lets time pass, also for a task that was cancelled.
    func pause(milliseconds: Int64) async {
        try? await places.first?.loop.scheduleTask(in: .milliseconds(milliseconds)) {}.futureResult.get()
    }

    /// Asks every table something.
    func gather<Answer: Sendable>(_ question: @escaping @Sendable (LoopTable) -> Answer) async throws -> [Answer] {
        var answers: [Answer] = []
        for place in places {
            answers.append(try await place.loop.submit { question(place.table.value) }.get())
        }
        return answers
    }
}
