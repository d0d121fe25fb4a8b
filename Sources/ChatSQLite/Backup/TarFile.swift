import ChatRooms
import ChatWire

/// Writes a tar archive, one member after the other.
struct TarWriter {
    private let file: ByteFile
    private let at: UInt64
    /// Bytes written.
    private(set) var count: UInt64 = 0

    /// - Parameter at: The time of every member, in seconds since 1970-01-01 UTC.
    init(_ file: ByteFile, at: UInt64) {
        self.file = file
        self.at = at
    }

    /// Begins a member. Exactly `size` bytes must follow through ``write(_:)``, and then
    /// ``end(_:)``.
    mutating func begin(_ name: String, size: UInt64) throws(StoreError) {
        if size >= TarHeader.largeSize {
            let records = TarHeader.paxSize(size)
            try write(TarHeader(kind: .extended, name: "pax", size: UInt64(records.count), at: at).block)
            try write(records)
            try end(UInt64(records.count))
        }
        try write(TarHeader(name: name, size: size, at: at).block)
    }

    mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        try file.write(bytes)
        count += UInt64(bytes.count)
    }

    /// Ends a member of `size` bytes.
    mutating func end(_ size: UInt64) throws(StoreError) {
        try write([UInt8](repeating: 0, count: TarHeader.padding(size)))
    }

    /// Ends the archive. Returns when it is on the disk.
    mutating func finish() throws(StoreError) {
        try write([UInt8](repeating: 0, count: 2 * TarHeader.blockBytes))
        try file.flush()
    }
}

/// Reads a tar archive from front to back.
struct TarReader {
    private let file: ByteFile
    /// Unread bytes of the member, and its padding.
    private var left: UInt64 = 0
    private var padding = 0
    /// Bytes read.
    private(set) var count: UInt64 = 0

    init(_ file: ByteFile) { self.file = file }

    /// The next member, skipping the rest of the current one; `nil` at the end of the archive.
    mutating func next() throws(StoreError) -> TarHeader? {
        while left > 0 { _ = try read() }
        _ = try take(padding)
        padding = 0
        guard var header = try header() else { return nil }
        if header.kind == .extended {
            guard header.size <= 1 << 16 else { throw foreign() }
            let records = try take(Int(header.size))
            _ = try take(TarHeader.padding(header.size))
            guard let size = TarHeader.paxSize(in: records), let member = try self.header(), member.kind == .file else {
                throw foreign()
            }
            header = member
            header.size = size
        }
        left = header.size
        padding = TarHeader.padding(header.size)
        return header
    }

    /// The next bytes of the member; empty at its end.
    mutating func read() throws(StoreError) -> [UInt8] {
        let bytes = try take(Int(min(left, UInt64(Limits.fileCopyBytes))))
        left -= UInt64(bytes.count)
        return bytes
    }

    private mutating func header() throws(StoreError) -> TarHeader? {
        let block = try take(TarHeader.blockBytes)
        if block.allSatisfy({ $0 == 0 }) { return nil }
        guard let header = TarHeader(block: block) else { throw foreign() }
        return header
    }

    private mutating func take(_ wanted: Int) throws(StoreError) -> [UInt8] {
        let bytes = try file.read(wanted)
        guard bytes.count == wanted else {
            throw .unusable("\(file.path) is incomplete: it ends in the middle. Use another backup.")
        }
        count += UInt64(bytes.count)
        return bytes
    }

    private func foreign() -> StoreError {
        .unusable("\(file.path) is damaged, or not a backup that martlet wrote: use another one.")
    }
}
