import ChatWire

/// The size of an image, from its header alone; nothing is decoded. `nil` if the header does not
/// tell.
enum ImageHeader {
    /// The first chunk is IHDR (RFC 2083 section 4.1.1).
    static func png(_ head: HeaderBytes) -> Attachment.Dimensions? {
        guard head.bigEndian32(at: 8) == 13, head.has("IHDR", at: 12) else { return nil }
        return dimensions(head.bigEndian32(at: 16), head.bigEndian32(at: 20))
    }

    static func gif(_ head: HeaderBytes) -> Attachment.Dimensions? {
        dimensions(head.littleEndian16(at: 6), head.littleEndian16(at: 8))
    }

    /// Walks through the segments to the start of frame (ITU-T T.81 section B.1.1.3). The size is
    /// that of the shown image: a photo taken sideways is turned.
    static func jpeg(_ head: HeaderBytes) -> Attachment.Dimensions? {
        var offset = 2
        var isTurned: Bool?
        while head[offset] == 0xFF, let marker = head[offset + 1] {
            switch marker {
            // Padding, and markers without a segment.
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD7: offset += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let (width, height) = (head.bigEndian16(at: offset + 7), head.bigEndian16(at: offset + 5))
                return isTurned == true ? dimensions(height, width) : dimensions(width, height)
            // The image data begins or ends before any frame.
            case 0x00, 0xD8, 0xD9, 0xDA: return nil
            default:
                guard let length = head.bigEndian16(at: offset + 2), length >= 2 else { return nil }
                // The first orientation counts, as in image viewers.
                if marker == 0xE1, isTurned == nil { isTurned = ExifOrientation.isTurned(head, at: offset + 4) }
                offset += 2 + Int(length)
            }
        }
        return nil
    }

    /// One of three kinds of first chunk (RFC 9649 sections 2.5 to 2.7).
    static func webP(_ head: HeaderBytes) -> Attachment.Dimensions? {
        if head.has("VP8X", at: 12) {
            return dimensions(head.littleEndian24(at: 24).map { $0 + 1 }, head.littleEndian24(at: 27).map { $0 + 1 })
        }
        if head.has("VP8L", at: 12) {
            guard head[20] == 0x2F, let bits = head.littleEndian32(at: 21) else { return nil }
            return dimensions((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        guard head.has("VP8 ", at: 12), head.has([0x9D, 0x01, 0x2A], at: 23) else { return nil }
        return dimensions(
            head.littleEndian16(at: 26).map { $0 & 0x3FFF }, head.littleEndian16(at: 28).map { $0 & 0x3FFF })
    }

    private static func dimensions(_ width: UInt64?, _ height: UInt64?) -> Attachment.Dimensions? {
        guard let width, let height else { return nil }
        return Attachment.Dimensions(width: width, height: height)
    }
}
