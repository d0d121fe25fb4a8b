import ChatRooms
import ChatWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files whose bytes are not in the data folder, but in a bucket. Every call blocks.
public protocol RemoteFiles: CustomStringConvertible {
    /// A part of a file; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` with a sentence
    func read(_ place: FilePlace, _ part: ClosedRange<UInt64>) throws(StoreError) -> [UInt8]?

    /// Deletes a file, if it is there.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` with a sentence
    func remove(_ place: FilePlace) throws(StoreError)
}

/// The bytes of complete files, wherever they are.
struct StoredFiles {
    let paths: DataPaths
    let remote: (any RemoteFiles)?

    /// Opens a file; `nil` if it is missing.
    ///
    /// - Parameter size: as its record says
    func open(_ place: FilePlace, size: UInt64) throws(StoreError) -> ByteFile? {
        if let file = try ByteFile.open(paths.files + "/" + place.text) { return file }
        guard let remote else { return nil }
        // The copy has no name: nothing is left of it when it is closed.
        let path = paths.folder + "/fetched-" + place.text
        unlink(path)
        let copy = try ByteFile.make(path)
        unlink(path)
        var offset: UInt64 = 0
        while offset < size {
            let part = offset...min(size, offset + UInt64(Limits.fileCopyBytes)) - 1
            guard let bytes = try remote.read(place, part), !bytes.isEmpty else {
                if offset == 0 { return nil }
                // The object is shorter than its record says: the caller compares the sizes.
                break
            }
            try copy.write(bytes)
            offset += UInt64(bytes.count)
        }
        try copy.rewind()
        return copy
    }
}
