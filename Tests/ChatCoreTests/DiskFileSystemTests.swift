import ChatCore
import Foundation
import Testing

struct DiskFileSystemTests {
    @Test func `a lock that was released is free, also while another process has its descriptor`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("lock").path
        let system = DiskFileSystem()
        let lock = try system.lock(path)
        #expect(throws: StorageError.self) { try system.lock(path) }
        // What a process that is being started has for a moment.
        let copies = descriptors(of: path).map { dup($0) }
        defer { for copy in copies { close(copy) } }
        lock.release()
        try system.lock(path).release()
    }

    @Test func `a file behind a symbolic link is read whole, and not as far as the link's path is long`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (file, link) = (folder.appendingPathComponent("photo"), folder.appendingPathComponent("link"))
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try Data(bytes).write(to: file)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "photo")
        let source = try FileSource(contentsOf: link)
        #expect(source.size == 10_000)
        #expect(try source.read(at: 0, count: 20_000) == bytes)
        #expect(try ChosenFile(contentsOf: link).name == "link")
    }

    /// The open descriptors of a file, by its number.
    private func descriptors(of path: String) -> [Int32] {
        var file = stat()
        guard stat(path, &file) == 0 else { return [] }
        return (0..<1_024).filter { descriptor in
            var other = stat()
            return fstat(descriptor, &other) == 0 && other.st_ino == file.st_ino && other.st_dev == file.st_dev
        }
    }
}
