/// The position of a server's frame in received bytes (RFC 6455 section 5.2).
struct FrameBounds {
    /// An unmasked text frame that is a whole message.
    let isWholeText: Bool
    let payload: Range<Int>

    /// The frame that begins at `start`; `nil` if it is incomplete. Lengths are not validated: a
    /// frame longer than `most` is `isTooLong`.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int, most: Int) {
        let available = bytes.count - start
        guard available >= 2 else { return nil }
        isWholeText = bytes[start] == 0x81
        let short = Int(bytes[start + 1])
        var header = 2
        var length = short
        if short == 126 {
            header = 4
            guard available >= header else { return nil }
            length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
        } else if short > 126 {
            // 127, or masked, which a server's frame is not: not part of a load.
            length = most + 1
        }
        guard length > most || available - header >= length else { return nil }
        isTooLong = length > most
        payload = isTooLong ? start..<bytes.count : (start + header)..<(start + header + length)
    }

    let isTooLong: Bool
}
