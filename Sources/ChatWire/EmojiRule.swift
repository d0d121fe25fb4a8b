/// The rule for reactions: 1 to ``Limits/emojiBytes`` bytes of UTF-8, without spaces and control
/// characters.
///
/// Whether it is an emoji is not checked: that changes with every version of Unicode, and `+1` does
/// no harm.
public enum EmojiRule {
    /// Why `emoji` is not allowed as a reaction, or `nil`.
    public static func check(_ emoji: String) -> WireError? {
        guard (1...Limits.emojiBytes).contains(emoji.utf8.count) else {
            return WireError(.reaction, "A reaction has 1 to \(Limits.emojiBytes) bytes.")
        }
        let isBlank = emoji.unicodeScalars.contains { $0.properties.isWhitespace }
        guard !isBlank, TextRule.check(emoji) == nil else {
            return WireError(.reaction, "A reaction has no spaces or control characters, and few combining marks.")
        }
        return nil
    }
}
