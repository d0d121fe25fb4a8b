import ChatRooms
@testable import ChatServer
import ChatWire
import Foundation
import Hummingbird
import NIOCore
import NIOPosix
import Testing

/// Files on a folder of their own, with a quota, over a store in memory.
private func withFiles(
    quota: UInt64, _ body: @Sendable (Files, MemoryStore, String) async throws -> Void
) async throws {
    let folder = NSTemporaryDirectory() + "/martlet-files-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let fanout = Fanout(loops: group.makeIterator())
    let store = MemoryStore()
    let committer = Committer(
        store: store, fanout: fanout, presence: PresenceService(fanout: fanout, budgets: UserBudgets(nil)),
        onFailure: { _ in })
    let files = try Files(
        folder: folder, limits: FileLimits(quota: quota), store: store, committer: committer, logger: .silent)
    let result: Result<Void, any Error>
    do {
        try await files.begin()
        result = .success(try await body(files, store, folder))
    } catch {
        result = .failure(error)
    }
    await files.end()
    try await group.shutdownGracefully()
    try result.get()
}

@Suite struct `Uploads side by side` {
    private static let ann = UserID(high: 1, low: 1)

    /// The status of an upload of so many bytes.
    @Sendable private static func upload(_ size: Int, as id: FileID, to files: Files) async throws -> Int {
        var request = HTTPRequest(method: .put, scheme: "http", authority: "x", path: "/v1/files/\(id)?name=x")
        request.headerFields[.contentLength] = "\(size)"
        do {
            let (_, isNew) = try await files.upload(
                try UploadRequest(request, id: id.text), by: ann, at: ClientAddress(nil), begin: { _ in }, end: {},
                body: RequestBody(buffer: ByteBuffer(repeating: 7, count: size)))
            return isNew ? 201 : 200
        } catch let refusal as HTTPRefusal {
            return refusal.status.code
        }
    }

    @Test func `never pass the quota together, and what fits is taken`() async throws {
        for _ in 0..<20 {
            try await withFiles(quota: 280_000) { files, store, folder in
                let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                    for _ in 0..<20 { tasks.addTask { try await Self.upload(100_000, as: .random(), to: files) } }
                    return try await tasks.reduce(into: []) { $0.append($1) }
                }
                let taken = statuses.count { $0 == 201 }
                #expect(taken <= 2 && statuses.allSatisfy { [201, 413, 429].contains($0) }, "\(statuses)")
                try #expect(store.fileBytes(of: Self.ann, except: []) == UInt64(taken) * 100_000)
                for _ in taken..<2 { try await #expect(Self.upload(100_000, as: .random(), to: files) == 201) }
                try await #expect(Self.upload(100_000, as: .random(), to: files) == 413)
                try await #expect(Self.upload(50_000, as: .random(), to: files) == 201)
                try #expect(FileManager.default.contentsOfDirectory(atPath: folder).count == 3 + 1)
            }
        }
    }

    @Test func `an upload repeated at the limit is the file that is there`() async throws {
        try await withFiles(quota: 70_000) { files, _, _ in
            let id = FileID.random()
            try await #expect(Self.upload(70_000, as: id, to: files) == 201)
            try await #expect(Self.upload(70_000, as: id, to: files) == 200)
            try await #expect(Self.upload(1, as: .random(), to: files) == 413)
        }
    }

    @Test func `an upload whose session has ended meanwhile leaves nothing`() async throws {
        try await withFiles(quota: 1_000_000) { files, store, folder in
            let id = FileID.random()
            var request = HTTPRequest(method: .put, scheme: "http", authority: "x", path: "/v1/files/\(id)?name=x")
            request.headerFields[.contentLength] = "5"
            let upload = try UploadRequest(request, id: id.text)
            await #expect(throws: WireError.self) {
                try await files.upload(
                    upload, by: Self.ann, at: ClientAddress(nil), begin: { _ in }, end: {},
                    body: RequestBody(buffer: ByteBuffer(repeating: 7, count: 5)),
                    confirm: { throw WireError(.tokenRefused, "The session has ended.") })
            }
            try #expect(store.file(id) == nil)
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder + "/incoming").isEmpty)
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder) == ["incoming"])
        }
    }

    @Test func `what is forgotten leaves the disk`() async throws {
        try await withFiles(quota: 70_000) { files, store, folder in
            try await #expect(Self.upload(70_000, as: .random(), to: files) == 201)
            let removed = try store.append(Batch(unusedBefore: .max)).removed
            #expect(removed.count == 1)
            // As at the next start.
            try await files.begin()
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder) == ["incoming"])
        }
    }
}
