import ChatRooms
import ChatWire

/// Splits a file into lines of at most ``ChatWire/Limits/exportLineBytes``.
struct ExportLineReader {
    private let file: ByteFile
    private var part: [UInt8] = []
    private var position = 0
    /// Lines returned so far.
    private(set) var number: UInt64 = 0
    /// The bytes of these lines.
    private(set) var bytes: UInt64 = 0

    init(_ file: ByteFile) { self.file = file }

    /// The next line that is not empty, without its line feed; `nil` at the end.
    mutating func next() throws(StoreError) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if position == part.count {
                part = try file.read(1 << 16)
                position = 0
                if part.isEmpty {
                    if !line.isEmpty { number += 1 }
                    return line.isEmpty ? nil : line
                }
            }
            let end = part[position...].firstIndex(of: UInt8(ascii: "\n"))
            line += part[position..<(end ?? part.count)]
            bytes += UInt64((end.map { $0 + 1 } ?? part.count) - position)
            position = end.map { $0 + 1 } ?? part.count
            guard line.count <= Limits.exportLineBytes else {
                throw .unusable("Line \(number + 1) of \(file.path) is too long: this is not an export of martlet.")
            }
            guard end != nil else { continue }
            number += 1
            if !line.isEmpty { return line }
        }
    }
}
