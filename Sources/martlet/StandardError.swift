import Foundation

/// A command's messages, on standard error. A failure to write them is ignored.
enum StandardError {
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
