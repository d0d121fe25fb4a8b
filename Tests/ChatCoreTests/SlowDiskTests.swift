import ChatCore
import ChatTesting
import ChatWire
import Foundation
import Testing

/// A disk that lets nobody through until it is told to: slower than any.
private final class SlowDisk: FileSystem, @unchecked Sendable {
    private let disk = FaultyFileSystem()
    private let state = NSCondition()
    private var waiting = 0
    private var isOpen = false
    /// Whether somebody waited for as long as a test may take.
    private(set) var hasTimedOut = false

    /// Blocks its thread until ``open()``.
    func wait() {
        state.lock()
        defer { state.unlock() }
        waiting += 1
        state.broadcast()
        let end = Date(timeIntervalSinceNow: 20)
        while !isOpen { if !state.wait(until: end) { hasTimedOut = true; return } }
    }

    func open() {
        state.lock()
        defer { state.unlock() }
        isOpen = true
        state.broadcast()
    }

    /// Blocks until `count` threads wait here, or for 10 seconds.
    func hasWaiting(_ count: Int) -> Bool {
        state.lock()
        defer { state.unlock() }
        let end = Date(timeIntervalSinceNow: 10)
        while waiting < count { if !state.wait(until: end) { return false } }
        return true
    }

    func read(_ path: String) throws(StorageError) -> [UInt8]? { try disk.read(path) }
    func read(_ path: String, at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
        try disk.read(path, at: offset, count: count)
    }
    func names(in folder: String) throws(StorageError) -> [String] { try disk.names(in: folder) }
    func open(_ path: String) throws(StorageError) -> any AppendFile { SlowFile(try disk.open(path), self) }
    func rename(_ path: String, to other: String) throws(StorageError) { try disk.rename(path, to: other) }
    func remove(_ path: String) throws(StorageError) { try disk.remove(path) }
    func syncFolder(of path: String) throws(StorageError) { try disk.syncFolder(of: path) }
    func lock(_ path: String) throws(StorageError) -> any FileLock { try disk.lock(path) }
}

private final class SlowFile: AppendFile {
    private let file: any AppendFile
    private let disk: SlowDisk

    init(_ file: any AppendFile, _ disk: SlowDisk) { (self.file, self.disk) = (file, disk) }

    func append(_ bytes: [UInt8]) throws(StorageError) { try file.append(bytes) }
    func sync() throws(StorageError) {
        disk.wait()
        try file.sync()
    }
    func truncate(to size: Int) throws(StorageError) { try file.truncate(to: size) }
    func close() { file.close() }
}

/// The threads that all tasks share are as many as the cores. Each case blocks more clients than
/// that at a time, and only a task beside them can let them go.
struct SlowDiskTests {
    private let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2

    /// A task that opens the disk, once `count` threads wait there.
    private func opener(_ disk: SlowDisk) async -> Bool {
        // A thread of its own: this waits, too.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let areThere = disk.hasWaiting(count)
                Task {
                    disk.open()
                    continuation.resume(returning: areThere)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `clients that wait for a flush keep no task waiting`() async throws {
        let (disk, server) = (SlowDisk(), LoopbackServer())
        async let isOpened = opener(disk)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    let storage = FileStorage(path: "/\(number)/journal", system: disk)
                    let client = ChatClient(transport: server.transport, storage: storage, name: "n\(number)")
                    try await client.send("Hello", to: .lobby)
                    await client.shutDown()
                }
            }
            try await group.waitForAll()
        }
        #expect(await isOpened, "not every client got to the disk at the same time")
        #expect(!disk.hasTimedOut, "the task beside them did not run")
    }

    @Test(.timeLimit(.minutes(5)))
    func `files that are copied from a slow disk keep no task waiting`() async throws {
        let (disk, server) = (SlowDisk(), LoopbackServer())
        let photo = FileSource(size: 3) { (_, _) throws(StorageError) in
            disk.wait()
            return [0xFF, 0xD8, 0xFF]
        }
        async let isOpened = opener(disk)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    let client = ChatClient(transport: server.transport, name: "n\(number)")
                    try await client.send(photo, name: "swift.jpg", to: .lobby)
                    await client.shutDown()
                }
            }
            try await group.waitForAll()
        }
        #expect(await isOpened, "not every client got to the disk at the same time")
        #expect(!disk.hasTimedOut, "the task beside them did not run")
    }
}
