import ChatWire
import NIOCore

/// Writes frames. A frame for many readers is written once, unmasked, and its bytes are shared:
/// ``WebSocketHandler/send(framed:)``.
public enum WebSocketFraming {
    /// The size of the longest header, in bytes.
    static let headerBytes = 14

    /// Appends a complete unmasked text frame, as a server sends it. The payload must be UTF-8.
    public static func appendText(_ payload: ByteBuffer, to frame: inout ByteBuffer) {
        append(.text, payload, mask: nil, to: &frame)
    }

    /// Appends a complete unmasked text frame, as a server sends it. The payload must be UTF-8.
    public static func appendText(_ payload: UnsafeBufferPointer<UInt8>, to frame: inout ByteBuffer) {
        frame.reserveCapacity(minimumWritableBytes: headerBytes + payload.count)
        appendHeader(.text, payload.count, mask: nil, to: &frame)
        frame.writeBytes(UnsafeRawBufferPointer(payload))
    }

    /// Appends a complete frame. `mask` is the masking key of a client's frame.
    package static func append(
        _ opcode: WebSocketFrameHeader.Opcode, _ payload: ByteBuffer, mask key: UInt32?, to frame: inout ByteBuffer
    ) {
        frame.reserveCapacity(minimumWritableBytes: headerBytes + payload.readableBytes)
        appendHeader(opcode, payload.readableBytes, mask: key, to: &frame)
        if let key {
            var mask = WebSocketMask(key: key)
            mask.append(payload, to: &frame)
        } else {
            frame.writeImmutableBuffer(payload)
        }
    }

    /// The payload of a whole frame that a server has written.
    package static func payload(ofServerFrame frame: ByteBuffer) -> ByteBuffer {
        var frame = frame
        guard let (_, length) = frame.readMultipleIntegers(as: (UInt8, UInt8).self) else { return frame }
        switch length {
        case 126: frame.moveReaderIndex(forwardBy: min(2, frame.readableBytes))
        case 127: frame.moveReaderIndex(forwardBy: min(8, frame.readableBytes))
        default: break
        }
        return frame
    }

    private static func appendHeader(
        _ opcode: WebSocketFrameHeader.Opcode, _ length: Int, mask key: UInt32?, to frame: inout ByteBuffer
    ) {
        let masked: UInt8 = key == nil ? 0 : 0x80
        frame.writeInteger(0x80 | opcode.rawValue)
        if length < 126 {
            frame.writeInteger(masked | UInt8(length))
        } else if let short = UInt16(exactly: length) {
            frame.writeInteger(masked | 126)
            frame.writeInteger(short)
        } else {
            frame.writeInteger(masked | 127)
            frame.writeInteger(UInt64(length))
        }
        if let key { frame.writeInteger(key, endianness: .little) }
    }

    /// The payload of a close frame: the code, and as much of the reason as fits into 125 bytes
    /// without cutting a character.
    static func closePayload(_ code: CloseCode, _ reason: String) -> ByteBuffer {
        var payload = ByteBuffer()
        payload.writeInteger(code.number)
        for scalar in reason.unicodeScalars {
            let bytes = UTF8.encode(scalar)
            guard let bytes, payload.readableBytes + bytes.count <= 125 else { break }
            payload.writeBytes(bytes)
        }
        return payload
    }
}
