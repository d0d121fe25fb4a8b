import ChatRooms
import ChatWire
import Dispatch
import NIOConcurrencyHelpers
import NIOCore

/// Removes rooms in which nobody is present and no event was appended for some time. The lobby
/// stays.
///
/// If somebody joins a room while it is being removed, they get its next event under another epoch.
/// Then their client reads the room from the start. In a cluster, no room is removed while this
/// server does not know who is connected to the others.
final class ForgettingChore: Sendable {
    private let age: Int64
    private let store: any MessageStore
    private let presence: PresenceService
    /// `nil` if no other server shares the log.
    private let cluster: Cluster?
    private let removals: Removals
    private let clock: ExpiryClock
    private let isRunning = NIOLockedValueBox(false)
    /// Reading blocks.
    private let queue = DispatchQueue(label: "martlet.forgetting", qos: .utility)

    /// - Parameter age: milliseconds
    init(
        age: Int64, _ store: any MessageStore, _ presence: PresenceService, _ cluster: Cluster?, _ removals: Removals,
        _ clock: ExpiryClock
    ) {
        self.clock = clock
        self.age = age
        self.store = store
        self.presence = presence
        self.cluster = cluster
        self.removals = removals
    }

    func begin(on loop: any EventLoop) -> RepeatedTask {
        let interval = TimeAmount.milliseconds(min(max(age / 10, 1_000), Limits.forgettingInterval))
        return loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in self.run(on: loop) }
    }

    private func run(on loop: any EventLoop) {
        guard let now = clock.now() else { return }
        let isFirst = isRunning.withLockedValue { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        loop.makeFutureWithTask {
            await self.forget(quietSince: now - self.age)
            self.isRunning.withLockedValue { $0 = false }
        }.whenComplete { _ in }
    }

    /// Looks through all rooms. What can't be read or removed now is looked at again the next time.
    private func forget(quietSince: Int64) async {
        var behind: RoomName?
        repeat {
            guard let (rooms, last) = await read(quietSince: quietSince, after: behind) else { return }
            var unused = rooms.filter { $0 != .lobby && presence.count(in: $0) == 0 }[...]
            while !unused.isEmpty {
                guard cluster?.knowsPeople ?? true else { return }
                let some = Array(unused.prefix(Limits.removalRooms))
                guard (try? await removals.run(.rooms(some, quietSince: quietSince))) != nil else { return }
                unused = unused.dropFirst(some.count)
            }
            behind = last
        } while behind != nil
    }

    private func read(quietSince: Int64, after room: RoomName?) async -> (rooms: [RoomName], last: RoomName?)? {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: try? self.store.quietRooms(since: quietSince, after: room)) }
        }
    }
}
