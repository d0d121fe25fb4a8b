import ChatCore
import ChatTesting
import Foundation

/// A disk that fails at the operation it is told to, and forgets what was not flushed when its power is cut.
final class FaultyDisk: FileSystem, @unchecked Sendable {  // All state is read and written under `lock`.
    enum Fault { case fails, dies }

    fileprivate final class File {
        var bytes: [UInt8] = []
        var durable: [UInt8] = []
    }

    private let guarding = NSRecursiveLock()
    private var files: [String: File] = [:]
    private var durableNames: [String: File] = [:]
    private var locks: Set<String> = []
    private var faults: [Int: Fault] = [:]
    private var isDead = false
    private(set) var operations = 0

    /// The operation with this number, counted from 0, fails; or it and all that follow, as when the process ends there.
    func fail(at operation: Int, _ fault: Fault = .fails) { guarding.withLock { faults[operation] = fault } }

    /// The process is gone: what it wrote is there, its locks are not.
    func kill() {
        guarding.withLock {
            (isDead, faults, locks) = (false, [:], [])
        }
    }

    /// The power is gone: of what was not flushed there is some, in pages; the others are zeros, or an end that is missing.
    func cutPower(_ random: inout SeededGenerator) {
        kill()
        guarding.withLock {
            files = files.filter { durableNames[$0.key] === $0.value || random.oneIn(2) }
            for (name, file) in durableNames where files[name] == nil { files[name] = file }
            durableNames = files
            for file in files.values {
                file.bytes = file.survivor(&random)
                file.durable = file.bytes
            }
        }
    }

    subscript(path: String) -> [UInt8]? {
        get { guarding.withLock { files[path]?.bytes } }
        set {
            guarding.withLock {
                let file = File()
                file.bytes = newValue ?? []
                file.durable = file.bytes
                files[path] = newValue == nil ? nil : file
                durableNames[path] = files[path]
            }
        }
    }

    /// What a power cut would certainly leave of a file.
    func durable(_ path: String) -> [UInt8]? { guarding.withLock { durableNames[path]?.durable } }

    var names: [String] { guarding.withLock { files.keys.sorted() } }

    fileprivate func operate<T>(_ body: (_ fails: Bool) throws(StorageError) -> T) throws(StorageError) -> T {
        guarding.lock()
        defer { guarding.unlock() }
        let fault = faults[operations]
        operations += 1
        if fault == .dies { isDead = true }
        if isDead { throw .failed("The process is gone.") }
        return try body(fault != nil)
    }

    func read(_ path: String) throws(StorageError) -> [UInt8]? {
        try operate { (fails) throws(StorageError) in
            if fails { throw .failed("EIO") }
            return files[path]?.bytes
        }
    }

    func open(_ path: String) throws(StorageError) -> any AppendFile {
        try operate { (fails) throws(StorageError) in
            if fails { throw .failed("EIO") }
            let file = files[path] ?? File()
            files[path] = file
            return Handle(disk: self, file: file)
        }
    }

    func rename(_ path: String, to other: String) throws(StorageError) {
        try operate { (fails) throws(StorageError) in
            if fails { throw .failed("EIO") }
            files[other] = files.removeValue(forKey: path)
        }
    }

    func remove(_ path: String) throws(StorageError) {
        try operate { (fails) throws(StorageError) in
            if fails { throw .failed("EIO") }
            files[path] = nil
        }
    }

    func syncFolder(of path: String) throws(StorageError) {
        try operate { (fails) throws(StorageError) in
            if fails { throw .failed("EIO") }
            durableNames = files
        }
    }

    func lock(_ path: String) throws(StorageError) -> any FileLock {
        try operate { (fails) throws(StorageError) in
            guard locks.insert(path).inserted else { throw .unusable("\(path) is held.") }
            return Hold { [weak self] in self?.guarding.withLock { _ = self?.locks.remove(path) } }
        }
    }

    private final class Hold: FileLock {
        private let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }

        func release() { body() }
    }

    private final class Handle: AppendFile {
        private let disk: FaultyDisk
        private let file: File

        init(disk: FaultyDisk, file: File) {
            self.disk = disk
            self.file = file
        }

        /// A full disk takes half of it.
        func append(_ bytes: [UInt8]) throws(StorageError) {
            try disk.operate { (fails) throws(StorageError) in
                file.bytes += fails ? Array(bytes.prefix(bytes.count / 2)) : bytes
                if fails { throw .failed("ENOSPC") }
            }
        }

        /// A flush that fails has flushed nothing, and the system forgets that there was anything to flush.
        func sync() throws(StorageError) {
            try disk.operate { (fails) throws(StorageError) in
                if fails { throw .failed("EIO") }
                file.durable = file.bytes
            }
        }

        func truncate(to size: Int) throws(StorageError) {
            try disk.operate { (fails) throws(StorageError) in
                if fails { throw .failed("EIO") }
                file.bytes = Array(file.bytes.prefix(size))
            }
        }

        func close() {}
    }
}

extension FaultyDisk.File {
    fileprivate func survivor(_ random: inout SeededGenerator) -> [UInt8] {
        if bytes == durable { return durable }
        guard bytes.starts(with: durable) else { return random.oneIn(2) ? bytes : durable }
        var result = durable
        for start in stride(from: durable.count, to: bytes.count, by: 16) {
            let page = bytes[start..<min(start + 16, bytes.count)]
            result += random.oneIn(3) ? Array(repeating: 0, count: page.count) : Array(page)
        }
        return Array(result.prefix(Int.random(in: durable.count...result.count, using: &random)))
    }
}
