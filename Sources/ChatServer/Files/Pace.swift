import ChatWire

/// Whether bytes come or go as fast as they must: they earn time, and time spends it.
///
/// A transfer begins with ``Limits/fileGrace``; each byte earns what it may take at ``Limits/fileBytesPerSecond``, up to a most, so that
/// a fast beginning does not pay for a long silence.
struct Pace: Sendable {
    /// Nanoseconds that are left.
    private var left: Int64
    private let most: Int64

    /// - Parameter most: milliseconds that can be saved up
    init(most: Int64 = Limits.fileGrace) {
        self.most = max(most, Limits.fileGrace) * 1_000_000
        left = Limits.fileGrace * 1_000_000
    }

    mutating func moved(_ bytes: Int) {
        left = min(most, left + Int64(clamping: bytes) * (1_000_000_000 / Limits.fileBytesPerSecond))
    }

    /// Time passed in which the other end could have gone on.
    mutating func waited(nanoseconds: Int64) { left -= nanoseconds }

    var isTooSlow: Bool { left < 0 }
}
