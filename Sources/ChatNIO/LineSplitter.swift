import ChatWire
import NIOCore

/// Splits bytes into lines, by the rules of the line protocol. A line ends at a line feed, or at a
/// pause after `iam:` or `msg:` and at least one byte. It works on bytes only and knows no
/// characters.
public struct LineSplitter: Sendable {
    /// A line, or the refusal of the connection.
    public enum Output: Hashable, Sendable {
        /// A line without its line feed, and without a carriage return before it.
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
    /// The number of bytes of `unread` that are known to contain no line feed.
    private var searched = 0
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
        let feed = unread.readableBytesView.dropFirst(searched).firstIndex(of: 0x0A)
        let length = feed.map { $0 - unread.readerIndex } ?? unread.readableBytes
        guard length <= Limits.lineBytes else { return refuse(.tooLong) }
        guard feed != nil else {
            searched = length
            return nil
        }
        return .line(take(length, feed: 1))
    }

    /// Whether a pause would end the current line: it is a known request with content.
    public var awaitsPause: Bool {
        guard unread.readableBytes > 4 else { return false }
        return unread.readableBytesView.starts(with: Self.iam) || unread.readableBytesView.starts(with: Self.msg)
    }

    /// Whether a line has begun and not ended.
    public var isMidLine: Bool { unread.readableBytes > 0 }

    /// The bytes paused. The current line ends, if a pause can end it.
    public mutating func paused() -> Output? {
        guard !isRefused, awaitsPause else { return nil }
        return .line(take(unread.readableBytes, feed: 0))
    }

    /// The peer has closed its side. The remaining bytes are a line.
    public mutating func ended() -> Output? {
        guard !isRefused, unread.readableBytes > 0 else { return nil }
        return .line(take(unread.readableBytes, feed: 0))
    }

    /// Refuses all further bytes.
    public mutating func refuse(_ why: Refusal) -> Output? {
        guard !isRefused else { return nil }
        isRefused = true
        unread = ByteBuffer()
        return .refused(why)
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
