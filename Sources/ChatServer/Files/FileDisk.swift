import ChatWire
import NIOCore

/// The calls that ``FileFolder`` makes to its disk. A simulation replaces them by a disk that loses
/// and refuses. Every call blocks.
package protocol FileDisk: Sendable {
    /// Creates a folder if there is none, readable for its owner only.
    func makeFolder(_ path: String) throws(DiskError)

    /// The names in a folder; none if it can't be read.
    func names(in folder: String) -> [String]

    /// Creates a file, readable for its owner only, to write and to read. There must be none.
    func create(_ path: String) throws(DiskError) -> any DiskFile

    /// Opens a file to read; `nil` if there is none.
    func open(_ path: String) throws(DiskError) -> (any DiskFile)?

    /// The new name is durable after ``flush(folder:)``.
    func rename(_ path: String, to other: String) throws(DiskError)

    /// Removes a file. Open files stay readable.
    /// - Returns: whether there was one, and it is gone
    func remove(_ path: String) -> Bool

    /// Returns when the names in a folder survive a power cut.
    func flush(folder: String) throws(DiskError)

    /// The free bytes of the disk on which a folder is.
    func freeBytes(at folder: String) throws(DiskError) -> UInt64
}

/// An open file, closed with the last reference to it. Every call blocks.
package protocol DiskFile: Sendable {
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError)

    /// Reads `count` bytes from `offset` on; fewer at the end of the file.
    func read(_ count: Int, at offset: UInt64) throws(DiskError) -> ByteBuffer

    /// Returns when everything written survives a power cut.
    func flush() throws(DiskError)
}
