/// How a journal lies in its file: a line that says what it is, then records. Numbers have their lowest byte first.
///
/// ```
/// "Martlet journal 1\n"   { length: UInt32   synced: UInt32   checksum: UInt32   bytes } …
/// ```
///
/// The checksum (CRC-32C) covers the record's place in the file, both numbers before it and its bytes, so that neither zeros nor what
/// an earlier file left on the disk are taken for a record. `synced` is how much of the file was durable when the
/// record was written: it tells a write that a power cut left with a hole in it, of which nobody was told that it was
/// kept, from the loss of what was kept.
enum JournalFormat {
    private static let name = Array("Martlet journal ".utf8)
    static let header = name + Array("1\n".utf8)
    static let prefix = 12

    /// A record as it is written at `offset`, when the file was durable up to `synced`.
    static func frame(_ record: [UInt8], at offset: Int, synced: Int) -> [UInt8] {
        let numbers = littleEndian(UInt32(clamping: record.count)) + littleEndian(UInt32(clamping: synced))
        return numbers + littleEndian(checksum(numbers[...], record[...], at: offset)) + record
    }

    /// A whole file of `records`.
    static func file(_ records: [[UInt8]]) -> [UInt8] {
        var bytes = header
        bytes.reserveCapacity(records.reduce(header.count) { $0 + prefix + $1.count })
        for record in records { bytes += frame(record, at: bytes.count, synced: 0) }
        return bytes
    }

    /// What a file holds.
    struct Contents: Hashable {
        /// Up to the first flaw.
        var records: [[UInt8]] = []
        /// Where they end.
        var end = JournalFormat.header.count
        var rest = Rest.none

        /// What comes after them.
        enum Rest: Hashable {
            case none
            /// What a write that was never finished has left.
            case torn
            /// Something that had been kept and can't be read.
            case damaged
        }
    }

    enum Refusal: Error { case newer, foreign }

    /// Reads a file, whatever it is; one that ends within the header is a journal without records.
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

    /// Whether a record behind the flaw says that the flaw's place had been durable. A file written at once says so of none of its
    /// records, since it got its name only when all of it was.
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
