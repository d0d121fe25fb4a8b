import ChatRooms
import ChatWire
import Crypto
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open file, closed with the last reference to it. Every call blocks.
final class OpenFile: Sendable {
    private let descriptor: Int32
    private let slot: DescriptorSlots.Slot?

    /// - Parameter slot: Held as long as the file is open.
    init(_ descriptor: Int32, slot: DescriptorSlots.Slot? = nil) {
        self.descriptor = descriptor
        self.slot = slot
    }

    deinit { close(descriptor) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(clamping: offset) + off_t(done))
            if count > 0 { done += count } else if count == 0 || errno != EINTR { throw DiskError() }
        }
    }

    /// Reads `count` bytes from `offset` on; fewer at the end of the file.
    func read(_ count: Int, at offset: UInt64) throws(DiskError) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        while buffer.readableBytes < count {
            let position = off_t(clamping: offset) + off_t(buffer.readableBytes)
            let wanted = count - buffer.readableBytes
            var error: Int32 = 0
            let read = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { bytes in
                let read = pread(descriptor, bytes.baseAddress, wanted, position)
                if read < 0 { error = errno }
                return max(0, read)
            }
            if error == 0 && read == 0 { break }
            guard error == 0 || error == EINTR else { throw DiskError(error) }
        }
        return buffer
    }

    func flush() throws(DiskError) {
        guard fsync(descriptor) == 0 else { throw DiskError() }
    }
}

/// A file that is being received.
struct IncomingFile: Sendable {
    let place: FilePlace
    let path: String
    let file: OpenFile
    private(set) var size: UInt64 = 0
    private var hash = SHA256()

    init(place: FilePlace, path: String, file: OpenFile) {
        self.place = place
        self.path = path
        self.file = file
    }

    mutating func append(_ buffer: ByteBuffer) throws(DiskError) {
        let result: Result<Void, DiskError> = buffer.withUnsafeReadableBytes { bytes in
            hash.update(bufferPointer: bytes)
            return Result { () throws(DiskError) in try file.write(bytes, at: size) }
        }
        try result.get()
        let before = size
        size += UInt64(buffer.readableBytes)
        if before / Limits.fileFlushBytes != size / Limits.fileFlushBytes { try file.flush() }
    }

    /// The SHA-256 of the received bytes.
    var digest: [UInt8] { Array(hash.finalize()) }

    /// The type, determined from the first bytes.
    func type() throws(DiskError) -> FileType {
        FileType(head: Array(try file.read(Limits.fileHeadBytes, at: 0).readableBytesView))
    }
}
