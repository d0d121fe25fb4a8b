/// How a journal lies in its file: a line that says what it is, then records, each with its length and its checksum.
///
/// ```
/// "Martlet journal 1\n"   { length: UInt32  checksum: UInt32  bytes } …            numbers with the lowest byte first
/// ```
///
/// The checksum covers the record's place in the file, its length and its bytes, so that what an earlier file left on the disk is
/// not taken for a record.
enum JournalFormat {
    static let name = Array("Martlet journal ".utf8)
    static let header = name + Array("1\n".utf8)
    static let prefix = 8

    /// A record as it is written at `offset`.
    static func frame(_ record: [UInt8], at offset: Int) -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: record.count)
        return littleEndian(length) + littleEndian(checksum(record[...], at: offset)) + record
    }

    /// A whole file of `records`.
    static func file(_ records: [[UInt8]]) -> [UInt8] {
        var bytes = header
        bytes.reserveCapacity(records.reduce(header.count) { $0 + prefix + $1.count })
        for record in records { bytes += frame(record, at: bytes.count) }
        return bytes
    }

    /// What a file holds.
    struct Contents {
        var records: [[UInt8]] = []
        /// Where what can be read ends.
        var end = JournalFormat.header.count
        var rest = Rest.none

        /// What comes after it.
        enum Rest: Hashable {
            case none
            /// The end of a write that was never finished: nobody was told that it was kept.
            case torn
            /// Something garbled with records behind it: what was kept is lost.
            case damaged
        }
    }

    enum Refusal: Error { case newer, foreign }

    /// Reads a file, whatever it is; a file that ends within its first line is a journal without records.
    static func read(_ file: [UInt8]) throws(Refusal) -> Contents {
        guard file.starts(with: header) else {
            if header.starts(with: file) { return Contents(rest: file.isEmpty ? .none : .torn) }
            throw file.starts(with: name) ? .newer : .foreign
        }
        var contents = Contents()
        while let record = record(in: file, at: contents.end) {
            contents.records.append(Array(record))
            contents.end = record.endIndex
        }
        if contents.end < file.count { contents.rest = hasRecord(file, after: contents.end) ? .damaged : .torn }
        return contents
    }

    private static func hasRecord(_ file: [UInt8], after offset: Int) -> Bool {
        // A place with a plausible length is rare in text, so that few checksums are calculated.
        (offset + 1..<max(offset + 1, file.count)).contains { record(in: file, at: $0) != nil }
    }

    private static func record(in file: [UInt8], at offset: Int) -> ArraySlice<UInt8>? {
        guard let length = number(in: file, at: offset), let sum = number(in: file, at: offset + 4) else { return nil }
        let start = offset + prefix
        guard length > 0, length <= Limits.journalRecordBytes, Int(length) <= file.count - start else { return nil }
        let record = file[start..<start + Int(length)]
        return checksum(record, at: offset) == sum ? record : nil
    }

    private static func checksum(_ record: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        var sum = Checksum()
        sum.add(littleEndian: UInt64(truncatingIfNeeded: offset))
        sum.add(littleEndian: UInt64(record.count))
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
