/// The format of a journal file: a line with its name, then records. Integers are little-endian.
///
/// ```
/// "Martlet journal 1\n"   { length: UInt32   synced: UInt32   checksum: UInt32   bytes } …
/// ```
///
/// The checksum (CRC-32C) covers the record's offset, both numbers and its bytes. So neither zeros
/// nor the remains of an earlier file pass for a record. `synced` is the durable size of the file
/// when the record was written. It distinguishes a write that a power cut interrupted, which nobody
/// was told is durable, from the loss of durable records.
enum JournalFormat {
    private static let name = Array("Martlet journal ".utf8)
    static let header = name + Array("1\n".utf8)
    static let prefix = 12

    /// Encodes a record for `offset`, in a file that is durable up to `synced`.
    static func frame(_ record: [UInt8], at offset: Int, synced: Int) -> [UInt8] {
        let numbers = littleEndian(UInt32(clamping: record.count)) + littleEndian(UInt32(clamping: synced))
        return numbers + littleEndian(checksum(numbers[...], record[...], at: offset)) + record
    }

    /// Encodes a whole file.
    static func file(_ records: [[UInt8]]) -> [UInt8] {
        var bytes = header
        bytes.reserveCapacity(records.reduce(header.count) { $0 + prefix + $1.count })
        for record in records { bytes += frame(record, at: bytes.count, synced: 0) }
        return bytes
    }

    /// The decoded content of a file.
    struct Contents: Hashable {
        /// The records before the first flaw.
        var records: [[UInt8]] = []
        /// The offset after the last of them.
        var end = JournalFormat.header.count
        var rest = Rest.none

        /// What comes after the records.
        enum Rest: Hashable {
            case none
            /// An unfinished write.
            case torn
            /// A durable record that can't be read.
            case damaged
        }
    }

    enum Refusal: Error { case newer, foreign }

    /// Decodes a file. A file that ends within the header is an empty journal.
    static func read(_ file: [UInt8]) throws(Refusal) -> Contents {
        guard file.starts(with: header) else {
            if header.starts(with: file) { return Contents(rest: .torn) }
            throw file.starts(with: name) ? .newer : .foreign
        }
        var contents = Contents()
        while let (record, _) = record(in: file, at: contents.end) {
            contents.records.append(Array(record))
            contents.end = record.endIndex
        }
        if contents.end < file.count { contents.rest = wasDurable(contents.end, in: file) ? .damaged : .torn }
        return contents
    }

    /// Whether a record behind the flaw shows that the flaw's place was durable. In a file written
    /// at once no record shows it: the file got its name only when all of it was durable.
    private static func wasDurable(_ flaw: Int, in file: [UInt8]) -> Bool {
        var offset = flaw + 1
        while offset < file.count {
            if let (record, synced) = record(in: file, at: offset) {
                if synced == 0 || synced > flaw { return true }
                offset = record.endIndex
            } else {
                offset += 1
            }
        }
        return false
    }

    private static func record(in file: [UInt8], at offset: Int) -> (bytes: ArraySlice<UInt8>, synced: Int)? {
        let start = offset + prefix
        guard let length = number(in: file, at: offset), length > 0, length <= Limits.journalRecordBytes,
            start <= file.count, Int(length) <= file.count - start,
            let synced = number(in: file, at: offset + 4), synced <= offset,
            let sum = number(in: file, at: offset + 8)
        else { return nil }
        let bytes = file[start..<start + Int(length)]
        guard checksum(file[offset..<offset + 8], bytes, at: offset) == sum else { return nil }
        return (bytes, Int(synced))
    }

    private static func checksum(_ numbers: ArraySlice<UInt8>, _ record: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        var sum = Checksum()
        sum.add(littleEndian(UInt32(clamping: offset)))
        sum.add(numbers)
        sum.add(record)
        return sum.value
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(in file: [UInt8], at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= file.count - 4 else { return nil }
        return (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(file[offset + $1]) }
    }
}
