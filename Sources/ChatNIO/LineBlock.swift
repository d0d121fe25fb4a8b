import NIOCore

/// Lines for many readers, one after the other in one buffer: some readers take all of it in one
/// write, others each line by itself. Neither copies the bytes.
public struct LineBlock: Sendable {
    /// All lines, each with its line feed.
    public private(set) var bytes = ByteBuffer()
    /// Where each line ends in `bytes`.
    private var ends: [Int] = []

    /// Creates a block without lines.
    public init() {}

    /// - Parameter line: with its line feed
    public init(_ line: [UInt8]) { append(line) }

    /// Whether there is no line.
    public var isEmpty: Bool { ends.isEmpty }

    /// - Parameter line: with its line feed
    public mutating func append(_ line: [UInt8]) {
        bytes.writeBytes(line)
        ends.append(bytes.writerIndex)
    }

    /// Calls `body` with each line, in order, until it returns false.
    func forEachLine(while body: (ByteBuffer) -> Bool) {
        var start = bytes.readerIndex
        for end in ends {
            guard let line = bytes.getSlice(at: start, length: end - start), body(line) else { return }
            start = end
        }
    }
}
