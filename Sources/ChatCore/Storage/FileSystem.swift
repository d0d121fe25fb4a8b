/// The file system calls that ``FileStorage`` makes. Tests replace them by a disk that loses, tears
/// and refuses.
public protocol FileSystem: Sendable {
    /// The file's bytes; `nil` if there is no such file.
    func read(_ path: String) throws(StorageError) -> [UInt8]?

    /// At most `count` bytes of the file from `offset` on; fewer at its end.
    func read(_ path: String, at offset: UInt64, count: Int) throws(StorageError) -> [UInt8]

    /// The names in a folder; none if there is no such folder.
    func names(in folder: String) throws(StorageError) -> [String]

    /// Opens a file for appending. Creates it if necessary, readable for its owner only.
    func open(_ path: String) throws(StorageError) -> any AppendFile

    /// Renames a file, replacing a file at the new path. The new name is durable after
    /// ``syncFolder(of:)``.
    func rename(_ path: String, to other: String) throws(StorageError)

    /// Removes a file. The removal is durable after ``syncFolder(of:)``.
    func remove(_ path: String) throws(StorageError)

    /// Makes the names in the folder of `path` durable. Creates the folder if necessary.
    func syncFolder(of path: String) throws(StorageError)

    /// Locks `path` until the returned value is released or the process ends. Throws if it is
    /// locked already.
    func lock(_ path: String) throws(StorageError) -> any FileLock
}

/// A file that grows at its end. It may be used from one thread at a time.
public protocol AppendFile: AnyObject {
    /// Writes bytes at the end. They are durable after ``sync()``. After an error, any prefix of
    /// them may have been written.
    func append(_ bytes: [UInt8]) throws(StorageError)
    /// Returns when everything appended survives a power cut (`fsync`; on Apple's systems
    /// `F_FULLFSYNC`).
    func sync() throws(StorageError)
    /// Cuts the file to `size` bytes. The cut is durable after ``sync()``.
    func truncate(to size: Int) throws(StorageError)
    /// Closes the file without flushing it. Further calls do nothing.
    func close()
}

/// A held lock. Releasing the object releases the lock.
public protocol FileLock: AnyObject {
    /// Releases the lock. Further calls do nothing.
    func release()
}
