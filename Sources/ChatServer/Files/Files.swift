import ChatRooms
import ChatWire
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// The server's files: their bytes in a folder, their records in the store.
///
/// Bytes are written before their record and deleted after it, so no record is without bytes. After
/// a crash, bytes without a record are deleted at the next start.
final class Files: Sendable {
    private let folder: FileFolder
    private let store: any MessageStore
    private let committer: Committer
    let limits: FileLimits
    private let threads = NIOThreadPool(numberOfThreads: 4)
    private let underWay = NIOLockedValueBox((uploads: UploadsUnderWay(), ends: [UploadsUnderWay.Ticket: Ending]()))
    let metrics: ServerMetrics
    /// `nil` until the age of the newest file is known.
    private let unused = NIOLockedValueBox<UnusedFiles?>(nil)
    private let logger: Logger
    private let clock: ServerClock

    /// Ends the body of an upload early. Callable from any thread.
    typealias Ending = @Sendable () -> Void

    /// - Parameter openAtOnce: The maximum of open files.
    /// - Throws: ``StartError`` if the folder can't be used.
    init(
        folder: String, openAtOnce: Int = .max, limits: FileLimits, store: any MessageStore, committer: Committer,
        metrics: ServerMetrics = ServerMetrics(), logger: Logger, clock: ServerClock = ServerClock()
    ) throws(StartError) {
        self.metrics = metrics
        self.clock = clock
        self.folder = try FileFolder(folder, openAtOnce: openAtOnce)
        self.limits = limits
        self.store = store
        self.committer = committer
        self.logger = logger
        threads.start()
    }

    /// Deletes leftovers. Call it before the first upload.
    func begin() async throws {
        committer.onRemoval { [threads, folder, metrics] places in
            threads.submit { state in
                guard state == .active else { return }
                for place in places { folder.discard(place) }
            }
            metrics.filesRemoved.increment(by: places.count)
        }
        let (removed, missing) = try await run { [folder, store] in folder.tidy(keeping: try store.filePlaces()) }
        if removed > 0 { logger.info("removed leftovers of files", metadata: ["files": "\(removed)"]) }
        if missing > 0 {
            logger.warning(
                "Files are missing: their messages are there, their bytes are not (was the folder restored too?).",
                metadata: ["files": "\(missing)"])
        }
        let unused = try await run { [store, committer, limits, clock] in
            try UnusedFiles(age: limits.unusedAge, store, committer, clock: clock)
        }
        self.unused.withLockedValue { $0 = unused }
        forgetUnused()
    }

    /// Deletes files without a message. Called at start and every hour.
    func forgetUnused() { unused.withLockedValue { $0 }?.forget() }

    /// Call it after the last request was answered.
    func end() async { try? await threads.shutdownGracefully() }

    /// Receives a file: checks it, writes it to the disk, records it.
    ///
    /// - Parameters:
    ///   - begin: Called when the upload is admitted, before the first byte is read.
    ///   - end: Called when the upload must give its slot to another one. The body ends then.
    ///   - body: Must be read to its end.
    /// - Returns: The attachment, and whether it is new.
    func upload(
        _ request: UploadRequest, by user: UserID, at address: ClientAddress, begin: () async throws -> Void,
        end: @escaping Ending, body: RequestBody
    ) async throws -> (Attachment, isNew: Bool) {
        if let refusal = limits.refusal(ofSize: request.size) { throw FileRefusal(.contentTooLarge, refusal) }
        let known = try await find(request.id)
        if let refusal = known?.refusal(ofUpload: request.size, by: user) { throw FileRefusal(refusal) }
        let ticket = try admit(request, user, address, end)
        defer {
            underWay.withLockedValue {
                $0.uploads.end(ticket)
                $0.ends[ticket] = nil
            }
        }
        try await checkRoom(for: user)
        let place = FilePlace.random()
        var file = try await run { [folder] in try folder.begin(place) }
        do {
            try await begin()
            file = try await receive(file, request, body, ticket)
            let (attachment, isNew) = try await record(file, request, user)
            if !isNew { await discard(place) }
            return (attachment, isNew)
        } catch let error as Unsettled {
            // It is unknown whether these bytes have a record, so they stay until the next start.
            throw FileRefusal(error.refusal)
        } catch {
            await discard(place)
            throw error
        }
    }

    /// The file's record and bytes; `nil` if there is no such file, or the user may not read it.
    ///
    /// A file follows its message's room: in a group or a direct room it is for those who may read
    /// the message.
    /// - Parameter reader: `nil` for somebody who is not known
    func file(_ id: FileID, for reader: Visitor?) async throws -> (FileRecord, OpenFile)? {
        let now = clock.milliseconds()
        return try await run { [store, folder] in
            guard let record = try store.file(id, for: reader, at: now),
                let file = try folder.open(record.place)
            else { return nil }
            return (record, file)
        }
    }

    /// Whether there is such a file, and the user may read it.
    func isReadable(_ id: FileID, for reader: Visitor) async throws -> Bool {
        let now = clock.milliseconds()
        return try await run { [store] in try store.file(id, for: reader, at: now) != nil }
    }

    func read(_ file: OpenFile, _ count: Int, at offset: UInt64) async throws -> ByteBuffer {
        try await run { try file.read(count, at: offset) }
    }

    /// Gives the upload a slot. If necessary, another upload is ended for it.
    private func admit(
        _ request: UploadRequest, _ user: UserID, _ address: ClientAddress, _ end: @escaping Ending
    ) throws -> UploadsUnderWay.Ticket {
        let now = clock.nanoseconds()
        let (ticket, endOther) = try underWay.withLockedValue { underWay in
            let admission = try underWay.uploads.begin(user, at: address, request.id, size: request.size, now: now)
            underWay.ends[admission.ticket] = end
            return (admission.ticket, admission.ends.flatMap { underWay.ends[$0] })
        }
        endOther?()
        return ticket
    }

    private func find(_ id: FileID) async throws -> FileRecord? {
        try await run { [store] in try store.file(id) }
    }

    /// Counts promised bytes before stored ones, so that an upload that ends in between is counted
    /// at least once.
    private func checkRoom(for user: UserID) async throws {
        let (promised, total) = underWay.withLockedValue {
            ($0.uploads.promised(to: user), $0.uploads.bytes)
        }
        let (stored, free) = try await run { [store, folder] in
            (try store.fileBytes(of: user, except: promised.ids), try folder.freeBytes())
        }
        if let refusal = limits.refusal(ofTotal: stored + promised.bytes) { throw FileRefusal(refusal) }
        // Promised bytes that are already written count twice. Too little room for files is better
        // than too little for messages.
        guard free >= total + Limits.diskReserve else { throw FileRefusal.noSpace }
    }

    private func receive(
        _ file: IncomingFile, _ request: UploadRequest, _ body: RequestBody, _ ticket: UploadsUnderWay.Ticket
    ) async throws -> IncomingFile {
        var file = file
        var chunk = ByteBuffer()
        var received: UInt64 = 0
        for try await part in body {
            received += UInt64(part.readableBytes)
            guard received <= request.size else {
                throw FileRefusal(.badRequest, "The body is longer than Content-Length.")
            }
            underWay.withLockedValue { $0.uploads.received(part.readableBytes, of: ticket) }
            chunk.writeImmutableBuffer(part)
            if chunk.readableBytes >= Limits.uploadChunkBytes {
                file = try await append(chunk, to: file)
                chunk.clear()
            }
        }
        if chunk.readableBytes > 0 { file = try await append(chunk, to: file) }
        guard file.size == request.size else {
            throw FileRefusal(.badRequest, "Content-Length is \(request.size), but the body has \(file.size) bytes.")
        }
        return file
    }

    private func append(_ chunk: ByteBuffer, to file: IncomingFile) async throws -> IncomingFile {
        try await run {
            var file = file
            try file.append(chunk)
            return file
        }
    }

    private func record(
        _ file: IncomingFile, _ request: UploadRequest, _ user: UserID
    ) async throws -> (Attachment, isNew: Bool) {
        let digest = file.digest
        if let expected = request.digest, expected != digest {
            throw FileRefusal(.unprocessableContent, "The body does not match Content-Digest. Send it again.")
        }
        let type = try await run { [folder] in
            let type = try file.type()
            if let refusal = type.refusal { throw FileRefusal(.unprocessableContent, refusal) }
            try folder.accept(file)
            return type
        }
        let attachment = Attachment(
            id: request.id, name: request.name, type: type.name, size: file.size, dimensions: type.dimensions)
        let record = FileRecord(
            attachment: attachment, user: user, digest: digest, at: clock.milliseconds(), place: file.place)
        switch await committer.record(record) {
        case .success(let outcome):
            do throws(WireError) { return try outcome.result(of: attachment) } catch { throw FileRefusal(error) }
        case .failure(let refusal): throw Unsettled(refusal: refusal)
        }
    }

    private func discard(_ place: FilePlace) async {
        try? await threads.runIfActive { [folder] in folder.discard(place) }
    }

    /// Runs work off the event loops, and turns its errors into refusals.
    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await threads.runIfActive(body)
        } catch let error as DiskError {
            logger.error("The disk failed with a file.", metadata: ["error": "\(error)"])
            throw FileRefusal(error)
        } catch let error as StoreError {
            logger.error("The store failed with a file.", metadata: ["error": "\(error)"])
            throw FileRefusal(error)
        }
    }

    private struct Unsettled: Error {
        let refusal: WireError
    }
}
