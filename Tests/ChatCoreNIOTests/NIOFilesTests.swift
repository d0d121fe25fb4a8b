import ChatCore
import ChatServer
import Foundation
import Testing

@testable import ChatCoreNIO

/// Sends files to the real server and back.
struct NIOFilesTests {
    private let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) }

    /// A server that takes files, a token of it, and a folder of the test's own.
    private func withFiles(
        quota: UInt64 = Limits.fileBytesPerUser,
        _ body: @escaping @Sendable (NIOFiles, String, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withServer(files: folder.appendingPathComponent("files").path, quota: quota) { addresses in
            var ann = try await Talk(addresses.transport)
            let token = try await ann.enter("ann").token
            let files = try #require(addresses.transport.files as? NIOFiles)
            try await body(files, token, folder)
        }
    }

    private func upload(_ size: Int) -> Upload {
        Upload(id: .random(), name: "swift & über.bin", type: "image/jpeg", size: UInt64(size))
    }

    @Test func `a file goes up, tells how far it is, and comes back as it was`() async throws {
        try await withFiles { files, token, folder in
            let (steps, progress) = AsyncStream.makeStream(of: UInt64.self)
            let upload = upload(bytes.count)
            let attachment = try await files.upload(upload, from: FileSource(bytes), token: token) {
                progress.yield($0)
            }
            progress.finish()
            #expect(attachment.id == upload.id && attachment.name == upload.name && attachment.size == upload.size)
            var last: UInt64 = 0
            for await step in steps {
                #expect(step > last)
                last = step
            }
            #expect(last == upload.size)
            let copy = folder.appendingPathComponent("copy")
            try Data("old".utf8).write(to: copy)
            try await files.download(attachment, to: copy, token: nil)
            #expect(try Data(contentsOf: copy) == Data(bytes))
            let again = try await files.upload(upload, from: FileSource(bytes), token: token) { _ in }
            #expect(again == attachment)
            #expect(files.url(of: upload.id)?.absoluteString.hasSuffix("/v1/files/\(upload.id.text)") == true)
        }
    }

    @Test func `a refusal is the server's own, and comes before the bytes`() async throws {
        try await withFiles(quota: 1_000_000) { files, token, folder in
            let stranger = await #expect(throws: WireError.self) {
                try await files.upload(upload(5), from: FileSource([UInt8](repeating: 1, count: 5)), token: "x") { _ in
                }
            }
            #expect(stranger?.code == .tokenRefused)
            let small = upload(400_000)
            _ = try await files.upload(small, from: FileSource(Array(bytes.prefix(400_000))), token: token) { _ in }
            let quota = await #expect(throws: WireError.self) {
                try await files.upload(upload(bytes.count), from: FileSource(bytes), token: token) { _ in }
            }
            #expect(quota?.code == .fileQuota)
            let conflict = await #expect(throws: WireError.self) {
                try await files.upload(small, from: FileSource(Array(bytes.suffix(400_000))), token: token) { _ in }
            }
            #expect(conflict?.code == .fileConflict)
            let missing = ChatWire.Attachment(id: .random(), name: "a", type: "b/c", size: 5)
            let copy = folder.appendingPathComponent("copy")
            let gone = await #expect(throws: WireError.self) { try await files.download(missing, to: copy, token: nil) }
            #expect(gone?.code == .noSuchFile)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["files"])
        }
    }

    @Test func `an upload ends when its bytes can't be read any more, and when it is cancelled`() async throws {
        try await withFiles { files, token, _ in
            let torn = FileSource(size: UInt64(bytes.count)) { (offset, count) throws(StorageError) in
                if offset > 1_000_000 { throw .failed("The card was pulled out.") }
                return Array(bytes[Int(offset)..<Int(offset) + count])
            }
            await #expect(throws: StorageError.self) {
                try await files.upload(upload(bytes.count), from: torn, token: token) { _ in }
            }
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let endless = FileSource(size: UInt64(Limits.fileBytes)) { (_, count) in [UInt8](repeating: 7, count: count)
            }
            let unwanted = Task {
                try await files.upload(upload(Limits.fileBytes), from: endless, token: token) { _ in begin.yield(()) }
            }
            for await _ in begun { break }
            unwanted.cancel()
            // If the upload ended before the cancellation, there is no error.
            if case .failure(let error) = await unwanted.result { #expect(!(error is WireError)) }
        }
    }
}
