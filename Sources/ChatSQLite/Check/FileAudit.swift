import ChatRooms
import ChatSQL
import ChatWire
import Crypto
import GRDB

/// Compares the records of files with their bytes on the disk.
struct FileAudit {
    /// A record that is wrong, or whose bytes are.
    struct Flaw: Hashable {
        enum Remedy {
            /// The record has to go.
            case drop
            /// The message that carries the file says what the record was.
            case restore
        }

        /// The key of the record.
        var id: [UInt8]
        /// The place of bytes that have no record after a repair; `nil` if there are none.
        var place: FilePlace?
        var message: EventKey?
        var what: String
        var remedy = Remedy.drop
    }

    private struct Record {
        var id: [UInt8]
        var place: FilePlace?
        var size: Int64
        var digest: [UInt8]
        var message: EventKey?
        var flaw: FileRecordAudit.Flaw?
    }

    private let files: StoredFiles
    private(set) var count: UInt64 = 0
    private var last: [UInt8] = []

    init(_ files: StoredFiles) { self.files = files }

    /// Verifies some files.
    ///
    /// - Parameter read: Called with the number of bytes read.
    /// - Returns: Whether there were any files left.
    mutating func next(
        _ connection: DatabaseQueue, read: (UInt64) -> Void, report: (Flaw) throws -> Void
    ) throws -> Bool {
        let records = try connection.read { db in try FileAudit.records(after: last, db) }
        for record in records {
            if let flaw = record.flaw {
                try self.report(record, flaw.what, flaw.remedy, report)
            } else if let what = try verify(record, read),
                try connection.read({ db in try FileAudit.exists(record.id, db) })
            {
                try self.report(record, what, .drop, report)
            }
            last = record.id
            count += 1
        }
        return !records.isEmpty
    }

    private func report(
        _ record: Record, _ what: String, _ remedy: Flaw.Remedy, _ report: (Flaw) throws -> Void
    ) throws {
        let hasBytes = remedy == .drop && ByteFile.exists(files.paths.files + "/" + (record.place?.text ?? "-"))
        try report(
            Flaw(
                id: record.id, place: hasBytes ? record.place : nil, message: record.message, what: what,
                remedy: remedy))
    }

    /// What is wrong with the bytes; `nil` if nothing is.
    private func verify(_ record: Record, _ read: (UInt64) -> Void) throws(StoreError) -> String? {
        guard let place = record.place, record.id.count == 16, record.digest.count == 32, record.size >= 0 else {
            return "the record of file \(FileAudit.text(record.id)) is damaged"
        }
        let name = "file \(FileAudit.text(record.id))"
        guard let file = try files.open(place, size: UInt64(record.size)) else { return "\(name) is missing" }
        let size = try file.size()
        guard size == UInt64(record.size) else { return "\(name) has \(size) bytes instead of \(record.size)" }
        var sum = SHA256()
        while case let bytes = try file.read(Limits.fileCopyBytes), !bytes.isEmpty {
            sum.update(data: bytes)
            read(UInt64(bytes.count))
        }
        return Array(sum.finalize()) == record.digest ? nil : "\(name) is not what was uploaded"
    }

    private static func records(after id: [UInt8], _ db: Database) throws -> [Record] {
        let rows = try RawStatement(
            "SELECT id, place, size, sha256, message FROM file WHERE id > ? ORDER BY id LIMIT ?", in: db)
        rows.bind(id, at: 1)
        rows.bind(Int64(Limits.checkFileBatch), at: 2)
        var records: [Record] = []
        while try rows.step() {
            records.append(
                Record(
                    id: rows.bytes(0), place: rows.id(1), size: rows.integer(2), digest: rows.bytes(3),
                    message: rows.isNull(4) ? nil : EventKey(number: rows.integer(4))))
        }
        for index in records.indices {
            records[index].flaw = try FileRecordAudit.flaw(ofRecord: records[index].id, db)
        }
        return records
    }

    /// A file may be deleted between reading its record and its bytes.
    private static func exists(_ id: [UInt8], _ db: Database) throws -> Bool {
        let find = try RawStatement("SELECT 1 FROM file WHERE id = ?", in: db)
        find.bind(id, at: 1)
        return try find.step()
    }

    private static func text(_ id: [UInt8]) -> String { FileID(key: id)?.text ?? id.hexadecimal }
}

extension FileID {
    /// `nil` unless it is what a column has of an id.
    init?(key: [UInt8]) {
        guard key.count == 16 else { return nil }
        self.init(
            high: key.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: key.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
