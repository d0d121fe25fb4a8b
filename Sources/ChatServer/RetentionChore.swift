import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Erases expired messages: looks through all rooms now and then, in small steps between other
/// commits.
final class RetentionChore: Sendable {
    private let retention: Retention
    private let committer: Committer
    private let loop: any EventLoop
    private let isRunning = NIOLockedValueBox(false)
    private let clock: NIOLockedValueBox<RetentionClock>
    private let time: ServerClock
    private let logger: Logger

    /// Blocks: asks the store for the last known time.
    init(
        _ retention: Retention, _ store: any MessageStore, _ committer: Committer, on loop: any EventLoop,
        _ logger: Logger, time: ServerClock = ServerClock()
    ) throws(StoreError) {
        self.time = time
        self.loop = loop
        self.retention = retention
        self.committer = committer
        self.logger = logger
        clock = NIOLockedValueBox(RetentionClock(last: try store.lastKnownTime(), uptime: time.uptime()))
    }

    func begin() -> RepeatedTask {
        let interval = TimeAmount.milliseconds(retention.interval)
        return loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: interval) { _ in self.run() }
    }

    private func run() {
        let (wall, uptime) = (time.milliseconds(), time.uptime())
        switch clock.withLockedValue({ $0.time(wall: wall, uptime: uptime) }) {
        case .believed(let now): begin(now)
        case .doubted(isNew: true):
            logger.warning(
                "The clock is more than a day ahead of the last message. If it stays so, expired messages are erased in an hour. Check the clock, or stop the server."
            )
        case .doubted: break
        }
    }

    private func begin(_ now: Int64) {
        let isFirst = isRunning.withLockedValue { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        if isFirst { step(Expiry(retention, now: now)) }
    }

    private func step(_ expiry: Expiry) {
        committer.expire(expiry) { result in
            switch result {
            case .success(let expired):
                guard let next = expired.next else { return self.isRunning.withLockedValue { $0 = false } }
                self.step(Expiry(expiry.retention, now: expiry.now, room: next))
            case .failure:
                // What was refused with it may be all that was wrong: the same step again, soon.
                self.loop.scheduleTask(in: .milliseconds(Limits.chorePause)) { self.step(expiry) }
            }
        }
    }
}
