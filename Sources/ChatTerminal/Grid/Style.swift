/// A colour of a cell's text or ground.
package enum Color: Hashable, Sendable {
    /// One of the terminal's own 16 colours, 0 to 15.
    case palette(UInt8)
    /// A colour by its parts, and the one of the 16 that comes near.
    case rgb(UInt8, UInt8, UInt8, near: UInt8)
}

/// How the text of a cell looks.
package struct Style: Hashable, Sendable {
    /// The colour of the text; `nil` for the terminal's own.
    package var text: Color?
    /// The colour behind the text; `nil` for the terminal's own.
    package var ground: Color?
    package var isBold = false
    package var isFaint = false
    package var isItalic = false
    package var isUnderlined = false
    package var isStruck = false
    package var isReversed = false

    package init(
        text: Color? = nil, ground: Color? = nil, isBold: Bool = false, isFaint: Bool = false, isItalic: Bool = false,
        isUnderlined: Bool = false, isStruck: Bool = false, isReversed: Bool = false
    ) {
        self.text = text
        self.ground = ground
        self.isBold = isBold
        self.isFaint = isFaint
        self.isItalic = isItalic
        self.isUnderlined = isUnderlined
        self.isStruck = isStruck
        self.isReversed = isReversed
    }

    /// The terminal's own look.
    package static let plain = Style()
    /// Less important text: times, states, hints.
    package static let quiet = Style(text: .palette(8))
    /// What needs attention.
    package static let warning = Style(text: .rgb(214, 93, 14, near: 3), isBold: true)
    /// What failed.
    package static let failure = Style(text: .rgb(204, 60, 60, near: 1))
    /// Code in a message.
    package static let code = Style(text: .rgb(160, 110, 60, near: 3))
    /// Marks of the client itself: the unread divider, the prompt.
    package static let accent = Style(text: .rgb(38, 139, 170, near: 6))
    /// The line of the screen's edges.
    package static let bar = Style(isReversed: true)

    /// The style of a person's name: always the same for one person. The colours can be read on
    /// light and on dark ground.
    package static func person(_ id: UInt64, isOwn: Bool) -> Style {
        if isOwn { return Style(text: .rgb(38, 139, 170, near: 6), isBold: true) }
        var mixed = id &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 32
        return Style(text: people[Int(mixed % UInt64(people.count))], isBold: true)
    }

    private static let people: [Color] = [
        .rgb(203, 75, 22, near: 1), .rgb(133, 153, 0, near: 2), .rgb(181, 137, 0, near: 3),
        .rgb(70, 120, 210, near: 4), .rgb(211, 54, 130, near: 5), .rgb(150, 100, 200, near: 5),
        .rgb(42, 161, 100, near: 2), .rgb(160, 110, 60, near: 3), .rgb(90, 130, 160, near: 4),
    ]
}
