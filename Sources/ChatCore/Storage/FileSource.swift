import Foundation

/// The bytes of a file, readable in parts from any thread. Reading blocks.
public struct FileSource: Sendable {
    /// The size in bytes.
    public let size: UInt64
    /// The file's place on this device's disk; `nil` if it is not a file.
    public let url: URL?
    private let part: @Sendable (_ offset: UInt64, _ count: Int) throws(StorageError) -> [UInt8]

    /// Creates a source.
    ///
    /// - Parameter part: Returns at most `count` bytes from `offset` on; fewer at the end only.
    public init(
        size: UInt64, url: URL? = nil,
        part: @escaping @Sendable (_ offset: UInt64, _ count: Int) throws(StorageError) -> [UInt8]
    ) {
        self.size = size
        self.url = url
        self.part = part
    }

    /// A source of these bytes.
    public init(_ bytes: [UInt8]) {
        self.init(size: UInt64(bytes.count)) { (offset, count) throws(StorageError) in
            Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
        }
    }

    /// A source of these bytes.
    public init(_ data: Data) { self.init([UInt8](data)) }

    /// A file on this device's disk, or the one that a symbolic link leads to. It must not change
    /// until it has been read.
    public init(contentsOf url: URL) throws(StorageError) {
        // The attributes of a link are its own: its size is that of the path in it.
        let path = url.resolvingSymlinksInPath().path
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            self.init(size: size?.uint64Value ?? 0, path: path, in: DiskFileSystem())
        } catch {
            throw .failed("Cannot read \(url.path): \(error.localizedDescription)")
        }
    }

    init(size: UInt64, path: String, in system: any FileSystem) {
        let url = system is DiskFileSystem ? URL(fileURLWithPath: path) : nil
        self.init(size: size, url: url) { (offset, count) throws(StorageError) in
            try system.read(path, at: offset, count: count)
        }
    }

    /// Reads at most `count` bytes from `offset` on. The result is empty at the end.
    ///
    /// - Throws: ``StorageError`` if the file became shorter, or can't be read.
    public func read(at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
        guard offset < size else { return [] }
        let wanted = Int(min(UInt64(clamping: count), size - offset))
        let bytes = try part(offset, wanted)
        guard bytes.count == wanted else { throw .failed("The file changed while it was being read.") }
        return bytes
    }
}
