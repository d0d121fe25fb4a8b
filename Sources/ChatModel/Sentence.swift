import ChatWire

/// A sentence as the source writes it: English, with the values that belong into it.
///
/// A literal makes one: `"\(name) invites you."` is found in a ``Language`` by its ``key``,
/// `%@ invites you.`
public struct Sentence: Hashable, Sendable {
    /// The English sentence. Each value's place is `%@`. If English has one word where others have
    /// several, ` ##` and a note for translators follow, which are not shown.
    public private(set) var key: String
    /// The values, in the order of their places in ``key``.
    public private(set) var values: [String]

    /// Where a value belongs in a key and in a translation. A translation with another order says
    /// which value it means: `%1$@`, `%2$@`.
    static var place: String { "%@" }

    /// The sentence in English.
    public var english: String { Sentence.filled(pattern, with: values) }

    private var pattern: String {
        guard let note = key.firstRange(ofBytes: " ##") else { return key }
        return String(key[..<note.lowerBound])
    }

    /// Puts the values into the places of `pattern`. A place without a value stays empty.
    static func filled(_ pattern: String, with values: [String]) -> String {
        if values.isEmpty { return pattern }
        var (text, next) = ("", 0)
        var rest = pattern.unicodeScalars[...]
        while let sign = rest.popFirst() {
            guard sign == "%" else {
                text.unicodeScalars.append(sign)
                continue
            }
            if rest.first == "@" {
                rest.removeFirst()
                text += next < values.count ? values[next] : ""
                next += 1
            } else if let digit = rest.first, let number = UInt8(exactly: digit.value).map({ Int($0) - 48 }),
                (1...9).contains(number), rest.dropFirst().starts(with: "$@".unicodeScalars)
            {
                rest.removeFirst(3)
                text += number <= values.count ? values[number - 1] : ""
            } else {
                text.unicodeScalars.append(sign)
            }
        }
        return text
    }
}

extension Sentence: ExpressibleByStringInterpolation {
    /// A sentence without values.
    public init(stringLiteral value: String) { (key, values) = (value, []) }

    init(_ text: StaticString) {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        (key, values) = (String(decoding: bytes, as: UTF8.self), [])
    }

    /// A sentence with the values that are inserted.
    @inline(never)
    public init(stringInterpolation: StringInterpolation) {
        (key, values) = (stringInterpolation.key, stringInterpolation.values)
    }

    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [String] = []

        /// Begins without a part. Nothing here is inlined: the page's module has hundreds of
        /// sentences.
        @inline(never)
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// A part of the English sentence.
        @inline(never)
        public mutating func appendLiteral(_ literal: String) { key += literal }

        /// A name, a text, or another sentence in the user's language.
        @inline(never)
        public mutating func appendInterpolation(_ value: String) {
            key += Sentence.place
            values.append(value)
        }

        /// A number.
        @inline(never)
        public mutating func appendInterpolation(_ value: Int) { appendInterpolation("\(value)") }

        /// A number.
        @inline(never)
        public mutating func appendInterpolation(_ value: UInt64) { appendInterpolation("\(value)") }

        /// The number of an event.
        @inline(never)
        public mutating func appendInterpolation(_ value: Seq) { appendInterpolation("\(value.number)") }
    }
}
