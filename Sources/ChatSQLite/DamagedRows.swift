import ChatWire
import Foundation

/// The damaged events found since the store was opened. Each is counted once, as long as they are
/// few.
final class DamagedRows: Sendable {
    /// `@unchecked Sendable`: what varies is touched only under `lock`.
    private final class Guarded: @unchecked Sendable {
        private let lock = NSLock()
        private var keys: Set<EventKey> = []

        func note(_ key: EventKey) {
            lock.withLock { if keys.count < Limits.damagedRowsKept { keys.insert(key) } }
        }

        var count: Int { lock.withLock { keys.count } }
    }

    private let guarded = Guarded()

    func note(_ key: EventKey) { guarded.note(key) }

    /// Records the row that `error` names, if it names one.
    func note(_ error: any Error) {
        if let key = (error as? Damage)?.key { guarded.note(key) }
    }

    /// At most ``ChatWire/Limits/damagedRowsKept``.
    var count: Int { guarded.count }
}
