import ChatRooms
import ChatWire
import Hummingbird
import NIOCore

// The steps of files as HTTP's handlers wait for them.
extension Files {
    /// Deletes leftovers. Call it before the first upload.
    func begin() async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            begin { done.resume(with: $0) }
        }
    }

    /// Receives a file: checks it, writes it to the disk, records it.
    ///
    /// - Parameters:
    ///   - begin: Called with the upload when it is admitted, before the first byte is read.
    ///   - end: Called when the upload must give its slot to another one. The body ends then.
    ///   - body: Must be read to its end.
    ///   - confirm: Called when all bytes are there, before the file is recorded. What it throws
    ///     refuses the upload.
    /// - Returns: The attachment, and whether it is new.
    func upload(
        _ request: UploadRequest, by user: UserID, at address: ClientAddress,
        begin: (IncomingUpload) async throws -> Void, end: @escaping Ending, body: RequestBody,
        confirm: () async throws -> Void = {}
    ) async throws -> (Attachment, isNew: Bool) {
        let upload: IncomingUpload = try await withCheckedThrowingContinuation { done in
            self.begin(request, by: user, at: address, end: end) { done.resume(with: $0) }
        }
        do {
            try await begin(upload)
            for try await part in body where try upload.collect(part) {
                try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                    upload.write { done.resume(with: $0) }
                }
            }
            try await confirm()
        } catch {
            await withCheckedContinuation { done in upload.abandon { done.resume() } }
            throw error
        }
        return try await withCheckedThrowingContinuation { done in upload.finish { done.resume(with: $0) } }
    }

    /// The file's record and bytes; `nil` if there is no such file, or the user may not read it.
    ///
    /// - Parameter reader: `nil` for a request without a user
    func file(_ id: FileID, for reader: Visitor?) async throws -> (FileRecord, StoredBytes)? {
        try await withCheckedThrowingContinuation { done in open(id, for: reader) { done.resume(with: $0) } }
    }

    /// Whether there is such a file, and the user may read it.
    ///
    /// - Parameter reader: `nil` for a request without a user
    func isReadable(_ id: FileID, for reader: Visitor?) async throws -> Bool {
        try await withCheckedThrowingContinuation { done in isReadable(id, for: reader) { done.resume(with: $0) } }
    }

    func read(_ file: OpenFile, _ count: Int, at offset: UInt64) async throws -> ByteBuffer {
        try await withCheckedThrowingContinuation { done in read(file, count, at: offset) { done.resume(with: $0) } }
    }
}
