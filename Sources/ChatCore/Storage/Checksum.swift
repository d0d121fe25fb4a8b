/// CRC-32C (Castagnoli; RFC 3720 appendix B.4). It detects damage by disks, not forgery.
struct Checksum {
    private var register: UInt32 = .max

    var value: UInt32 { ~register }

    mutating func add(_ byte: UInt8) {
        let index = Int(UInt8(truncatingIfNeeded: register) ^ byte)
        register = Checksum.table[index] ^ (register >> 8)
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { rest, _ in rest & 1 == 1 ? 0x82F6_3B78 ^ (rest >> 1) : rest >> 1 }
    }
}
