/// A word, value, sign or gap of SQL.
struct SQLToken: Hashable {
    enum Kind { case space, word, quotedName, string, blob, number, parameter, sign }

    let kind: Kind
    let text: Substring

    /// A word in capitals, for comparisons.
    var keyword: String? { kind == .word ? text.uppercased() : nil }

    /// The tokens, which together are the whole text.
    static func all(in sql: String) -> [SQLToken] {
        var rest = sql[...]
        var tokens: [SQLToken] = []
        while !rest.isEmpty {
            let (kind, end) = first(of: rest)
            tokens.append(SQLToken(kind: kind, text: rest[..<end]))
            rest = rest[end...]
        }
        return tokens
    }

    private static func first(of rest: Substring) -> (Kind, Substring.Index) {
        let character = rest[rest.startIndex]
        let second = rest.dropFirst().first
        switch character {
        case _ where character.isWhitespace: return (.space, rest.firstIndex { !$0.isWhitespace } ?? rest.endIndex)
        case "-" where second == "-": return (.space, rest.firstIndex { $0.isNewline } ?? rest.endIndex)
        case "'": return (.string, end(ofQuoted: rest))
        case "\"": return (.quotedName, end(ofQuoted: rest))
        case "x" where second == "'", "X" where second == "'": return (.blob, end(ofQuoted: rest.dropFirst()))
        case "?": return (.parameter, rest.dropFirst().firstIndex { !$0.isASCIIDigit } ?? rest.endIndex)
        case _ where character.isASCIIDigit: return (.number, rest.firstIndex { !$0.isInWord } ?? rest.endIndex)
        case _ where character.isInWord: return (.word, rest.firstIndex { !$0.isInWord } ?? rest.endIndex)
        case "=" where second == "=": return (.sign, rest.index(rest.startIndex, offsetBy: 2))
        default: return (.sign, rest.index(after: rest.startIndex))
        }
    }

    /// A quote inside is written twice.
    private static func end(ofQuoted rest: Substring) -> Substring.Index {
        let quote = rest[rest.startIndex]
        var inside = rest.dropFirst()
        while let end = inside.firstIndex(of: quote) {
            inside = inside[end...].dropFirst()
            guard inside.first == quote else { return inside.startIndex }
            inside = inside.dropFirst()
        }
        return rest.endIndex
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isInWord: Bool { isLetter || isASCIIDigit || self == "_" }
}
