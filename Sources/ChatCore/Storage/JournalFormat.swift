/// The bytes of a journal: a header, then records, each its length and checksum (32 bits each, little-endian) and its bytes.
///
/// The checksum covers the length, too, so that zeros, which a file system may leave where a write was lost, are no record.
enum JournalFormat {
    static let header = Array("martlet journal\n".utf8)
    private static let prefix = 8

    static func frame(_ record: [UInt8]) -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: record.count).bytes
        return length + Checksum.of(length + record).bytes + record
    }

    struct Contents: Equatable {
        /// What is readable up to the first flaw.
        var records: [[UInt8]] = []
        /// Bytes up to there.
        var size = 0
        /// Whether there is something readable behind the flaw: then it is no torn end, but damage.
        var isDamaged = false
    }

    /// `nil` where this is no journal.
    static func read(_ bytes: [UInt8]) -> Contents? {
        guard bytes.starts(with: header) else {
            // Its making was interrupted: it holds nothing yet.
            return header.starts(with: bytes) || bytes.allSatisfy { $0 == 0 } ? Contents() : nil
        }
        var contents = Contents(size: header.count)
        while let (record, end) = record(in: bytes, at: contents.size) {
            contents.records.append(record)
            contents.size = end
        }
        contents.isDamaged = isReadableBehind(contents.size, in: bytes)
        return contents
    }

    private static func record(in bytes: [UInt8], at start: Int) -> (record: [UInt8], end: Int)? {
        guard let length = word(in: bytes, at: start), length <= Limits.recordBytes,
            let checksum = word(in: bytes, at: start + 4), bytes.count - start - prefix >= length
        else { return nil }
        let record = bytes[(start + prefix)..<(start + prefix + Int(length))]
        guard Checksum.of(length.bytes + record) == checksum else { return nil }
        return (Array(record), start + prefix + Int(length))
    }

    /// Looks for a record in the bounded stretch behind a flaw in which the next one must begin.
    private static func isReadableBehind(_ flaw: Int, in bytes: [UInt8]) -> Bool {
        guard flaw < bytes.count else { return false }
        let end = min(bytes.count, flaw + prefix + Limits.recordBytes)
        return (flaw + 1..<end).contains { start in
            guard let length = word(in: bytes, at: start), length > 0, length <= Limits.recordBytes else {
                return false
            }
            return record(in: bytes, at: start) != nil
        }
    }

    private static func word(in bytes: [UInt8], at start: Int) -> UInt32? {
        guard start >= 0, bytes.count - start >= 4 else { return nil }
        return bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension UInt32 {
    fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
