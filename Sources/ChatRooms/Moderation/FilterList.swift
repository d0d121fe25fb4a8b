import ChatWire

/// What the operator's filter list says of a text, or of all that a request says.
public enum FilterVerdict: Int, Hashable, Sendable, Comparable {
    /// It has none of the entries.
    case allowed
    /// It has an entry with `hold:`: a moderator looks at it before others see it. What can't be
    /// held is refused (``NewEvent/filtered``).
    case held
    /// It has another entry: nobody may write it.
    case refused

    public static func < (one: FilterVerdict, other: FilterVerdict) -> Bool { one.rawValue < other.rawValue }
}

/// The operator's list of words and links that nobody may write on this server, or that a moderator
/// looks at first.
///
/// A line of the list is a word, a phrase or a link; `#` begins a comment:
///
///     casino
///     buy now
///     viagr*
///     *poker*
///     link:example.com/promo
///     hold:bitcoin
///     hold:link:example.org
///
/// A word is found as a whole word. `*` at an end lets it begin or end within another word.
/// ``FilterText`` says what counts as the same word. A link is found with any subdomain and any
/// path that begins with its own. An entry behind `hold:` holds messages; the others refuse, and
/// refusing wins where both are found.
///
/// Checking takes time in proportion to the text, whatever the text and the list are: all entries
/// that refuse are one automaton (``PhraseMatcher``), and all that hold another.
public struct FilterList: Sendable {
    private let refusing: PhraseMatcher
    private let holding: PhraseMatcher
    private let hasHolding: Bool
    /// Entries of the list.
    public let count: Int

    /// What is wrong with a list.
    public struct Fault: Error, Hashable, Sendable {
        /// From 1; `nil` for the list as a whole.
        public var line: Int?
        /// A sentence that says what to do.
        public var sentence: String
    }

    /// Reads a list.
    ///
    /// - Parameter text: at most ``Limits/filterBytes`` bytes
    public init(_ text: String) throws(Fault) {
        var refusing: Phrases = []
        var holding: Phrases = []
        var count = 0
        var number = 0
        // "\r\n" is one character, and not equal to "\n".
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let entry = FilterList.entry(line)
            if entry.isEmpty { continue }
            count += 1
            guard count <= Limits.filterEntries else {
                throw Fault(line: number, sentence: "A list has at most \(Limits.filterEntries) entries; shorten it.")
            }
            guard entry.utf8.count <= Limits.filterEntryBytes else {
                throw Fault(
                    line: number, sentence: "An entry has at most \(Limits.filterEntryBytes) bytes; shorten it.")
            }
            let isHeld = entry.hasPrefix("hold:")
            let phrase = isHeld ? entry.dropFirst(5).drop(while: \.isWhitespace) : entry
            let found = phrase.hasPrefix("link:") ? links(phrase.dropFirst(5)) : words(phrase)
            guard !found.isEmpty else {
                throw Fault(
                    line: number,
                    sentence:
                        "This entry would match nearly everything: give at least two letters or digits, or a link such as link:example.com."
                )
            }
            if isHeld { holding.formUnion(found) } else { refusing.formUnion(found) }
        }
        self.count = count
        hasHolding = !holding.isEmpty
        self.refusing = PhraseMatcher(refusing)
        self.holding = PhraseMatcher(holding)
    }

    /// What the list says of a text.
    public func verdict(of text: String) -> FilterVerdict {
        guard count > 0 else { return .allowed }
        var isHeld = false
        let isRefused = FilterText(text).hasSpelling { spelling in
            if hasHolding, !isHeld { isHeld = holding.matches(spelling) }
            return refusing.matches(spelling)
        }
        return isRefused ? .refused : isHeld ? .held : .allowed
    }

    /// Without the comment and the spaces at its ends.
    private static func entry(_ line: Substring) -> Substring {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        let code = line.prefix { $0 != "#" }.drop(while: isSpace)
        guard let last = code.lastIndex(where: { !isSpace($0) }) else { return "" }
        return code[...last]
    }
}

private typealias Phrases = Set<[UInt32]>

/// The spellings of a word or a phrase, with its ends: a space where a word must begin or end.
private func words(_ entry: Substring) -> Phrases {
    let isOpen = (begin: entry.first == "*", end: entry.last == "*")
    let inner = entry.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed()
    let text = FilterText(String(inner))
    return Phrases(
        text.entrySpellings.compactMap { spelling in
            guard spelling.count >= 2 + 2 else { return nil }
            return Array(spelling.dropFirst(isOpen.begin ? 1 : 0).dropLast(isOpen.end ? 1 : 0))
        })
}

/// The spellings of a link: at the beginning of an address, and behind a subdomain.
private func links(_ entry: Substring) -> Phrases {
    let address = entry.drop { $0 == "." || $0 == "/" || $0 == "*" }
    let path = address.firstIndex(of: "/").map { address[$0...].dropFirst() } ?? ""
    guard address.prefix(while: { $0 != "/" }).contains(".") else { return [] }
    return FilterText(String(address)).linkSpellings.reduce(into: Phrases()) { phrases, spelling in
        guard spelling.count >= 4 + 2 else { return }
        // A path may go on; a host may not.
        let link = path.isEmpty ? spelling : Array(spelling.dropLast())
        phrases.insert(link)
        phrases.insert([FilterText.dot] + link.dropFirst())
    }
}
