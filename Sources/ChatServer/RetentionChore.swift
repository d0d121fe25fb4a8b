import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Erases expired messages: looks through all rooms now and then, in small steps between other
/// commits.
final class RetentionChore: Sendable {
    private let retention: Retention
    private let committer: Committer
    private let loop: any EventLoop
    private let isRunning = NIOLockedValueBox(false)
    private let clock: ExpiryClock

    init(_ retention: Retention, _ committer: Committer, on loop: any EventLoop, _ clock: ExpiryClock) {
        self.clock = clock
        self.loop = loop
        self.retention = retention
        self.committer = committer
    }

    func begin() -> RepeatedTask {
        let interval = TimeAmount.milliseconds(retention.interval)
        return loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: interval) { _ in self.run() }
    }

    private func run() {
        guard let now = clock.now() else { return }
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
                // The fault may be in something else of the same commit: the step is tried again.
                self.loop.scheduleTask(in: .milliseconds(Limits.chorePause)) { self.step(expiry) }
            }
        }
    }
}
