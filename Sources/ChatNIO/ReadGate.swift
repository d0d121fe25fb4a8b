/// Whether a connection is read. While its owner pauses, nothing more is read from the socket.
///
/// Bytes that were already read wait with the owner. They are at most those of one read event, or
/// after the peer's end all that the kernel still held.
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
