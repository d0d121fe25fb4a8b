import ChatRooms
import ChatWire

/// The damaged events found since the store was opened. Each is counted once, as long as they are
/// few.
public final class DamagedRows: Sendable {
    private let keys = Locked<Set<EventKey>>([])

    package init() {}

    package func note(_ key: EventKey) {
        keys.withLock { if $0.count < Limits.damagedRowsKept { $0.insert(key) } }
    }

    /// Records the row that `error` names, if it names one.
    package func note(_ error: any Error) {
        if let key = (error as? Damage)?.key { note(key) }
    }

    /// At most ``ChatWire/Limits/damagedRowsKept``.
    package var count: Int { keys.withLock { $0.count } }
}
