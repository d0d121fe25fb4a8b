import CPostgres

/// The value of a parameter, in the binary format of its type.
enum PostgresValue {
    case null
    case integer(Int64)
    case identifier(high: UInt64, low: UInt64)
    case bytes([UInt8])
    case text(String)

    /// `nil` for NULL, which every type has.
    var type: pg_oid? {
        switch self {
        case .null: nil
        case .integer: PostgresType.bigint
        case .identifier, .bytes: PostgresType.bytea
        case .text: PostgresType.text
        }
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .integer(let value): bytes.append(bigEndian: UInt64(bitPattern: value))
        case .identifier(let high, let low):
            bytes.append(bigEndian: high)
            bytes.append(bigEndian: low)
        case .bytes(let value): bytes += value
        case .text(let value): bytes += value.utf8
        }
    }
}

/// The numbers of the types that are sent and read, from the table pg_type. They never change.
enum PostgresType {
    static let boolean: pg_oid = 16
    static let bytea: pg_oid = 17
    static let character: pg_oid = 18
    static let name: pg_oid = 19
    static let bigint: pg_oid = 20
    static let smallint: pg_oid = 21
    static let integer: pg_oid = 23
    static let text: pg_oid = 25
    static let oid: pg_oid = 26
    static let varchar: pg_oid = 1_043
    static let numeric: pg_oid = 1_700
    static let void: pg_oid = 2_278

    static func isReadable(_ type: pg_oid) -> Bool {
        switch type {
        case boolean, bytea, character, name, bigint, smallint, integer, text, oid, varchar, numeric, void: true
        default: false
        }
    }
}

/// Parameters as libpq takes them: one buffer for all values, which every execution uses again.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []
    private var pointers: [UnsafePointer<CChar>?] = []

    /// Calls `body` with the arrays that PQsendQueryPrepared takes.
    mutating func with<Result>(
        _ values: [PostgresValue],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        for value in values {
            let offset = bytes.count
            value.append(to: &bytes)
            if case .null = value { offsets.append(nil) } else { offsets.append(offset) }
            lengths.append(Int32(clamping: bytes.count - offset))
        }
        // libpq takes a null pointer for NULL, so that the buffer must have an address.
        bytes.append(0)
        while formats.count < values.count { formats.append(1) }
        return bytes.withUnsafeBytes { bytes in
            pointers.removeAll(keepingCapacity: true)
            for offset in offsets {
                pointers.append(
                    offset.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) })
            }
            return pointers.withUnsafeBufferPointer { pointers in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { body(pointers.baseAddress, lengths.baseAddress, $0.baseAddress) }
                }
            }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: value >> UInt64(shift))) }
    }
}
