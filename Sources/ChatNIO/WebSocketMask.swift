import NIOCore

/// A frame's masking key (RFC 6455 section 5.3), and its position in the payload.
struct WebSocketMask {
    /// The key as a little-endian number, rotated so that its lowest byte is for the next byte of
    /// the payload.
    private var key: UInt32

    /// - Parameter key: The header's four bytes, the first in the lowest bits.
    init(key: UInt32) { self.key = key }

    /// Appends the bytes to `target`, masked (unmasking is the same operation).
    mutating func append(_ bytes: ByteBuffer, to target: inout ByteBuffer) {
        let count = bytes.readableBytes
        bytes.withUnsafeReadableBytes { source in
            _ = target.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
                apply(from: source, to: room)
                return count
            }
        }
    }

    /// Advances as if that many bytes had been masked.
    mutating func skip(_ count: Int) {
        let bits = UInt32(truncatingIfNeeded: count & 3) * 8
        key = key >> bits | key << ((32 - bits) & 31)
    }

    /// - Precondition: `room` is at least as long as `source`. `append` ensures it.
    private mutating func apply(from source: UnsafeRawBufferPointer, to room: UnsafeMutableRawBufferPointer) {
        let wide = UInt64(key) | UInt64(key) << 32
        var offset = 0
        while source.count - offset >= 8 {
            let word = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            room.storeBytes(of: (word ^ wide).littleEndian, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < source.count {
            room[offset] = source[offset] ^ UInt8(truncatingIfNeeded: key)
            key = key >> 8 | key << 24
            offset += 1
        }
    }
}
