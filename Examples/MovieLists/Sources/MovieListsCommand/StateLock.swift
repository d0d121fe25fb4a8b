import Foundation

/// Keeps two commands from changing the state at once: the second waits for the first.
struct StateLock {
    private let descriptor: Int32

    init(beside state: URL) throws {
        try FileManager.default.createDirectory(
            at: state.deletingLastPathComponent(), withIntermediateDirectories: true)
        descriptor = open(state.appendingPathExtension("lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw Refusal("\(state.path) can't be locked: \(String(cString: strerror(errno)))")
        }
    }

    /// Releases the lock. The system does the same when the process ends.
    func release() {
        close(descriptor)
    }
}
