import ChatWire

/// A text in a composer: whether it can be sent, and what the composer says about it.
public struct ComposedText: Hashable, Sendable {
    /// The text to send, without white space at its ends.
    public let said: String
    /// The maximum of the text in bytes.
    private let most: Int

    /// Reads the text in the field.
    ///
    /// - Parameter most: The maximum of a text in bytes of UTF-8, as the server has it.
    public init(_ text: String, most: UInt64 = UInt64(Limits.textBytes)) {
        said = TextRule.trimmed(text)
        self.most = Int(clamping: most)
    }

    /// Whether the text can be sent.
    ///
    /// - Parameter mayBeEmpty: Whether a file goes with the text, or the message that is edited has
    ///   a file.
    public func canSend(mayBeEmpty: Bool) -> Bool { said.isEmpty ? mayBeEmpty : problem == nil }

    /// Why the text can't be sent, as a sentence; `nil` if it can, or is empty.
    public var problem: String? {
        if said.isEmpty { return nil }
        let over = said.utf8.count - most
        // Counting takes time in proportion to the surplus: not for a text of twice the limit.
        guard over > 0, over <= Limits.textBytes else { return TextRule.check(said)?.translated.text }
        let count = said.charactersBeyond(bytes: most)
        return localized(
            count, one: "1 character too many. Shorten the text, or send it in parts.",
            other: "\(count) characters too many. Shorten the text, or send it in parts.")
    }

    /// “312 bytes left” near the limit; `nil` before and beyond it.
    public var counter: String? {
        let left = most - said.utf8.count
        guard (0...ComposedText.near).contains(left) else { return nil }
        return localized(left, one: "1 byte left", other: "\(left) bytes left")
    }

    /// The bytes that are left when the counter begins to show.
    private static let near = 500

    /// The edit of a message to this text; `nil` if the text was not changed.
    ///
    /// - Parameters:
    ///   - before: The message's text, without the name of a file; `nil` if it is not known.
    ///   - file: The name of the message's file. A message with a file and no text has it as its
    ///     text.
    public func edit(of seq: Seq, from before: String?, file: String?) -> Mutation? {
        if let before, TextRule.trimmed(before).hasSameBytes(as: said) { return nil }
        return .edit(of: seq, text: said.isEmpty ? file ?? "" : said)
    }
}

extension String {
    /// How many characters at the end are too many for a limit of so many bytes.
    package func charactersBeyond(bytes most: Int) -> Int {
        var (left, count) = (utf8.count - most, 0)
        for character in reversed() {
            if left <= 0 { break }
            left -= character.utf8.count
            count += 1
        }
        return count
    }
}
