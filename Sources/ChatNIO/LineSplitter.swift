import ChatWire
import NIOCore

/// Splits bytes into lines, by the rules of the line protocol. A line ends at a line feed, or at a
/// pause after `iam:` or `msg:` and at least one byte. It works on bytes only and knows no
/// characters.
///
/// A client with a line that a pause has ended is taken for one that sends no line feeds: from then
/// on a pause ends whatever has arrived, and a line feed ends a line only before another `iam:` or
/// `msg:`. Other line feeds belong to the text, except at its end.
public struct LineSplitter: Sendable {
    /// A line, or the refusal of the connection.
    public enum Output: Hashable, Sendable {
        /// A line without its line feed, and without a carriage return before it. It has line feeds
        /// inside only after a pause has ended a line.
        case line(ByteBuffer)
        /// The connection is refused; nothing more will come.
        case refused(Refusal)
    }

    /// Why a connection is refused.
    public enum Refusal: Hashable, Sendable {
        /// A line of more than `Limits.lineBytes`.
        case tooLong
        /// A line that was begun and not ended, or no line at all, for `Limits.unfinishedDeadline`.
        case unfinished
        /// The first bytes belong to another protocol: HTTP (a web page can make a browser send
        /// requests anywhere), TLS, SSH or Telnet.
        case foreign
    }

    private var unread = ByteBuffer()
    /// The number of bytes of `unread` in which no line ends.
    private var searched = 0
    /// Whether a pause has ended a line.
    private var endsWithPauses = false
    private var start = Start.undecided
    private var isRefused = false

    private enum Start { case undecided, own }

    /// Creates the splitter of a new connection.
    public init() {}

    /// Takes bytes that have arrived; ``next()`` then returns their lines. After a refusal they are
    /// dropped.
    public mutating func append(_ bytes: ByteBuffer) {
        guard !isRefused else { return }
        if unread.readableBytes == 0 {
            unread = bytes
        } else {
            unread.writeImmutableBuffer(bytes)
        }
    }

    /// The next line; `nil` if it is not complete yet.
    public mutating func next() -> Output? {
        guard !isRefused else { return nil }
        guard startIsOwn() else { return refuseIfForeign() }
        let feed = endingFeed()
        let length = feed.map { $0 - unread.readerIndex } ?? unread.readableBytes
        guard length <= Limits.lineBytes else { return refuse(.tooLong) }
        guard feed != nil else {
            // Whether a line feed ends the line may depend on bytes that have not arrived yet.
            searched = endsWithPauses ? max(0, length - Self.msg.count) : length
            return nil
        }
        return .line(take(length, feed: 1))
    }

    /// Whether a pause would end the current line: it is a known request with content, or an
    /// earlier pause has ended a line.
    public var awaitsPause: Bool {
        endsWithPauses
            ? isMidLine
            : unread.readableBytes > Self.msg.count && Self.beginsRequest(unread.readableBytesView)
    }

    /// Whether a line has begun and not ended.
    public var isMidLine: Bool { unread.readableBytes > 0 }

    /// The bytes paused. The current line ends, if a pause can end it.
    public mutating func paused() -> Output? {
        guard !isRefused, awaitsPause else { return nil }
        endsWithPauses = true
        return .line(takeRest())
    }

    /// The peer has closed its side. The remaining bytes are a line.
    public mutating func ended() -> Output? {
        guard !isRefused, isMidLine else { return nil }
        return .line(takeRest())
    }

    /// Refuses all further bytes.
    public mutating func refuse(_ why: Refusal) -> Output? {
        guard !isRefused else { return nil }
        isRefused = true
        unread = ByteBuffer()
        return .refused(why)
    }

    /// The index of the first line feed that ends a line.
    private func endingFeed() -> Int? {
        var rest = unread.readableBytesView.dropFirst(searched)
        while let feed = rest.firstIndex(of: 0x0A) {
            rest = rest.suffix(from: feed + 1)
            if !endsWithPauses || Self.beginsRequest(rest) { return feed }
        }
        return nil
    }

    private static func beginsRequest(_ bytes: ByteBufferView) -> Bool {
        bytes.starts(with: iam) || bytes.starts(with: msg)
    }

    /// Takes all bytes for a line, without line ends behind it.
    private mutating func takeRest() -> ByteBuffer {
        let length = unread.readableBytesView.reversed().drop { $0 == 0x0A || $0 == 0x0D }.count
        return take(length, feed: unread.readableBytes - length)
    }

    private mutating func take(_ length: Int, feed: Int) -> ByteBuffer {
        var line = unread.readSlice(length: length) ?? ByteBuffer()
        unread.moveReaderIndex(forwardBy: feed)
        if unread.readableBytes == 0 { unread = ByteBuffer() }
        searched = 0
        if line.readableBytesView.last == 0x0D { line.moveWriterIndex(to: line.writerIndex - 1) }
        return line
    }

    private mutating func startIsOwn() -> Bool {
        if start == .own { return true }
        let bytes = unread.readableBytesView
        guard !Self.foreign.contains(where: { bytes.starts(with: $0.prefix(bytes.count)) }) else { return false }
        start = .own
        return true
    }

    private mutating func refuseIfForeign() -> Output? {
        let bytes = unread.readableBytesView
        return Self.foreign.contains { bytes.starts(with: $0) } ? refuse(.foreign) : nil
    }

    private static let iam = Array("iam:".utf8)
    private static let msg = Array("msg:".utf8)
    private static let foreign: [[UInt8]] =
        ["GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ", "TRACE ", "PRI * ", "SSH-"]
        .map { Array($0.utf8) } + [[0x16, 0x03], [0xFF]]
}
