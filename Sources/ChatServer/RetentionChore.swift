import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Wipes messages that are past their time: looks through all rooms now and then, in steps that go between other commits.
final class RetentionChore: Sendable {
    private let retention: Retention
    private let committer: Committer
    private let isRunning = NIOLockedValueBox(false)

    init(_ retention: Retention, _ committer: Committer) {
        self.retention = retention
        self.committer = committer
    }

    func begin(on loop: any EventLoop) -> RepeatedTask {
        let interval = TimeAmount.milliseconds(retention.interval)
        return loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: interval) { _ in self.run() }
    }

    private func run() {
        let isFirst = isRunning.withLockedValue { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        if isFirst { step(Expiry(retention, now: SystemClock.milliseconds())) }
    }

    private func step(_ expiry: Expiry) {
        committer.expire(expiry) { expired in
            guard let next = expired.next else { return self.isRunning.withLockedValue { $0 = false } }
            self.step(Expiry(expiry.retention, now: expiry.now, room: next))
        }
    }
}
