import ChatCore
import Foundation

/// A disk in memory that fails where a test says so, and loses what was not flushed when its power
/// is cut. It tests ``ChatCore/FileStorage``, and can test a storage of your own.
///
/// ```swift
/// let disk = FaultyFileSystem(seed: 17)
/// let storage = FileStorage(path: "/ann/journal", system: disk)
/// disk.fail(at: disk.operations + 3, .full)
/// // … a client works on it …
/// disk.cutPower()
/// // … and another one finds what is left.
/// ```
///
/// How much of a failed write gets through, and what a power cut leaves, follow from the seed: the
/// same calls in the same order meet the same faults. It may be used from any thread.
///
/// `@unchecked Sendable`: everything is touched only under `guarding`. (`Locked` takes
/// only values that are `Sendable`, and files are not.)
public final class FaultyFileSystem: FileSystem, @unchecked Sendable {
    /// How an operation fails.
    public enum Fault: Hashable, Sendable, CaseIterable {
        /// EIO. A part of a write got through. A flush has flushed nothing: what it should have
        /// flushed can still be read, but never gets to the disk, although later flushes succeed.
        /// Kernels do the same. A rename may have happened.
        case error
        /// ENOSPC, for what takes up space: a new file, and a write, of which a part got through.
        /// Everything else succeeds.
        case full
        /// The process ends in the middle of the operation: a part of a write got through. All its
        /// later operations fail, until ``FaultyFileSystem/kill()``.
        case dies
    }

    private let guarding = NSLock()
    private var random: SeededGenerator
    private var files: [String: FaultyFile] = [:]
    /// Names as a power cut may leave them.
    private var durableNames: [String: FaultyFile] = [:]
    private var locks: [String: UInt64] = [:]
    private var lastLock: UInt64 = 0
    private var faults: [Int: Fault] = [:]
    /// The fault of every operation that has none of its own in `faults`.
    private var lasting: Fault?
    /// The number of the running process. A process can't use the files that an earlier process has
    /// opened.
    private var process = 0
    private var isDead = false
    private var count = 0
    private var struck: [Failure] = []

    /// Creates an empty disk without faults. Everything random about it follows from `seed`.
    public init(seed: UInt64 = 0) { random = SeededGenerator(seed: seed) }

    /// Operations so far. Closing a file and releasing a lock are none: they can't fail.
    public var operations: Int { guarding.withLock { count } }

    /// An operation that failed: `write`, `flush`, `cut`, `rename`, … of a path.
    public struct Failure: Hashable, Sendable {
        /// The operation's number, counted from 0, as ``fail(at:_:)`` takes it.
        public var operation: Int
        /// What the operation did, as its error text says: `read`, `list`, `open`, `write`,
        /// `flush`, `cut`, `rename`, `remove`, `flush the folder of` or `lock`.
        public var verb: String
        /// The path that was passed to the operation.
        public var path: String
        /// How the operation failed.
        public var fault: Fault
    }

    /// What failed so far.
    public var failures: [Failure] { guarding.withLock { struck } }

    /// Whether the process ended in the middle of an operation (``Fault/dies``). Call ``kill()`` or
    /// ``cutPower()`` then.
    public var hasDied: Bool { guarding.withLock { isDead } }

    /// Makes the operation with this number fail, counted from 0.
    public func fail(at operation: Int, _ fault: Fault = .error) { guarding.withLock { faults[operation] = fault } }

    /// Makes every operation that can fail in this way do so from now on, until ``heal()``,
    /// ``kill()`` or ``cutPower()``. On a disk that is ``Fault/full`` reading succeeds, and so does
    /// what else takes up no space.
    public func failAll(_ fault: Fault = .error) { guarding.withLock { lasting = fault } }

    /// Takes back the faults that have not struck. What a failed flush lost stays lost.
    public func heal() { guarding.withLock { (faults, lasting) = ([:], nil) } }

    /// Ends the process. What it wrote is there, flushed or not. Its files are closed, its locks
    /// released, and planned faults are removed.
    public func kill() { guarding.withLock { endProcess() } }

    /// Cuts the power, and ends the process. What was flushed is there. Of the rest of each file,
    /// pieces are there, others are zeros or garbled, and the end may be missing. Names in a folder
    /// that was not flushed are the new or the old ones.
    public func cutPower() {
        guarding.withLock {
            endProcess()
            for name in Set(files.keys).union(durableNames.keys).sorted() where files[name] !== durableNames[name] {
                if random.oneIn(2) { files[name] = durableNames[name] }
            }
            durableNames = files
            for name in files.keys.sorted() { files[name]?.cutPower(&random) }
        }
    }

    /// What can be read of a file now; `nil` where there is none. What is put there is durable.
    public subscript(path: String) -> [UInt8]? {
        get { guarding.withLock { files[path]?.bytes } }
        set {
            guarding.withLock {
                files[path] = newValue.map { FaultyFile($0) }
                durableNames[path] = files[path]
            }
        }
    }

    /// What a power cut would certainly leave of a file.
    public func durable(_ path: String) -> [UInt8]? { guarding.withLock { durableNames[path]?.durable } }

    /// The paths of all files, sorted.
    public var names: [String] { guarding.withLock { files.keys.sorted() } }

    /// Returns the bytes that a reader sees now, flushed or not; `nil` if there is no such file.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? {
        try operate("read", path) { () -> [UInt8]? in files[path]?.bytes }
    }

    /// Returns at most `count` bytes from `offset` on. It throws if there is no such file.
    public func read(_ path: String, at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
        let part = try operate("read", path) { () -> [UInt8]? in
            (files[path]?.bytes).map { Array($0.dropFirst(Int(clamping: offset)).prefix(count)) }
        }
        guard let part else { throw .failed("Can't read \(path): there is no such file.") }
        return part
    }

    /// Returns the paths below the folder, relative to it and sorted.
    public func names(in folder: String) throws(StorageError) -> [String] {
        try operate("list", folder) {
            files.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }.sorted()
        }
    }

    /// Opens a file for appending, and creates it if there is none. Only a new file needs space.
    /// The file can be used until ``kill()`` or ``cutPower()``.
    public func open(_ path: String) throws(StorageError) -> any AppendFile {
        let isNew = guarding.withLock { files[path] == nil }
        return try operate("open", path, needsSpace: isNew) {
            let file = files[path] ?? FaultyFile()
            files[path] = file
            return OpenFile(self, path, file, process)
        }
    }

    /// Renames a file, replacing a file at the new path. If it fails, the rename may have happened.
    /// The new name is durable after ``syncFolder(of:)``.
    public func rename(_ path: String, to other: String) throws(StorageError) {
        let move = { [self] in files[other] = files.removeValue(forKey: path) ?? files[other] }
        try operate("rename", path, otherwise: { if random.oneIn(2) { move() } }, move)
    }

    /// Removes a file; does nothing if there is none. The removal is durable after
    /// ``syncFolder(of:)``.
    public func remove(_ path: String) throws(StorageError) {
        try operate("remove", path) { files[path] = nil }
    }

    /// Makes the names of all files durable, in every folder.
    public func syncFolder(of path: String) throws(StorageError) {
        try operate("flush the folder of", path) { durableNames = files }
    }

    /// Locks a path until the lock is released, or until ``kill()`` or ``cutPower()``.
    ///
    /// - Throws: ``ChatCore/StorageError/unusable(_:)`` if it is locked already.
    public func lock(_ path: String) throws(StorageError) -> any FileLock {
        let number: UInt64? = try operate("lock", path) {
            guard locks[path] == nil else { return nil }
            lastLock += 1
            locks[path] = lastLock
            return lastLock
        }
        guard let number else { throw .unusable("\(path) is held.") }
        return Hold(self, path, number)
    }

    private func endProcess() {
        process += 1
        (isDead, faults, lasting, locks) = (false, [:], nil, [:])
    }

    /// Counts an operation and does it, or calls `otherwise` if it fails. The closures run under
    /// the lock.
    private func operate<Value>(
        _ verb: String, _ path: String, needsSpace: Bool = false, process owner: Int? = nil,
        otherwise: () -> Void = {}, _ body: () -> Value
    ) throws(StorageError) -> Value {
        guarding.lock()
        defer { guarding.unlock() }
        guard !isDead, owner ?? process == process else { throw .failed("Can't \(verb) \(path): the process is gone.") }
        let fault = faults.removeValue(forKey: count) ?? lasting
        count += 1
        guard let fault, fault != .full || needsSpace else { return body() }
        struck.append(Failure(operation: count - 1, verb: verb, path: path, fault: fault))
        isDead = fault == .dies
        otherwise()
        let reason = fault == .full ? "no space left (ENOSPC)" : fault == .error ? "EIO" : "the process is gone"
        throw .failed("Can't \(verb) \(path): \(reason).")
    }

    private final class Hold: FileLock {
        private let system: FaultyFileSystem
        private let path: String
        private let number: UInt64

        init(_ system: FaultyFileSystem, _ path: String, _ number: UInt64) {
            (self.system, self.path, self.number) = (system, path, number)
        }

        func release() {
            system.guarding.withLock { if system.locks[path] == number { system.locks[path] = nil } }
        }
    }

    private final class OpenFile: AppendFile {
        private let system: FaultyFileSystem
        private let path: String
        private let file: FaultyFile
        private let process: Int

        init(_ system: FaultyFileSystem, _ path: String, _ file: FaultyFile, _ process: Int) {
            (self.system, self.path, self.file, self.process) = (system, path, file, process)
        }

        func append(_ bytes: [UInt8]) throws(StorageError) {
            let part = { [self] in
                file.bytes += bytes.prefix(Int.random(in: 0..<max(1, bytes.count), using: &system.random))
            }
            try system.operate("write", path, needsSpace: true, process: process, otherwise: part) {
                file.bytes += bytes
            }
        }

        func sync() throws(StorageError) {
            let forget = { [self] in if !system.isDead { file.forget() } }
            try system.operate("flush", path, process: process, otherwise: forget) { file.sync() }
        }

        func truncate(to size: Int) throws(StorageError) {
            try system.operate("cut", path, process: process) { file.truncate(to: size) }
        }

        func close() {}
    }
}
