/// Whether a connection is read. While its owner pauses, nothing more is asked of the socket; what
/// was read already waits with the owner: at most what one read event brings, and after the peer's
/// end what the kernel still held.
struct ReadGate {
    var isPaused = false
    /// Set while the owner parses, which calls the endpoint, which may come back.
    var isParsing = false
    /// The channel asked to read while it was not to.
    var readIsHeldBack = false

    /// Takes the read that was held back, if it may go on now.
    mutating func takeHeldBack() -> Bool {
        guard readIsHeldBack, !isPaused else { return false }
        readIsHeldBack = false
        return true
    }
}
