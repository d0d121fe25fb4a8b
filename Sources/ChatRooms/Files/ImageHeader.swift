import ChatWire

/// The size of an image, from its header alone; nothing is decoded. `nil` if the header does not
/// tell.
enum ImageHeader {
    /// The first chunk is IHDR (RFC 2083 section 4.1.1).
    static func png(_ head: HeaderBytes) -> Attachment.Dimensions? {
        guard head.bigEndian32(at: 8) == 13, head.has("IHDR", at: 12) else { return nil }
        return dimensions(head.bigEndian32(at: 16), head.bigEndian32(at: 20))
    }

    /// The larger of the screen and the first frame: readers make room for both.
    static func gif(_ head: HeaderBytes) -> Attachment.Dimensions? {
        guard let (width, height) = size(head.littleEndian16(at: 6), head.littleEndian16(at: 8)) else { return nil }
        let frame = gifFrame(head).flatMap { size(head.littleEndian16(at: $0 + 5), head.littleEndian16(at: $0 + 7)) }
        return dimensions(max(width, frame?.0 ?? 0), max(height, frame?.1 ?? 0))
    }

    /// Where the first frame begins: behind the table of colors and the extensions (GIF89a sections
    /// 18 to 26).
    private static func gifFrame(_ head: HeaderBytes) -> Int? {
        guard let flags = head[10] else { return nil }
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        while head[offset] == 0x21 {
            offset += 2
            while let length = head[offset], length > 0 { offset += 1 + Int(length) }
            offset += 1
        }
        return head[offset] == 0x2C ? offset : nil
    }

    /// The largest of the sizes among the properties of the items (ISO/IEC 23008-12 section 6.5.3),
    /// which are the image, its tiles and its thumbnail; turned if a property says so (section
    /// 6.5.10).
    static func isoMedia(_ head: HeaderBytes) -> Attachment.Dimensions? {
        guard let meta = head.box("meta", in: head.all), meta.count >= 4,
            let properties = head.box("iprp", in: meta.lowerBound + 4..<meta.upperBound),
            let container = head.box("ipco", in: properties)
        else { return nil }
        let boxes = head.boxes(in: container)
        let sizes = boxes.filter { head.isBox($0, "ispe") }
            .compactMap { size(head.bigEndian32(at: $0.lowerBound + 4), head.bigEndian32(at: $0.lowerBound + 8)) }
        guard let (width, height) = sizes.max(by: { $0.0 * $0.1 < $1.0 * $1.1 }) else { return nil }
        let isTurned = boxes.contains { head.isBox($0, "irot") && head[$0.lowerBound].map { $0 & 1 } == 1 }
        return isTurned ? dimensions(height, width) : dimensions(width, height)
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

    private static func size(_ width: UInt64?, _ height: UInt64?) -> (UInt64, UInt64)? {
        guard let width, let height else { return nil }
        return (width, height)
    }

    private static func dimensions(_ width: UInt64?, _ height: UInt64?) -> Attachment.Dimensions? {
        guard let width, let height else { return nil }
        return Attachment.Dimensions(width: width, height: height)
    }
}
