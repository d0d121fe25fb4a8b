import ChatWire

/// The orientation of a photo as its camera recorded it (Exif 2.32, tag 0x0112).
enum ExifOrientation {
    /// Whether the image is shown rotated by a quarter turn, so that its stored width is its
    /// height. `nil` if there is no Exif at `offset`, behind the length of an APP1 segment.
    static func isTurned(_ head: HeaderBytes, at offset: Int) -> Bool? {
        guard head.has("Exif\0\0", at: offset) else { return nil }
        let tiff = offset + 6
        let isLittleEndian = head.has("II", at: tiff)
        func number16(at place: Int) -> UInt64? {
            isLittleEndian ? head.littleEndian16(at: place) : head.bigEndian16(at: place)
        }
        let start = isLittleEndian ? head.littleEndian32(at: tiff + 4) : head.bigEndian32(at: tiff + 4)
        guard let start, start <= Limits.fileHeadBytes, let count = number16(at: tiff + Int(start)) else {
            return false
        }
        for index in 0..<Int(count) {
            let entry = tiff + Int(start) + 2 + 12 * index
            guard let tag = number16(at: entry) else { return false }
            if tag == 0x0112 { return number16(at: entry + 8).map { (5...8).contains($0) } ?? false }
        }
        return false
    }
}
