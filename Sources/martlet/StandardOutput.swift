import Foundation

/// What a command prints for people and scripts. `FileHandle.write(_:)` is used nowhere: it ends
/// the process with a trap if nothing can be written (`make lint` looks for it).
enum StandardOutput {
    /// Writes to standard output. If its reader has gone (`martlet tail lobby | head`), the process
    /// ends without a message, with the status of SIGPIPE.
    ///
    /// - Throws: why nothing more can be written, such as a full disk
    static func write(_ bytes: [UInt8]) throws(CommandFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                end()
            } else if errno != EINTR {
                throw CommandFailure("Standard output can't be written: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// Writes what a server says when it is ready. A failure is ignored: the server serves anyway.
    static func offer(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }

    /// Call it when a command has succeeded: `print` does not tell that its text could not be
    /// written, and the text may be a key that is shown once.
    static func finish() throws(CommandFailure) {
        // All streams: the variable `stdout` is not for Swift's concurrency.
        guard fflush(nil) != 0 else { return }
        if errno == EPIPE { end() }
        throw CommandFailure("Standard output can't be written: \(String(cString: strerror(errno))).")
    }

    /// Ends the process as ``write(_:)`` does, as soon as the reader of standard output has gone,
    /// also if nothing is to be written. For a command that waits for something to print.
    static func endWithReader() {
        Thread.detachNewThread {
            // Nothing is asked for: errors and the reader's end are told anyway. A file has
            // neither.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0 {
                guard errno == EINTR else { return }
            }
            // Not if standard output is closed from the beginning.
            if Int32(output.revents) & Int32(POLLNVAL) == 0 { end() }
        }
    }

    private static func end() -> Never { Foundation.exit(128 + SIGPIPE) }
}
