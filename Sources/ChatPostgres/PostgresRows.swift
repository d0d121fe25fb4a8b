import CPostgres
import ChatRooms

/// A statement's result, whole in memory: rows in the binary format, or a count of changed rows.
final class PostgresRows {
    private let pq: pg_library
    private let result: OpaquePointer
    let count: Int
    private let columns: Int32

    /// Takes over the result.
    init(_ result: OpaquePointer, _ pq: pg_library) {
        self.pq = pq
        self.result = result
        count = Int(pq.ntuples(result))
        columns = pq.nfields(result)
    }

    deinit { pq.clear(result) }

    /// The server's name for what the statement did, such as `COMMIT` or `INSERT 0 1`.
    var tag: String { pq.cmdStatus(result).map { String(cString: $0) } ?? "" }

    /// Rows that the statement changed.
    var changed: Int { pq.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The first column with a type that can't be read here.
    var unreadable: pg_oid? {
        (0..<columns).lazy.map { self.pq.ftype(self.result, $0) }.first { !PostgresType.isReadable($0) }
    }

    func isNull(_ row: Int, _ column: Int32) -> Bool { value(row, column) == nil }

    /// 0 for NULL and for a value that is not a number, as in SQLite.
    func integer(_ row: Int, _ column: Int32) -> Int64 {
        guard let value = value(row, column) else { return 0 }
        switch (pq.ftype(result, column), value.count) {
        case (PostgresType.boolean, 1): return Int64(value.loadUnaligned(as: UInt8.self))
        case (PostgresType.smallint, 2): return Int64(Int16(bigEndian: value.loadUnaligned(as: Int16.self)))
        case (PostgresType.integer, 4): return Int64(Int32(bigEndian: value.loadUnaligned(as: Int32.self)))
        case (PostgresType.oid, 4): return Int64(UInt32(bigEndian: value.loadUnaligned(as: UInt32.self)))
        case (PostgresType.bigint, 8): return Int64(bigEndian: value.loadUnaligned(as: Int64.self))
        case (PostgresType.numeric, _): return NumericValue(value)?.integer ?? 0
        default: return 0
        }
    }

    func identifier(_ row: Int, _ column: Int32) -> (high: UInt64, low: UInt64)? {
        guard let value = value(row, column), value.count == 16 else { return nil }
        return (
            UInt64(bigEndian: value.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: value.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    func bytes(_ row: Int, _ column: Int32) -> [UInt8] { value(row, column).map { Array($0) } ?? [] }

    func text(_ row: Int, _ column: Int32) -> String? {
        value(row, column).flatMap { String(validUTF8: $0) }
    }

    private func value(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard (0..<count).contains(row), (0..<columns).contains(column) else { return nil }
        let row = Int32(clamping: row)
        guard pq.getisnull(result, row, column) == 0, let start = pq.getvalue(result, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(pq.getlength(result, row, column)))
    }
}

/// A `numeric` in the binary format, which sums of `bigint` have: digits of base 10,000.
struct NumericValue {
    /// The number without its decimals; the nearest 64-bit integer if it does not fit.
    let integer: Int64

    /// `nil` for bytes that are not a number, for NaN and for infinities.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes.count % 2 == 0 else { return nil }
        func short(_ index: Int) -> Int {
            Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)))
        }
        let (digits, weight, sign) = (short(0), short(1), short(2))
        guard sign == 0 || sign == 0x4000, digits >= 0, bytes.count == 8 + digits * 2 else { return nil }
        var value: Int64 = 0
        for place in 0..<max(0, weight + 1) {
            let digit = Int64(place < digits ? short(4 + place) : 0)
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, overflow) =
                sign == 0 ? product.addingReportingOverflow(digit) : product.subtractingReportingOverflow(digit)
            if tooLarge || overflow {
                integer = sign == 0 ? .max : .min
                return
            }
            value = sum
        }
        integer = value
    }
}
