import ChatWire

/// Enforces a minimum transfer rate: bytes earn time, and waiting spends it.
///
/// A transfer begins with ``Limits/fileGrace``. Each byte earns the time it may take at
/// ``Limits/fileBytesPerSecond``, up to a maximum, so that a fast start does not pay for a long
/// silence.
struct Pace: Sendable {
    /// The nanoseconds left.
    private var left: Int64
    private let most: Int64

    /// - Parameter most: The maximum of saved milliseconds.
    init(most: Int64 = Limits.fileGrace) {
        self.most = max(most, Limits.fileGrace) * 1_000_000
        left = Limits.fileGrace * 1_000_000
    }

    mutating func moved(_ bytes: Int) {
        left = min(most, left + Int64(clamping: bytes) * (1_000_000_000 / Limits.fileBytesPerSecond))
    }

    /// Time passed in which the peer could have continued.
    mutating func waited(nanoseconds: Int64) { left -= nanoseconds }

    var isTooSlow: Bool { left < 0 }
}
