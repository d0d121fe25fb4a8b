/// The rule for reactions: one emoji, as Unicode defines emoji sequences (UTS #51, ED-17), in at
/// most ``Limits/emojiBytes`` bytes of UTF-8.
///
/// Which characters are emoji is what the Unicode version of this build says. This is the grammar
/// alone, without tables: a server also refuses flags of no country and sequences that nobody
/// draws. A reaction that is taken back is not checked so: it may have been given under another
/// rule.
public enum EmojiRule {
    /// Why `emoji` is not allowed as a reaction, or `nil`.
    public static func check(_ emoji: String) -> WireError? {
        guard (1...Limits.emojiBytes).contains(emoji.utf8.count) else {
            return WireError(.reaction, "A reaction has 1 to \(Limits.emojiBytes) bytes.")
        }
        var sequence = EmojiSequence(emoji)
        return sequence.isOneEmoji() ? nil : WireError(.reaction, "A reaction is one emoji.")
    }

    /// Why `emoji` can't be one that is taken back, or `nil`.
    public static func checkTakenBack(_ emoji: String) -> WireError? {
        guard (1...Limits.emojiBytes).contains(emoji.utf8.count), TextRule.check(emoji) == nil else {
            return WireError(.reaction, "A reaction has 1 to \(Limits.emojiBytes) bytes, without control characters.")
        }
        return nil
    }
}

/// Reads emoji from the scalars of a text (UTS #51, section 1.4.9).
private struct EmojiSequence {
    private var scalars: String.UnicodeScalarView.Iterator
    private var next: Unicode.Scalar?

    init(_ text: String) {
        scalars = text.unicodeScalars.makeIterator()
        next = scalars.next()
    }

    /// Whether the whole text is one emoji.
    mutating func isOneEmoji() -> Bool {
        if takes({ $0.isRegionalIndicator }) { return takes { $0.isRegionalIndicator } && next == nil }
        repeat {
            guard readElement() else { return false }
        } while takes { $0 == "\u{200D}" }
        return next == nil
    }

    /// An element of a sequence with zero-width joiners.
    private mutating func readElement() -> Bool {
        if takes({ $0.isKeycapBase }) {
            _ = takes { $0 == "\u{FE0F}" }
            return takes { $0 == "\u{20E3}" }
        }
        guard takes({ $0.properties.isEmoji && !$0.isRegionalIndicator }) else { return false }
        if takes({ $0.properties.isEmojiModifier }) { return true }
        if takes({ $0 == "\u{FE0F}" }) { return true }
        guard takes({ $0.isTag }) else { return true }
        while takes({ $0.isTag }) {}
        return takes { $0 == "\u{E007F}" }
    }

    private mutating func takes(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        guard let scalar = next, isWanted(scalar) else { return false }
        next = scalars.next()
        return true
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// Digits, `#` and `*` are emoji by their properties, but only with a keycap.
    fileprivate var isKeycapBase: Bool { value < 0x80 && properties.isEmoji }

    fileprivate var isTag: Bool { (0xE0020...0xE007E).contains(value) }
}
