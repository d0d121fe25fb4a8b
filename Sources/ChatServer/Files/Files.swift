import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The server's files: their bytes in a folder or in an ``ObjectStore``, their records in the
/// store of messages.
///
/// With an object store, a file that is being received is in the folder. It becomes an object at
/// its end. Files that were in the folder before are still read from there.
///
/// Bytes are written before their record and deleted after it, so no record is without bytes. After
/// a crash, bytes without a record are deleted at the next start.
///
/// Each step runs on a thread of the pool, or on the committer's, and calls back there. The HTTP
/// routes use the asynchronous functions, which only wait for these callbacks.
final class Files: Sendable {
    let folder: FileFolder
    /// `nil` if complete files are in the folder.
    let objects: FileObjects?
    let store: any MessageStore
    let committer: Committer
    let limits: FileLimits
    /// Whether the files of open rooms are for everyone who knows their ids.
    let admitsGuests: Bool
    private let threads: WorkPool
    private let underWay: NIOLockedValueBox<UnderWay>
    private let randomness: NIOLockedValueBox<RandomIDs>
    let metrics: ServerMetrics
    let downloads: DownloadsUnderWay
    /// `nil` until the age of the newest file is known.
    private let unused = NIOLockedValueBox<UnusedFiles?>(nil)
    private let logger: Logger
    private let errors: ErrorLog
    private let setAside: SetAside?
    let clock: ServerClock
    let chunkBytes: Int

    private struct UnderWay {
        var uploads: UploadsUnderWay
        var ends: [UploadsUnderWay.Ticket: Ending] = [:]
    }

    /// Ends the body of an upload early. Callable from any thread.
    typealias Ending = @Sendable () -> Void

    /// Makes a folder for files that the log does not know, and returns its path. Blocks.
    typealias SetAside = @Sendable () throws -> String

    /// Called once with the result of a step, on any thread.
    typealias Done<Value> = @Sendable (Result<Value, any Error>) -> Void

    /// - Parameters:
    ///   - setAside: Makes a folder for leftovers; `nil` if they are deleted.
    ///   - openAtOnce: The maximum of open files.
    ///   - admitsGuests: Whether the files of open rooms are for everyone who knows their ids.
    /// - Throws: ``StartError`` if the folder can't be used.
    init(
        folder: String, objects: (any ObjectStore)? = nil, setAside: SetAside? = nil, openAtOnce: Int = .max,
        limits: FileLimits,
        admitsGuests: Bool = true, store: any MessageStore, committer: Committer,
        metrics: ServerMetrics = ServerMetrics(), logger: Logger,
        environment: ServerEnvironment = ServerEnvironment()
    ) throws(StartError) {
        self.metrics = metrics
        clock = environment.clock
        self.folder = try FileFolder(folder, openAtOnce: openAtOnce, disk: environment.fileDisk)
        downloads = DownloadsUnderWay(openAtOnce: openAtOnce)
        self.objects = objects.map { FileObjects($0, metrics: metrics, logger: logger) }
        self.limits = limits
        self.setAside = setAside
        self.admitsGuests = admitsGuests
        self.store = store
        self.committer = committer
        self.logger = logger
        errors = ErrorLog(logger: logger, clock: environment.clock)
        underWay = NIOLockedValueBox(UnderWay(uploads: UploadsUnderWay(limit: environment.bounds.uploads)))
        randomness = NIOLockedValueBox(RandomIDs(environment.randomness))
        chunkBytes = environment.bounds.uploadChunkBytes
        threads = environment.queues.files
        threads.start()
    }

    /// Deletes leftovers. Call it before the first upload.
    func begin(_ done: @escaping Done<Void>) {
        committer.onRemoval { [threads, folder, objects, metrics] places in
            threads.async { for place in places { folder.discard(place) } }
            objects?.remove(places)
            metrics.filesRemoved.increment(by: places.count)
        }
        run { [self] in
            let recorded = try store.filePlaces()
            let tidied = folder.tidy(keeping: recorded, setAside: setAside)
            tidied.log(logger)
            if objects != nil, setAside != nil {
                // An object can't be moved aside.
                logger.warning(
                    "The log may have lost messages. Their objects stay in the bucket until this server, or all servers of its cluster, were stopped. The next start deletes them. To keep them, put a newer log in its place before."
                )
            } else if let objects {
                objects.beginTidying(
                    recorded, places, local: folder.places(), isShared: store.isShared, isServing: committer.confirms)
            } else if tidied.missing > 0 {
                logger.warning(
                    "Files are missing: their messages are there, their bytes are not (was the folder restored too?).",
                    metadata: ["files": "\(tidied.missing)"])
            }
            return try UnusedFiles(age: limits.unusedAge, store, committer, clock: clock)
        } done: { [self] (result: Result<UnusedFiles, any Error>) in
            done(
                result.map { unused in
                    self.unused.withLockedValue { $0 = unused }
                    forgetUnused()
                })
        }
    }

    /// The places of all files of the log.
    private func places() async throws -> Set<FilePlace> {
        try await withCheckedThrowingContinuation { done in
            run({ [store] in try store.filePlaces() }) { done.resume(with: $0) }
        }
    }

    /// Deletes files without a message. Called every ``ChatWire/Limits/unusedFilesInterval``
    /// seconds.
    func forgetUnused() { unused.withLockedValue { $0 }?.forget() }

    /// Call it after the last request was answered.
    func end() async {
        await objects?.end()
        await threads.end()
    }

    /// Begins to receive a file, if it may be received: checks its size and id, gives it a slot,
    /// checks the user's quota and the disk's room, creates its file.
    ///
    /// - Parameter end: Called when the upload must give its slot to another one. The body ends
    ///   then.
    func begin(
        _ request: UploadRequest, by user: UserID, at address: ClientAddress, end: @escaping Ending,
        _ done: @escaping Done<IncomingUpload>
    ) {
        if let refusal = limits.refusal(ofSize: request.size) {
            return done(.failure(HTTPRefusal(.contentTooLarge, refusal)))
        }
        run { [store] in
            let known = try store.file(request.id)
            if let refusal = known?.refusal(ofUpload: request.size, by: user) { throw HTTPRefusal(refusal) }
        } done: { [self] (result: Result<Void, any Error>) in
            do {
                try result.get()
                open(request, user, try admit(request, user, address, end), done)
            } catch {
                done(.failure(error))
            }
        }
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

    private func open(
        _ request: UploadRequest, _ user: UserID, _ ticket: UploadsUnderWay.Ticket,
        _ done: @escaping Done<IncomingUpload>
    ) {
        let place = randomness.withLockedValue { FilePlace.random(using: &$0) }
        let promised = underWay.withLockedValue { ($0.uploads.promised(to: user), $0.uploads.bytes) }
        run { [self] in
            try checkRoom(for: user, promised.0, total: promised.1)
            return try folder.begin(place)
        } done: { [self] (result: Result<IncomingFile, any Error>) in
            if case .failure = result { release(ticket) } else { objects?.begin(place) }
            done(result.map { IncomingUpload($0, of: request, by: user, ticket, in: self) })
        }
    }

    /// Promised bytes were counted before stored ones are, so that an upload that ends in between
    /// is counted at least once.
    private func checkRoom(
        for user: UserID, _ promised: (bytes: UInt64, ids: [FileID]), total: UInt64
    ) throws {
        let stored = try store.fileBytes(of: user, except: promised.ids)
        let free = try folder.freeBytes()
        if let refusal = limits.refusal(ofTotal: stored + promised.bytes) { throw HTTPRefusal(refusal) }
        // Promised bytes that are already written count twice. Too little room for files is better
        // than too little for messages.
        guard free >= total + Limits.diskReserve else { throw HTTPRefusal.noSpace }
    }

    func received(_ bytes: Int, of ticket: UploadsUnderWay.Ticket) {
        underWay.withLockedValue { $0.uploads.received(bytes, of: ticket) }
    }

    /// Takes an upload's slot back.
    func release(_ ticket: UploadsUnderWay.Ticket) {
        underWay.withLockedValue {
            $0.uploads.end(ticket)
            $0.ends[ticket] = nil
        }
    }

    /// Deletes an upload's bytes from the folder.
    ///
    /// - Parameter isObject: whether they may be in the object store, too, and are of no use there
    func discard(_ place: FilePlace, isObject: Bool = false, _ done: @escaping @Sendable () -> Void) {
        if isObject { objects?.remove([place]) }
        threads.run { [folder] in
            folder.discard(place)
        } done: { [objects] _ in
            objects?.end(place)
            done()
        }
    }

    /// The file's record and bytes; `nil` if there is no such file, or the user may not read it.
    ///
    /// A file follows its message's room: in a group or a direct room it is for those who may read
    /// the message; on a server without guests also in an open room.
    ///
    /// - Parameter reader: `nil` for a request without a user
    func open(_ id: FileID, for reader: Visitor?, _ done: @escaping Done<(FileRecord, StoredBytes)?>) {
        let now = clock.milliseconds()
        run(
            { [store, folder, objects, admitsGuests] () -> (FileRecord, StoredBytes)? in
                guard let record = try store.file(id, for: reader, admitsGuests: admitsGuests, at: now) else {
                    return nil
                }
                if let file = try folder.open(record.place) { return (record, .file(file)) }
                guard let objects else { return nil }
                return (record, .object(objects, record.place, try folder.slot(isReader: true)))
            }, done: done)
    }

    /// Whether there is such a file, and the user may read it.
    ///
    /// - Parameter reader: `nil` for a request without a user
    func isReadable(_ id: FileID, for reader: Visitor?, _ done: @escaping Done<Bool>) {
        let now = clock.milliseconds()
        run(
            { [store, admitsGuests] in
                try store.file(id, for: reader, admitsGuests: admitsGuests, at: now) != nil
            }, done: done)
    }

    func read(_ file: OpenFile, _ count: Int, at offset: UInt64, _ done: @escaping Done<ByteBuffer>) {
        run({ try file.read(count, at: offset) }, done: done)
    }

    /// Runs work off the event loops, and turns its errors into refusals.
    func run<Value>(_ body: @escaping @Sendable () throws -> Value, done: @escaping Done<Value>) {
        threads.run(body) { [errors] result in
            done(
                result.mapError { error in
                    switch error {
                    case let error as DiskError:
                        errors.note(error)
                        return HTTPRefusal(error)
                    case let error as StoreError:
                        errors.note(error)
                        return HTTPRefusal(error)
                    default: return error
                    }
                })
        }
    }
}
