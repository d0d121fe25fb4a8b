/// The part of a file that a request's `Range` asks for (RFC 9110 section 14).
enum ByteRange: Hashable, Sendable {
    /// No range, several ranges, or none that can be understood: the whole file.
    case whole
    case part(ClosedRange<UInt64>)
    /// Response 416.
    case unsatisfiable

    /// - Parameters:
    ///   - field: The value of `Range`.
    ///   - size: The file's size, at least 1.
    init(_ field: String?, size: UInt64) {
        self = field.flatMap { Self.read($0, size) } ?? .whole
    }

    private static func read(_ field: String, _ size: UInt64) -> ByteRange? {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes", size > 0 else { return nil }
        let bounds = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        switch (bounds[0].isEmpty, bounds[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = number(bounds[1]) else { return nil }
            return count == 0 ? .unsatisfiable : .part(size - min(count, size)...size - 1)
        case (false, let isOpen):
            guard let first = number(bounds[0]), let last = isOpen ? .max : number(bounds[1]), first <= last else {
                return nil
            }
            return first < size ? .part(first...min(last, size - 1)) : .unsatisfiable
        }
    }

    /// Numbers too large for 64 bits are beyond every file, so they count as the largest number.
    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(text) ?? .max
    }
}
