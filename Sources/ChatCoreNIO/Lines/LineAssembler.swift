import ChatWire
import Foundation

/// Bytes in, lines out, from the client's side: a line ends at a line feed or, where the server knows no line feeds, with its read.
///
/// The tutorial's server writes each message without an end, and its client takes what one read brings for one message. TCP keeps no
/// such promise, so here a read is continued by the next where it fills a segment or ends within a character, and a line without a feed
/// ends after a pause or when the next read comes. Where the server ends its lines, nothing but a line feed is an end, until a long pause.
struct LineAssembler {
    /// Bytes from which on a read may be only as much of a message as a segment holds.
    static let segmentBytes = 1_200

    private var unread: [UInt8] = []
    private var lastRead = 0
    private var serverEndsLines = false

    /// Milliseconds of silence after which ``paused()`` is to be called; nil when nothing is there.
    var pause: Int64? {
        if unread.isEmpty { return nil }
        return serverEndsLines ? Limits.unendedLinePause : Limits.linePause
    }

    /// The lines that a read completes, empty ones left out.
    /// - Throws: what to close the connection for: a line of more than `Limits.frameBytes`
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

    /// Nothing came for ``pause`` milliseconds, or nothing more will come.
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
