import ChatRooms

/// The header of one member of a tar archive: ustar (POSIX.1-1988), with the size in a pax record
/// where it takes more than 8 GiB.
struct TarHeader: Hashable {
    static let blockBytes = 512
    /// The smallest size that does not fit into the eleven octal digits of a ustar header.
    static let largeSize: UInt64 = 1 << 33

    enum Kind: UInt8 {
        case file = 0x30  // "0"
        /// Extends the member behind it.
        case extended = 0x78  // "x"
    }

    var kind: Kind
    /// 1 to 100 bytes.
    var name: String
    var size: UInt64
    /// Seconds since 1970-01-01 UTC.
    var at: UInt64

    /// The number of bytes that pad a member of `size` bytes to a whole block.
    static func padding(_ size: UInt64) -> Int {
        let rest = Int(size % UInt64(blockBytes))
        return rest == 0 ? 0 : blockBytes - rest
    }

    /// The header as one block. A size that does not fit is written as 0; a pax record before it
    /// holds the true one.
    var block: [UInt8] {
        var block = [UInt8](repeating: 0, count: TarHeader.blockBytes)
        func put(_ text: String, at offset: Int, _ most: Int) {
            for (index, byte) in text.utf8.prefix(most).enumerated() { block[offset + index] = byte }
        }
        put(name, at: 0, 100)
        put("0000600", at: 100, 7)
        put("0000000", at: 108, 7)
        put("0000000", at: 116, 7)
        put(TarHeader.octal(size < TarHeader.largeSize ? size : 0, digits: 11), at: 124, 11)
        put(TarHeader.octal(min(at, TarHeader.largeSize - 1), digits: 11), at: 136, 11)
        put("        ", at: 148, 8)
        block[156] = kind.rawValue
        put("ustar", at: 257, 5)
        put("00", at: 263, 2)
        put(TarHeader.octal(TarHeader.checksum(block), digits: 6), at: 148, 6)
        block[154] = 0
        return block
    }

    init(kind: Kind = .file, name: String, size: UInt64, at: UInt64) {
        self.kind = kind
        self.name = name
        self.size = size
        self.at = at
    }

    /// `nil` unless the block is a ustar header with a correct checksum, of a kind that backups
    /// use, and without a name prefix.
    init?(block: [UInt8]) {
        guard block.count == TarHeader.blockBytes, Array(block[257..<262]) == Array("ustar".utf8),
            let kind = Kind(rawValue: block[156]), block[345] == 0
        else { return nil }
        let name = block.prefix(100).prefix { $0 != 0 }
        guard let sum = TarHeader.number(block[148..<156]), let size = TarHeader.number(block[124..<136]),
            let at = TarHeader.number(block[136..<148]), sum == TarHeader.checksum(block), !name.isEmpty,
            let text = String(validUTF8: name)
        else { return nil }
        self.init(kind: kind, name: text, size: size, at: at)
    }

    /// The sum of all bytes, with the bytes of the checksum counted as spaces.
    private static func checksum(_ block: [UInt8]) -> UInt64 {
        var sum: UInt64 = 0
        for (index, byte) in block.enumerated() { sum += (148..<156).contains(index) ? 0x20 : UInt64(byte) }
        return sum
    }

    private static func octal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Octal digits up to a space or a zero byte.
    private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        return UInt64(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}

extension TarHeader {
    /// The pax record `LENGTH size=BYTES` with a line feed; its length counts itself.
    static func paxSize(_ size: UInt64) -> [UInt8] {
        let rest = " size=\(size)\n"
        var length = rest.utf8.count
        while "\(length)".utf8.count + rest.utf8.count != length { length += 1 }
        return Array("\(length)\(rest)".utf8)
    }

    /// The size in pax records; `nil` if they have none.
    static func paxSize(in records: [UInt8]) -> UInt64? {
        var size: UInt64?
        for record in String(decoding: records, as: UTF8.self).split(separator: "\n") {
            guard let space = record.firstIndex(of: " ") else { continue }
            let pair = record[record.index(after: space)...]
            if pair.hasPrefix("size=") { size = UInt64(pair.dropFirst("size=".count)) }
        }
        return size
    }
}
