import ChatWire

/// A checksum against damage, not against attackers: 64 bits of state, 32 of them stored.
///
/// Each step is a bijection of the state for a given word, and of the word for a given state. So
/// any change within one word changes the state for good. Only the final fold can hide it, with a
/// probability of 1 in 2³². A bitwise CRC would cost ten times as much.
package struct Checksum {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init() {}

    package mutating func add(_ word: UInt64) {
        let mixed = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        state = mixed ^ (mixed >> 32)
    }

    package mutating func add(_ id: some Identifier) {
        add(id.high)
        add(id.low)
    }

    /// Adds the length first, so that two consecutive texts are distinguished.
    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            add(UInt64(bytes.count))
            let raw = UnsafeRawBufferPointer(bytes)
            var offset = 0
            while offset + 8 <= raw.count {
                add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            guard offset < raw.count else { return }
            add(raw[offset...].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// Signed, because SQLite stores that in four bytes.
    package var value: Int64 { Int64(Int32(truncatingIfNeeded: state)) }
}
