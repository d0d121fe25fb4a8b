import ChatRooms
import ChatServer
import NIOCore

/// The disk of the server's files. A planted bug makes it misbehave.
///
/// @unchecked: a world runs on one thread.
final class FlawedDisk: FileDisk, @unchecked Sendable {
    let base: ServerDisk
    fileprivate let bug: PlantedBug?
    /// The files that are being received and have bytes.
    fileprivate var incoming: [FlawedFile] = []

    init(_ base: ServerDisk, bug: PlantedBug?) { (self.base, self.bug) = (base, bug) }

    func makeFolder(_ path: String) throws(DiskError) { try base.makeFolder(path) }

    func names(in folder: String) -> [String] { bug == .leftoversKept ? [] : base.names(in: folder) }

    func create(_ path: String) throws(DiskError) -> any DiskFile { FlawedFile(try base.create(path), self) }

    func open(_ path: String) throws(DiskError) -> (any DiskFile)? { try base.open(path) }

    func rename(_ path: String, to other: String) throws(DiskError) { try base.rename(path, to: other) }

    func remove(_ path: String) -> Bool { base.remove(path) }

    func flush(folder: String) throws(DiskError) {
        if bug != .folderUnflushed { try base.flush(folder: folder) }
    }

    func freeBytes(at folder: String) throws(DiskError) -> UInt64 { base.freeBytes(at: folder) }

    /// Bytes go before their record does.
    func removeEarly(_ places: [FilePlace]) {
        for place in places { _ = base.remove("/files/" + place.text) }
    }
}

/// A file that is being received.
///
/// @unchecked: a world runs on one thread.
private final class FlawedFile: DiskFile, @unchecked Sendable {
    private let base: any DiskFile
    private unowned let disk: FlawedDisk

    init(_ base: any DiskFile, _ disk: FlawedDisk) { (self.base, self.disk) = (base, disk) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        guard disk.bug == .uploadsMixed else { return try base.write(bytes, at: offset) }
        let other = disk.incoming.first { $0 !== self }
        if !disk.incoming.contains(where: { $0 === self }) { disk.incoming.append(self) }
        // At the same offset, as two writers of one file would write.
        try (other ?? self).base.write(bytes, at: offset)
    }

    func read(_ count: Int, at offset: UInt64) throws(DiskError) -> ByteBuffer {
        try base.read(count, at: offset)
    }

    func flush() throws(DiskError) {
        disk.incoming.removeAll { $0 === self }
        if disk.bug != .recordedBeforeFlush { try base.flush() }
    }
}
