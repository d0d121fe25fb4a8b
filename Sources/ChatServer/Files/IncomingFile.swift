import ChatRooms
import ChatWire
import Crypto
import NIOCore

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
