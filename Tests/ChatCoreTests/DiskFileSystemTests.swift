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
