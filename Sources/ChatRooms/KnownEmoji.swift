import ChatWire

/// The emoji that a server takes as reactions: those that Unicode recommends for interchange (RGI,
/// UTS #51 ED-27), each in one form. Other sequences follow the grammar of ``ChatWire/EmojiRule``,
/// too, but are shown as several pictures: `👍` joined with `👎`, flags of no country.
///
/// Which single characters are emoji is what the Unicode version of this build says. The sequences
/// are those of Emoji 18.
enum KnownEmoji {
    /// The fully-qualified form of an emoji (UTS #51 ED-18a), which the log has: `❤️` for `❤`.
    /// `nil` for what is no such emoji.
    static func qualified(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars).filter { $0 != selector }
        guard let first = scalars.first else { return nil }
        if flagLetter(first) != nil { return isFlag(scalars) ? string(scalars) : nil }
        if scalars.count > 1, scalars.last == keycap {
            return first.isASCII && first.properties.isEmoji && scalars.count == 2
                ? string([first, selector, keycap]) : nil
        }
        if scalars.last == endOfTags { return isFlagOfPart(scalars) ? string(scalars) : nil }
        var elements: [Element] = []
        for part in scalars.split(separator: joiner, omittingEmptySubsequences: false) {
            guard let element = Element(part) else { return nil }
            elements.append(element)
        }
        guard elements.count == 1 ? !isComponent(first) : JoinedEmoji.contain(elements) else { return nil }
        return elements.map(\.qualified).joined(separator: string([joiner]))
    }

    /// A part of a sequence with joiners.
    struct Element {
        let emoji: Unicode.Scalar
        /// The color of the skin.
        let modifier: Unicode.Scalar?

        init?(_ scalars: ArraySlice<Unicode.Scalar>) {
            guard let emoji = scalars.first, scalars.count <= 2, !emoji.isASCII, emoji.properties.isEmoji else {
                return nil
            }
            self.emoji = emoji
            modifier = scalars.dropFirst().first
            if let modifier, !modifier.properties.isEmojiModifier || !emoji.properties.isEmojiModifierBase {
                return nil
            }
        }

        var qualified: String {
            if let modifier { return string([emoji, modifier]) }
            return string(emoji.properties.isEmojiPresentation ? [emoji] : [emoji, selector])
        }
    }

    /// Colors of skin and hair are no emoji by themselves.
    private static func isComponent(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmojiModifier || (0x1F9B0...0x1F9B3).contains(scalar.value)
    }

    private static func isFlag(_ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.count == 2, let one = flagLetter(scalars[0]), let two = flagLetter(scalars[1]) else {
            return false
        }
        return flags[one]?.contains(two) == true
    }

    private static func flagLetter(_ scalar: Unicode.Scalar) -> Character? {
        guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
        return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41).map(Character.init)
    }

    /// The flags of England, Scotland and Wales.
    private static func isFlagOfPart(_ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.first == "🏴" else { return false }
        let tags = scalars.dropFirst().dropLast().map { Unicode.Scalar($0.value &- 0xE0000) }
        return ["gbeng", "gbsct", "gbwls"].contains(string(tags.compactMap(\.self)))
    }

    /// The regions that have a flag: after the first letter of their codes, the second ones.
    private static let flags: [Character: Set<Character>] = {
        let regions = """
            ACDEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNOPQRUVWXYZ DEGJKMOZ EACEGHRSTU FIJKMOR
            GABDEFGHILMNPQRSTUWY HKMNRTU ICDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ
            NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TACDFGHJKLMNORTVWZ UAGMNSYZ
            VACEGINU WFS XK YET ZAMW
            """
        var flags: [Character: Set<Character>] = [:]
        for region in regions.split(whereSeparator: \.isWhitespace) {
            if let first = region.first { flags[first] = Set(region.dropFirst()) }
        }
        return flags
    }()

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static let selector: Unicode.Scalar = "\u{FE0F}"
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let endOfTags: Unicode.Scalar = "\u{E007F}"
}

/// The sequences of emoji with joiners that are shown as one.
private enum JoinedEmoji {
    static func contain(_ elements: [KnownEmoji.Element]) -> Bool {
        let emoji = elements.map(\.emoji)
        let colored = elements.filter { $0.modifier != nil }.count
        guard let first = emoji.first, let last = emoji.last else { return false }
        let middle = Array(emoji.dropFirst().dropLast())
        // Two people, or two hands, have a color both or neither.
        if isPerson(first) && isPerson(last) && bonds.contains(middle) || emoji == ["🫱", "🫲"] {
            return colored == 0 || colored == 2 && elements[0].modifier != nil && elements.last?.modifier != nil
        }
        if colored > 0, elements[0].modifier == nil || colored > 1 { return false }
        if isRole(emoji) { return true }
        return colored == 0 && (isFamily(emoji) || others.contains(emoji))
    }

    /// A person with a thing, or of a gender; also on the way to the right.
    private static func isRole(_ emoji: [Unicode.Scalar]) -> Bool {
        if emoji.count == 3, emoji[2] == "➡" {
            return "🦯🦼🦽".unicodeScalars.contains(emoji[1]) && isPerson(emoji[0])
                || walking.contains(emoji[0]) && isGender(emoji[1])
        }
        guard emoji.count == 2 else { return false }
        return isPerson(emoji[0]) && things.contains(emoji[1])
            || emoji[0] == "🧑" && "🎄🩰".unicodeScalars.contains(emoji[1])
            || gendered.contains(emoji[0]) && isGender(emoji[1])
            || walking.contains(emoji[0]) && emoji[1] == "➡"
    }

    /// One or two parents with one or two children.
    private static func isFamily(_ emoji: [Unicode.Scalar]) -> Bool {
        let parents = emoji.prefix(emoji.count > 2 && isPerson(emoji[1]) ? 2 : 1)
        let children = emoji.dropFirst(parents.count)
        guard (1...2).contains(children.count) else { return false }
        if parents.allSatisfy({ $0 == "🧑" }) { return children.allSatisfy { $0 == "🧒" } }
        return ["👨", "👩", "👨👩", "👨👨", "👩👩"].contains(text(parents))
            && ["👧", "👦", "👧👦", "👦👦", "👧👧"].contains(text(children))
    }

    private static func isPerson(_ emoji: Unicode.Scalar) -> Bool { "🧑👨👩".unicodeScalars.contains(emoji) }

    private static func isGender(_ emoji: Unicode.Scalar) -> Bool { "♀♂".unicodeScalars.contains(emoji) }

    private static func text(_ emoji: some Sequence<Unicode.Scalar>) -> String {
        emoji.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    /// What stands between two people.
    private static let bonds: [[Unicode.Scalar]] = [["❤"], ["❤", "💋"], ["🤝"], ["🐰"], ["🫯"]]

    private static let things = Set("⚕⚖✈🌾🍳🍼🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦯🦼🦽🦰🦱🦲🦳".unicodeScalars)

    private static let gendered = Set(
        "⛹🏃🏄🏊🏋🏌👮👯👰👱👳👷💁💂💆💇🕵🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶🤦🤵🤷🤸🤹🤼🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝🧞🧟".unicodeScalars)

    private static let walking = Set("🚶🏃🧎".unicodeScalars)

    private static let others: [[Unicode.Scalar]] = [
        ["🏴", "☠"], ["🏳", "🌈"], ["🏳", "⚧"], ["🐕", "🦺"], ["🐈", "⬛"], ["🐦", "⬛"], ["🐦", "🔥"], ["🐻", "❄"],
        ["❤", "🔥"], ["❤", "🩹"], ["👁", "🗨"], ["😮", "💨"], ["😵", "💫"], ["😶", "🌫"], ["🙂", "↔"], ["🙂", "↕"],
        ["🍋", "🟩"], ["🍄", "🟫"], ["⛓", "💥"],
    ]
}

extension Mutation {
    /// With a reaction's emoji in the form that the log has. `nil` if the emoji is not known.
    ///
    /// A reaction that is taken back may have been given under another rule.
    var withKnownEmoji: Mutation? {
        switch self {
        case .react(let of, let emoji, let on):
            let known = KnownEmoji.qualified(emoji)
            return on && known == nil ? nil : .react(of: of, emoji: Self.fitting(known) ?? emoji, on: on)
        case .unreact(let of, let emoji, let user):
            return .unreact(of: of, emoji: Self.fitting(KnownEmoji.qualified(emoji)) ?? emoji, user: user)
        // No other mutation has an emoji of its own.
        default: return self
        }
    }

    /// The longest emoji, a kiss of two people with colors, is over the limit with its selectors.
    private static func fitting(_ emoji: String?) -> String? {
        emoji.flatMap { $0.utf8.count <= Limits.emojiBytes ? $0 : nil }
    }
}

extension WireError {
    static let unknownEmoji = WireError(.reaction, "A reaction is one emoji.")
}
