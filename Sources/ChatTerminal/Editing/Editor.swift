import ChatCore

/// The text that a person writes, and where in it the cursor is.
package struct Editor: Hashable, Sendable {
    package private(set) var characters: [Character] = []
    /// The number of characters before the cursor.
    package private(set) var cursor = 0
    /// What the last command deleted, for ``yank()``.
    package private(set) var killed = ""

    package init(_ text: String = "") { set(text) }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }
    package var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Replaces the text. The cursor is at its end. Returns `false` if the text was longer than
    /// ``ChatWire/Limits/composerBytes`` and its rest was left out.
    @discardableResult
    package mutating func set(_ text: String) -> Bool {
        characters = []
        cursor = 0
        return insert(text)
    }

    /// Inserts text at the cursor. A combining mark joins the character before it. Returns `false`
    /// if the whole would be longer than ``ChatWire/Limits/composerBytes`` and the rest of `text`
    /// was left out.
    @discardableResult
    package mutating func insert(_ text: String) -> Bool {
        let (start, after) = (String(characters[..<cursor]), String(characters[cursor...]))
        let fitting = Self.prefix(of: text, bytes: Limits.composerBytes - start.utf8.count - after.utf8.count)
        let before = start + fitting
        characters = Array(before + after)
        cursor = min(before.count, characters.count)
        return fitting.utf8.count == text.utf8.count
    }

    /// The scalars of a text that fit into so many bytes.
    private static func prefix(of text: String, bytes: Int) -> String {
        if text.utf8.count <= bytes { return text }
        var left = bytes
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix { scalar in
                    left -= scalar.utf8.count
                    return left >= 0
                }))
    }

    /// Replaces the last `count` characters before the cursor. Returns the number of characters
    /// that stand there now: fewer than `text` has, if it does not fit.
    package mutating func replace(last count: Int, with text: String) -> Int {
        remove(max(cursor - count, 0)..<cursor)
        let start = cursor
        insert(text)
        return max(cursor - start, 0)
    }

    package mutating func backspace() { remove(max(cursor - 1, 0)..<cursor) }
    package mutating func delete() { remove(cursor..<min(cursor + 1, characters.count)) }
    package mutating func left() { cursor = max(cursor - 1, 0) }
    package mutating func right() { cursor = min(cursor + 1, characters.count) }
    package mutating func wordLeft() { cursor = wordStart }
    package mutating func wordRight() { cursor = wordEnd }
    package mutating func home() { cursor = lineStart }
    package mutating func end() { cursor = lineEnd }

    /// Moves to the line above. Returns `false` on the first line.
    package mutating func up() -> Bool {
        let start = lineStart
        guard start > 0 else { return false }
        let column = cursor - start
        cursor = start - 1
        cursor = min(lineStart + column, start - 1)
        return true
    }

    /// Moves to the line below. Returns `false` on the last line.
    package mutating func down() -> Bool {
        let end = lineEnd
        guard end < characters.count else { return false }
        let column = cursor - lineStart
        cursor = end + 1
        cursor = min(cursor + column, lineEnd)
        return true
    }

    package mutating func killToEnd() {
        kill(cursor..<(cursor == lineEnd ? min(cursor + 1, characters.count) : lineEnd))
    }
    /// At the beginning of a line it takes the line break before it.
    package mutating func killToStart() { kill((cursor == lineStart ? max(cursor - 1, 0) : lineStart)..<cursor) }
    package mutating func killWordBefore() { kill(wordStart..<cursor) }
    package mutating func killWordAfter() { kill(cursor..<wordEnd) }
    /// Inserts what was deleted last. Returns `false` if it did not fit, as ``insert(_:)`` does.
    package mutating func yank() -> Bool { insert(killed) }

    private mutating func kill(_ range: Range<Int>) {
        if range.isEmpty { return }
        killed = String(characters[range])
        remove(range)
    }

    private mutating func remove(_ range: Range<Int>) {
        if range.isEmpty { return }
        characters.removeSubrange(range)
        cursor = range.lowerBound
        // The characters on both sides may combine into one now.
        let before = String(characters[..<cursor])
        characters = Array(before + String(characters[cursor...]))
        cursor = min(before.count, characters.count)
    }

    private var lineStart: Int { characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }
    private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    private var wordStart: Int {
        var index = cursor
        while index > 0, !Self.isWord(characters[index - 1]) { index -= 1 }
        while index > 0, Self.isWord(characters[index - 1]) { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, !Self.isWord(characters[index]) { index += 1 }
        while index < characters.count, Self.isWord(characters[index]) { index += 1 }
        return index
    }

    /// The same text with a dot for each character, for a screen that others may see.
    var masked: Editor {
        var masked = self
        masked.characters = Array(repeating: "•", count: characters.count)
        return masked
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
