import NIOCore

/// A store of objects outside the data folder, such as a bucket of S3, for the bytes of files.
///
/// Objects never change: a name is written once, then read, then deleted. Functions may be called
/// at the same time, from any task. They throw an error whose description says what failed.
public protocol ObjectStore: Sendable {
    /// Writes an object. It exists when the function returns, completely or not at all.
    ///
    /// - Parameters:
    ///   - size: in bytes
    ///   - digest: SHA-256 of its bytes
    ///   - read: reads up to so many bytes from an offset on
    func put(
        _ name: String, size: UInt64, digest: [UInt8],
        read: @escaping @Sendable (_ count: Int, _ offset: UInt64) async throws -> ByteBuffer
    ) async throws

    /// Begins to read a part of an object; `nil` if there is no such object, or it ends before the
    /// part. The body is shorter than the part if the object is.
    func get(_ name: String, _ part: ClosedRange<UInt64>) async throws -> ObjectBody?

    /// Deletes an object, if it exists.
    func delete(_ name: String) async throws

    /// The names of some objects.
    ///
    /// - Parameter token: of the page before; `nil` for the first page
    func page(_ token: String?) async throws -> ObjectPage
}

/// Some of the objects of an ``ObjectStore``.
public struct ObjectPage: Hashable, Sendable {
    /// The names.
    public var names: [String]
    /// Where the next page begins; `nil` if this is the last one.
    public var next: String?

    /// Creates the value.
    public init(names: [String] = [], next: String? = nil) {
        self.names = names
        self.next = next
    }
}

/// The bytes of an object as they arrive. Nothing is read ahead of a slow reader, except for what
/// the connection buffers. To be read once.
public struct ObjectBody: AsyncSequence, Sendable {
    private let begin: @Sendable () -> Iterator

    /// Creates a body of parts in their order.
    public init<Parts: AsyncSequence & Sendable>(_ parts: Parts) where Parts.Element == ByteBuffer {
        begin = {
            var iterator = parts.makeAsyncIterator()
            return Iterator { try await iterator.next() }
        }
    }

    /// An iterator over the parts.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let read: () async throws -> ByteBuffer?

        /// The next part; `nil` at the end.
        public mutating func next() async throws -> ByteBuffer? { try await read() }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { begin() }
}
