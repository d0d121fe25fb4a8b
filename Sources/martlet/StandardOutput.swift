import Foundation

/// What a command prints for people and scripts.
enum StandardOutput {
    /// Writes to standard output. If its reader has gone (`martlet tail lobby | head`), the process
    /// ends without a word, with the status of SIGPIPE.
    ///
    /// - Throws: why nothing more can be written, such as a full disk
    static func write(_ bytes: [UInt8]) throws(CommandFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                Foundation.exit(128 + SIGPIPE)
            } else if errno != EINTR {
                throw CommandFailure("Standard output can't be written: \(String(cString: strerror(errno))).")
            }
        }
    }
}

/// A command's messages, on standard error. A failure to write them is ignored.
enum StandardError {
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
