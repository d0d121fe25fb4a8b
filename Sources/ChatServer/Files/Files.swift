import ChatRooms
import ChatWire
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// The files of a server: their bytes in a folder, what is known of them in the store.
///
/// Bytes come first and their record second, so that no record is without bytes; they go in the other order. What a crash leaves
/// between the two has no record, and is removed at the next start.
final class Files: Sendable {
    private let folder: FileFolder
    private let store: any MessageStore
    private let committer: Committer
    let limits: FileLimits
    private let threads = NIOThreadPool(numberOfThreads: 4)
    private let underWay = NIOLockedValueBox((uploads: UploadsUnderWay(), ends: [UploadsUnderWay.Ticket: Ending]()))
    private let counts = NIOLockedValueBox(FileMetrics())
    /// `nil` until it is known how old the files are.
    private let ageClock = NIOLockedValueBox<FileAgeClock?>(nil)
    private let logger: Logger
    private let clock: ServerClock

    /// Ends the body of an upload before its time. Any thread.
    typealias Ending = @Sendable () -> Void

    /// - Parameter openAtOnce: files that may be open
    /// - Throws: ``StartError`` when the folder can't be used
    init(
        folder: String, openAtOnce: Int = .max, limits: FileLimits, store: any MessageStore, committer: Committer,
        logger: Logger, clock: ServerClock = ServerClock()
    ) throws(StartError) {
        self.clock = clock
        self.folder = try FileFolder(folder, openAtOnce: openAtOnce)
        self.limits = limits
        self.store = store
        self.committer = committer
        self.logger = logger
        threads.start()
    }

    var metrics: FileMetrics { counts.withLockedValue { $0 } }

    /// Removes what is left over. To be called before the first upload.
    func begin() async throws {
        committer.onRemoval { [threads, folder, counts] places in
            threads.submit { state in
                guard state == .active else { return }
                for place in places { folder.discard(place) }
            }
            counts.withLockedValue { $0.removed += UInt64(places.count) }
        }
        let (removed, missing) = try await run { [folder, store] in folder.tidy(keeping: try store.filePlaces()) }
        if removed > 0 { logger.info("removed leftovers of files", metadata: ["files": "\(removed)"]) }
        if missing > 0 {
            logger.warning(
                "Files are missing: their messages are there, their bytes are not (was the folder restored too?).",
                metadata: ["files": "\(missing)"])
        }
        let newest = try await run { [store] in try store.newestUnusedFile() }
        let (wall, uptime) = (clock.milliseconds(), clock.uptime())
        ageClock.withLockedValue { $0 = FileAgeClock(newest: newest, wall: wall, uptime: uptime) }
        forgetUnused()
    }

    /// Forgets what no message has taken. Asked for at start and every hour.
    func forgetUnused() {
        let (wall, uptime) = (clock.milliseconds(), clock.uptime())
        guard let now = ageClock.withLockedValue({ $0?.time(wall: wall, uptime: uptime) }) else { return }
        committer.forgetUnused(before: now - limits.unusedAge)
    }

    /// After the last request was answered.
    func end() async { try? await threads.shutdownGracefully() }

    /// Takes a file: checks it, has it on the disk, records it.
    ///
    /// - Parameters:
    ///   - begin: called when it is let in, before the first byte is read
    ///   - end: called when it must give its slot to another; the body ends then
    ///   - body: must be read to its end
    /// - Returns: what it is, and whether it is new
    func upload(
        _ request: UploadRequest, by user: UserID, at address: ClientAddress, begin: () async throws -> Void,
        end: @escaping Ending, body: RequestBody
    ) async throws -> (Attachment, isNew: Bool) {
        guard request.size <= limits.largest else {
            let text = "A file has at most \(limits.largest) bytes here, and this one \(request.size)."
            throw FileRefusal(.contentTooLarge, WireError(.file, text))
        }
        let known = try await find(request.id)
        if let known, known.user != user || known.attachment.size != request.size { throw FileRefusal.conflict }
        let ticket = try admit(request, user, address, end)
        defer {
            underWay.withLockedValue {
                $0.uploads.end(ticket)
                $0.ends[ticket] = nil
            }
        }
        try await checkRoom(for: user)
        let place = ID.random()
        var file = try await run { [folder] in try folder.begin(place) }
        do {
            try await begin()
            file = try await receive(file, request, body, ticket)
            let (attachment, isNew) = try await record(file, request, user)
            if !isNew { await discard(place) }
            return (attachment, isNew)
        } catch let error as Unsettled {
            // Nobody knows whether there is a record of these bytes: they stay until the next start.
            throw FileRefusal(error.refusal)
        } catch {
            await discard(place)
            throw error
        }
    }

    /// The file and its bytes; `nil` where there is no such file.
    func file(_ id: FileID) async throws -> (FileRecord, OpenFile)? {
        try await run { [store, folder] in
            guard let record = try store.file(id), let file = try folder.open(record.place) else { return nil }
            return (record, file)
        }
    }

    func read(_ file: OpenFile, _ count: Int, at offset: UInt64) async throws -> ByteBuffer {
        try await run { try file.read(count, at: offset) }
    }

    func count(_ change: (inout FileMetrics) -> Void) { counts.withLockedValue { change(&$0) } }

    /// Gives the upload a slot, if need be that of another, which is ended.
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

    /// What is promised is counted before what is there, so that an upload that ends in between is counted at least once.
    private func checkRoom(for user: UserID) async throws {
        let (promised, total) = underWay.withLockedValue {
            ($0.uploads.promised(to: user), $0.uploads.bytes)
        }
        let (stored, free) = try await run { [store, folder] in
            (try store.fileBytes(of: user, except: promised.ids), try folder.freeBytes())
        }
        guard stored + promised.bytes <= limits.quota else {
            let text = "All your files together may have \(limits.quota) bytes: delete messages with files first."
            throw FileRefusal(.contentTooLarge, WireError(.fileQuota, text))
        }
        // Some of what was promised may be written already, and counts twice: better too little room for files than for messages.
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
                throw FileRefusal(.badRequest, "More came than Content-Length says.")
            }
            underWay.withLockedValue { $0.uploads.received(part.readableBytes, of: ticket) }
            chunk.writeImmutableBuffer(part)
            if chunk.readableBytes >= Self.chunkBytes {
                file = try await append(chunk, to: file)
                chunk.clear()
            }
        }
        if chunk.readableBytes > 0 { file = try await append(chunk, to: file) }
        guard file.size == request.size else {
            throw FileRefusal(.badRequest, "\(request.size) bytes were announced, and \(file.size) came.")
        }
        return file
    }

    static let chunkBytes = 131_072

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
            throw FileRefusal(.unprocessableContent, "These are not the bytes whose digest was given.")
        }
        let type = try await run { [folder] in
            let type = try file.type()
            if let image = type.dimensions,
                image.width.multipliedReportingOverflow(by: image.height).overflow
                    || image.width * image.height > Limits.filePixels
            {
                throw FileRefusal(
                    .unprocessableContent,
                    "An image has at most \(Limits.filePixels) pixels, and this one \(image.width) × \(image.height).")
            }
            try folder.accept(file)
            return type
        }
        let attachment = Attachment(
            id: request.id, name: request.name, type: type.name, size: file.size, dimensions: type.dimensions)
        let record = FileRecord(
            attachment: attachment, user: user, digest: digest, at: clock.milliseconds(), place: file.place)
        switch await committer.record(record) {
        case .success(.recorded): return (attachment, true)
        case .success(.alreadyThere(let first)): return (first.attachment, false)
        case .success(.conflict): throw FileRefusal.conflict
        case .success(.refused(let error)): throw FileRefusal(error)
        case .failure(let refusal): throw Unsettled(refusal: refusal)
        }
    }

    private func discard(_ place: ID) async {
        try? await threads.runIfActive { [folder] in folder.discard(place) }
    }

    /// Off the event loops, with what may go wrong there put as an answer.
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

/// What an operator sets for files.
struct FileLimits: Sendable {
    /// Bytes of one file.
    var largest = UInt64(Limits.fileBytes)
    /// Bytes of all files of one user.
    var quota = Limits.fileBytesPerUser
    /// How long a file waits for its message, in milliseconds.
    var unusedAge = Limits.unusedFileAge
}

/// What became of files.
struct FileMetrics: Sendable {
    var uploads: UInt64 = 0
    /// Bytes of them.
    var uploaded: UInt64 = 0
    var downloads: UInt64 = 0
    var removed: UInt64 = 0
    var errors: [UInt16: UInt64] = [:]
}
