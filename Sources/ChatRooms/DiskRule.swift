import ChatWire

/// When a server stores nothing more because its disk is nearly full, and when it does again.
///
/// It stops below ``ChatWire/Limits/readOnlyReserve`` and goes on from
/// ``ChatWire/Limits/readOnlyEnd``, so that a little room that comes and goes does not make it
/// change its mind with every message. A medium that says it is full although it seems to have room
/// (a quota) is left alone for ``ChatWire/Limits/readOnlyRetry``, then tried again.
public struct DiskRule: Hashable, Sendable {
    /// Whether nothing may be stored, as far as ``look(free:at:)`` and ``ranFull(at:)`` have found.
    public private(set) var isReadOnly = false
    private var retryAt = Int64.min

    /// Creates the rule of a server that stores.
    public init() {}

    /// Looks at the disk; whether nothing may be stored now.
    ///
    /// - Parameters:
    ///   - free: bytes that may still be written; `nil` where nothing limits them
    ///   - now: milliseconds since an arbitrary moment
    public mutating func look(free: UInt64?, at now: Int64) -> Bool {
        isReadOnly = forbids(free: free, at: now)
        return isReadOnly
    }

    /// What ``look(free:at:)`` would answer.
    public func forbids(free: UInt64?, at now: Int64) -> Bool {
        let least = isReadOnly ? Limits.readOnlyEnd : Limits.readOnlyReserve
        return now < retryAt || (free ?? .max) < least
    }

    /// The medium had no room for something that was to be stored.
    public mutating func ranFull(at now: Int64) {
        isReadOnly = true
        retryAt = now.addingReportingOverflow(Limits.readOnlyRetry).partialValue
    }
}
