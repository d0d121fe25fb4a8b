import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ChatServer

@Suite struct FileObjectTests {
    /// Has these objects, and is not asked for their bytes.
    private struct Bucket: ObjectStore {
        var objects: [FilePlace] = []
        /// The names of objects that it does not delete.
        var locked: Set<String> = []
        let deleted = AsyncStream.makeStream(of: String.self)

        func put(
            _ name: String, size: UInt64, digest: [UInt8],
            read: @escaping @Sendable (_ count: Int, _ offset: UInt64) async throws -> ByteBuffer
        ) async throws {}
        func get(_ name: String, _ part: ClosedRange<UInt64>) async throws -> ObjectBody? { nil }
        func delete(_ name: String) async throws {
            if locked.contains(name) { throw WireError(.overloaded, "It is locked.") }
            deleted.continuation.yield(name)
        }
        func page(_ token: String?) async throws -> ObjectPage { ObjectPage(names: objects.map(\.text)) }
    }

    @Test func `only a file that is there before and after its objects are listed can be missing`() async throws {
        let (kept, new, deleted, lost) = (place(1), place(2), place(3), place(4))
        let handler = LogLines()
        let objects = FileObjects(
            Bucket(objects: [kept]), metrics: ServerMetrics(), logger: Logger(label: "test") { _ in handler })
        // Another server records one file and deletes one meanwhile.
        try await objects.tidy([kept, deleted], { Set([kept, new]) }, [], true, { true })
        #expect(handler.lines.withLockedValue { $0 } == [])
        try await objects.tidy([kept, lost], { Set([kept, lost]) }, [], true, { true })
        #expect(handler.lines.withLockedValue { $0.map { $0.prefix(18) } } == ["Files are missing:"])
        await objects.end()
    }

    @Test func `objects that can't be deleted do not keep others from being deleted`() async throws {
        let locked = (0..<UInt64(Limits.objectRemovalsAtOnce)).map(place)
        let others = (100..<UInt64(130)).map(place)
        let bucket = Bucket(locked: Set(locked.map(\.text)))
        let objects = FileObjects(bucket, metrics: ServerMetrics(), logger: Logger(label: "test") { _ in LogLines() })
        // All of the first ones that are tried are locked.
        objects.remove(locked)
        objects.remove(others)
        var names: Set<String> = []
        for await name in bucket.deleted.stream {
            names.insert(name)
            if names.count == others.count { break }
        }
        #expect(names == Set(others.map(\.text)))
        await objects.end()
    }

    private func place(_ number: UInt64) -> FilePlace { FilePlace(high: 1, low: number) }
}
