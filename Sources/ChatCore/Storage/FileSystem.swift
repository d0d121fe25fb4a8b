/// What ``FileStorage`` needs of a file system; a test puts one in its place that loses, tears and refuses.
public protocol FileSystem: Sendable {
    /// The file's bytes, or `nil` where there is none.
    func read(_ path: String) throws(StorageError) -> [UInt8]?

    /// At most `count` of the file's bytes from `offset` on, fewer at its end.
    func read(_ path: String, at offset: UInt64, count: Int) throws(StorageError) -> [UInt8]

    /// The names in a folder, without what leads to it; none where there is no folder.
    func names(in folder: String) throws(StorageError) -> [String]

    /// Opens a file for appending at its end; makes it where there is none, for its owner only.
    func open(_ path: String) throws(StorageError) -> any AppendFile

    /// Gives a file another name, in the place of the one that has it. Durable after ``syncFolder(of:)``.
    func rename(_ path: String, to other: String) throws(StorageError)

    func remove(_ path: String) throws(StorageError)

    /// Makes names in the folder that `path` lies in durable; makes the folder where there is none.
    func syncFolder(of path: String) throws(StorageError)

    /// Takes hold of `path` until the returned value is released, or the process ends; throws where another one has it.
    func lock(_ path: String) throws(StorageError) -> any FileLock
}

/// A file that grows at its end. Belongs to one thread at a time.
public protocol AppendFile: AnyObject {
    func append(_ bytes: [UInt8]) throws(StorageError)
    /// Returns when everything appended survives a power cut (`fsync`, on Apple's systems `F_FULLFSYNC`).
    func sync() throws(StorageError)
    func truncate(to size: Int) throws(StorageError)
    func close()
}

public protocol FileLock: AnyObject {
    func release()
}
