extension String {
    /// Whether it is only emoji, one to `limit` of them, which are drawn large.
    func isOnlyEmoji(upTo limit: Int = 6) -> Bool {
        var count = 0
        for character in self {
            if character.isWhitespace { continue }
            guard character.isEmoji, count < limit else { return false }
            count += 1
        }
        return count > 0
    }
}

extension Character {
    /// Digits and signs are emoji only with a variation selector or a keycap.
    fileprivate var isEmoji: Bool {
        guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
        return first.properties.isEmojiPresentation
            || unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
    }
}
