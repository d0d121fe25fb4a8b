import ChatWire
import Foundation

/// Splits received bytes into lines, on the client's side. A line ends at a line feed, or with its
/// read if the server sends no line feeds.
///
/// The tutorial's server writes messages without an end, and its client takes each read for one
/// message. TCP does not guarantee that. So here a read continues with the next one if it fills a
/// segment or ends within a character. A line without a line feed ends after a pause, or with the
/// next read. If the server does send line feeds, only a line feed ends a line, until a long pause.
struct LineAssembler {
    /// A read of this many bytes may be only a part of a message, as much as one TCP segment holds.
    static let segmentBytes = 1_200

    private var unread: [UInt8] = []
    private var lastRead = 0
    private var serverEndsLines = false

    /// The milliseconds of silence after which to call ``paused()``; `nil` if nothing waits.
    var pause: Int64? {
        if unread.isEmpty { return nil }
        return serverEndsLines ? Limits.unendedLinePause : Limits.linePause
    }

    /// Takes a read, and returns the lines that it completes, without empty ones.
    ///
    /// - Throws: Why to close the connection: a line of more than `Limits.frameBytes`.
    mutating func read(_ bytes: some Collection<UInt8>) throws(WireError) -> [String] {
        var lines: [String] = []
        if !serverEndsLines, lastReadIsWhole, let line = take() { lines.append(line) }
        lastRead = bytes.count
        var rest = bytes[...]
        while let feed = rest.firstIndex(of: 0x0A) {
            try append(rest[..<feed])
            serverEndsLines = true
            if let line = take() { lines.append(line) }
            rest = rest[rest.index(after: feed)...]
        }
        try append(rest)
        return lines
    }

    /// Nothing came for ``pause`` milliseconds, or nothing more will come. Returns the remaining
    /// line.
    mutating func paused() -> String? {
        guard let line = take() else { return nil }
        serverEndsLines = false
        return line
    }

    private var lastReadIsWhole: Bool {
        lastRead < Self.segmentBytes && String(bytes: unread, encoding: .utf8) != nil
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws(WireError) {
        guard unread.count + bytes.count <= Limits.frameBytes else {
            throw WireError(.lineTooLong, "The server sent a line of more than \(Limits.frameBytes) bytes.")
        }
        unread.append(contentsOf: bytes)
    }

    private mutating func take() -> String? {
        if unread.last == 0x0D { unread.removeLast() }
        defer { unread = [] }
        return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
    }
}
