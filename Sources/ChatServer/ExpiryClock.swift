import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The time by which messages and rooms grow old: the wall clock, while it is believed
/// (``ChatRooms/RetentionClock``). Records in the store what the next start must know of it.
final class ExpiryClock: Sendable {
    private let clock: NIOLockedValueBox<RetentionClock>
    private let time: ServerClock
    private let committer: Committer
    private let logger: Logger

    /// Blocks: asks the store for what was recorded.
    init(
        _ store: any MessageStore, _ committer: Committer, _ logger: Logger, time: ServerClock = ServerClock()
    ) throws(StoreError) {
        self.time = time
        self.committer = committer
        self.logger = logger
        let record = try store.clockRecord(now: time.milliseconds())
        clock = NIOLockedValueBox(RetentionClock(record, uptime: time.uptime()))
    }

    /// From now on, records regularly what is known of the time: an hour of doubt must go on after
    /// a restart.
    func begin(on loop: any EventLoop) -> RepeatedTask {
        let interval = TimeAmount.milliseconds(Limits.retentionInterval)
        return loop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in self.record() }
    }

    /// Milliseconds since 1970-01-01 UTC; `nil` while nothing may be erased, because the wall clock
    /// is doubted. The first `nil` is logged.
    func now() -> Int64? {
        let (wall, uptime) = (time.milliseconds(), time.uptime())
        switch clock.withLockedValue({ $0.time(wall: wall, uptime: uptime) }) {
        case .believed(let now): return now
        case .doubted(let left, isNew: true):
            logger.warning(
                "The clock is more than a day ahead of the last known time. If it stays so, what has expired is erased in \((left + 59_999) / 60_000) minutes. Check the clock, or stop the server."
            )
        case .doubted: break
        }
        return nil
    }

    private func record() {
        _ = now()
        committer.note(clock.withLockedValue { $0.record(uptime: time.uptime()) })
    }
}
