import Foundation

extension WireError: LocalizedError {
    /// The error's sentence.
    public var errorDescription: String? { text }
}

extension StorageError: LocalizedError {
    /// The error's sentence.
    public var errorDescription: String? { description }
}

extension Event {
    /// When the server took it.
    public var date: Date { Date(milliseconds: at) }
}

extension Row.Bubble {
    /// When it was written.
    public var date: Date { Date(milliseconds: at) }
}

extension Date {
    fileprivate init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
