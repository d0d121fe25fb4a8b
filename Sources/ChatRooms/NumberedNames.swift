import ChatWire

/// The names to try for a client that can't be asked for another one: `ann`, `ann2`, `ann3`, then
/// ever longer random numbers.
///
/// There are few, so that a name which thousands bear costs no more than one that is free; the last
/// is taken only by chance.
public struct NumberedNames: Sequence {
    private let name: String
    private let numbers: [Int]

    /// - Parameter name: at most ``Limits/nameScalars`` and ``Limits/nameBytes``.
    public init(_ name: String, using source: inout some RandomNumberGenerator) {
        self.name = name
        let random = [100...999, 1_000...9_999, 100_000...999_999, 100_000_000...999_999_999]
        numbers = [2, 3] + random.map { Int.random(in: $0, using: &source) }
    }

    /// The name itself, then the name with each of the numbers, shortened where it would get too
    /// long.
    public func makeIterator() -> some IteratorProtocol<String> {
        ([name] + numbers.map(numbered)).makeIterator()
    }

    /// The name with a number behind it, shortened where it would get too long.
    private func numbered(_ number: Int) -> String {
        let suffix = String(number)
        var stem = name.unicodeScalars.prefix(Limits.nameScalars - suffix.count)
        while stem.reduce(0, { $0 + UTF8.width($1) }) > Limits.nameBytes - suffix.utf8.count { stem.removeLast() }
        return String(stem) + suffix
    }
}
