import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// The complete files of a server whose bytes are in an ``ObjectStore``. Each object has its file's
/// place as its name.
///
/// Failures of the store are refusals to try again later. Deletions are tried until they succeed or
/// the server ends: then the next start finds the objects without a record.
final class FileObjects: Sendable {
    let store: any ObjectStore
    private let logger: Logger
    private let metrics: ServerMetrics
    private let state = NIOLockedValueBox(State())

    private struct State {
        /// Whether the last request failed.
        var isAway = false
        /// Uploads that have begun and not ended.
        var underWay: Set<FilePlace> = []
        /// Uploads that have ended since the search for leftovers began; `nil` while there is none.
        var ended: Set<FilePlace>?
        var removals: Set<FilePlace> = []
        var isEnded = false
        var remover: Task<Void, Never>?
        var tidying: Task<Void, Never>?
    }

    init(_ store: any ObjectStore, metrics: ServerMetrics, logger: Logger) {
        self.store = store
        self.metrics = metrics
        self.logger = logger
    }

    /// Whether the last request to the store failed.
    var isAway: Bool { state.withLockedValue(\.isAway) }

    /// An upload has a place: its object is no leftover.
    func begin(_ place: FilePlace) {
        _ = state.withLockedValue { $0.underWay.insert(place) }
    }

    /// The upload is recorded, or its object is to be removed.
    func end(_ place: FilePlace) {
        state.withLockedValue {
            guard $0.underWay.remove(place) != nil else { return }
            $0.ended?.insert(place)
        }
    }

    func put(
        _ place: FilePlace, size: UInt64, digest: [UInt8],
        read: @escaping @Sendable (_ count: Int, _ offset: UInt64) async throws -> ByteBuffer
    ) async throws(HTTPRefusal) {
        try await ask { try await store.put(place.text, size: size, digest: digest, read: read) }
    }

    /// Begins to read a part of a file; `nil` if its object is missing.
    func get(_ place: FilePlace, _ part: ClosedRange<UInt64>) async throws(HTTPRefusal) -> ObjectBody? {
        try await ask { try await store.get(place.text, part) }
    }

    /// Tells whether the store works, and turns its errors into a refusal.
    private func ask<Value: Sendable>(_ request: () async throws -> Value) async throws(HTTPRefusal) -> Value {
        do {
            let value = try await request()
            noteAnswer()
            return value
        } catch {
            if Task.isCancelled { throw .stopping }
            noteFailure(error)
            throw .storageAway
        }
    }

    private func noteAnswer() {
        guard
            state.withLockedValue({ state in
                defer { state.isAway = false }
                return state.isAway
            })
        else { return }
        logger.notice("The storage of files works again.")
    }

    func noteFailure(_ error: any Error) {
        metrics.storageFailures.increment()
        let isNew = state.withLockedValue { state in
            defer { state.isAway = true }
            return !state.isAway
        }
        let metadata: Logger.Metadata = ["error": "\(error)"]
        if isNew {
            logger.error(
                "The storage of files failed. Files are refused until it works again; messages are not affected.",
                metadata: metadata)
        } else {
            logger.debug("the storage of files failed again", metadata: metadata)
        }
    }

    // MARK: - Removal

    /// Deletes objects, now or when the store works again.
    func remove(_ places: some Sequence<FilePlace>) {
        state.withLockedValue { state in
            for place in places where state.removals.count < Limits.objectRemovals { state.removals.insert(place) }
            guard !state.isEnded, state.remover == nil, !state.removals.isEmpty else { return }
            state.remover = Task { [self] in await removeAll() }
        }
    }

    private func removeAll() async {
        var pause = Limits.objectRetry
        // Those that could not be deleted are tried again after all others: the store may keep a
        // few objects for good.
        var failed: Set<FilePlace> = []
        while !Task.isCancelled {
            let places = state.withLockedValue { state in
                if failed.isSuperset(of: state.removals) { failed = [] }
                let places = Array(
                    state.removals.lazy.filter { !failed.contains($0) }.prefix(Limits.objectRemovalsAtOnce))
                if places.isEmpty { state.remover = nil }
                return places
            }
            if places.isEmpty { return }
            let removed = await withTaskGroup(of: FilePlace?.self) { tasks in
                for place in places {
                    tasks.addTask { [self] in
                        do {
                            try await ask { try await store.delete(place.text) }
                            return place
                        } catch {
                            return nil
                        }
                    }
                }
                return await tasks.reduce(into: Set<FilePlace>()) { if let place = $1 { $0.insert(place) } }
            }
            state.withLockedValue { $0.removals.subtract(removed) }
            failed.formUnion(places.filter { !removed.contains($0) })
            if removed.count == places.count {
                pause = Limits.objectRetry
            } else {
                try? await Task.sleep(for: .milliseconds(pause))
                pause = min(2 * pause, Limits.longestObjectRetry)
            }
        }
    }

    // MARK: - Leftovers

    /// Looks for objects without a record, and deletes them. The server accepts files meanwhile. If
    /// the object store fails, it is tried again until it works.
    ///
    /// - Parameters:
    ///   - recorded: the places of all files that the log has before objects are listed
    ///   - places: reads the places of all files that the log has then
    ///   - local: the places of files whose bytes are in the folder
    ///   - isShared: whether other servers have uploads, too
    ///   - isServing: whether the log is still this server's
    func beginTidying(
        _ recorded: Set<FilePlace>, _ places: @escaping @Sendable () async throws -> Set<FilePlace>,
        local: Set<FilePlace>, isShared: Bool, isServing: @escaping @Sendable () async -> Bool
    ) {
        let task = Task { [self] in
            var hasFailed = false
            while !Task.isCancelled {
                do {
                    try await tidy(recorded, places, local, isShared, isServing)
                    break
                } catch  where !Task.isCancelled {
                    let level: Logger.Level = hasFailed ? .debug : .warning
                    logger.log(
                        level: level, "Objects without a file could not be looked for. It is tried again.",
                        metadata: ["error": "\(error)"])
                    hasFailed = true
                    try? await Task.sleep(for: .milliseconds(Limits.longestObjectRetry))
                } catch {}
            }
            state.withLockedValue { $0.ended = nil }
        }
        state.withLockedValue { $0.tidying = task }
    }

    /// Looks for objects without a record once. See
    /// ``beginTidying(_:_:local:isShared:isServing:)``.
    func tidy(
        _ recorded: Set<FilePlace>, _ places: @Sendable () async throws -> Set<FilePlace>, _ local: Set<FilePlace>,
        _ isShared: Bool, _ isServing: @Sendable () async -> Bool
    ) async throws {
        state.withLockedValue { $0.ended = [] }
        var found: Set<FilePlace> = []
        var token: String?
        repeat {
            let page = try await store.page(token)
            // Other names are not the server's.
            found.formUnion(page.names.compactMap { FilePlace(name: $0) })
            token = page.next
        } while token != nil
        // An upload ends after its record is there: so one that is recorded meanwhile is in one of
        // these sets, if they are read in this order.
        let uploads = state.withLockedValue { $0.underWay.union($0.ended ?? []) }
        let known = try await places()
        var leftovers = found.subtracting(known).subtracting(uploads)
        if isShared, !leftovers.isEmpty {
            // Another server has recorded its uploads by then, or has given them up.
            try await Task.sleep(for: .milliseconds(Limits.sharedObjectAge))
            leftovers.subtract(try await places())
        }
        // If the log is this server's now, nobody else has recorded a file since the objects were
        // listed. Otherwise they are those of the server that has taken over.
        if !leftovers.isEmpty { guard await isServing() else { return } }
        remove(leftovers)
        if !leftovers.isEmpty { logger.info("removed leftovers of files", metadata: ["files": "\(leftovers.count)"]) }
        // An object that is there as long as they are listed is listed. One that another server
        // makes or deletes meanwhile may not be.
        let missing = recorded.intersection(known).subtracting(found).subtracting(local)
        if !missing.isEmpty {
            logger.warning(
                "Files are missing: their messages are there, their objects are not.",
                metadata: ["files": "\(missing.count)"])
        }
    }

    /// Stops what goes on in the background, and returns when it has stopped.
    func end() async {
        let tasks = state.withLockedValue { state in
            state.isEnded = true
            return [state.remover, state.tidying].compactMap(\.self)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
