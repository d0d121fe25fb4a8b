import ChatWire

/// The look of chat: colors, fonts, shapes and spacing in one value, passed down in the
/// environment.
public struct Theme: Hashable, Sendable {
    /// The color of controls, and of the user's own bubbles. It is the views' tint.
    public var accent = AdaptiveColor(0x1D62C9, dark: 0x2B6CCB)
    /// Text on ``accent``.
    public var onAccent = AdaptiveColor(0xFFFFFF, dark: 0xFFFFFF)
    /// The color behind messages and the composer, and of the initials on avatars.
    public var background = AdaptiveColor(0xFFFFFF, dark: 0x111418)
    /// For times, days and other secondary text.
    public var quiet = AdaptiveColor(0x59636E, dark: 0x9AA5B1)
    /// The color of others' bubbles.
    public var bubble = AdaptiveColor(0xEDF0F3, dark: 0x242B33)
    /// Text on ``bubble``.
    public var onBubble = AdaptiveColor(0x14181D, dark: 0xE8ECF1)
    /// The color of errors, and of the separator before the first unread message.
    public var trouble = AdaptiveColor(0xB3261E, dark: 0xFF8A80)
    /// The background of the banner.
    public var warning = AdaptiveColor(0xFFF3CD, dark: 0x4A3B00)
    /// Text on ``warning``.
    public var onWarning = AdaptiveColor(0x4A3B00, dark: 0xFFE9A8)
    /// The colors of people's names; each person always has the same.
    public var people: [AdaptiveColor] = [
        AdaptiveColor(0x9C1C4B, dark: 0xF48FB1), AdaptiveColor(0x6A1B9A, dark: 0xCE93D8),
        AdaptiveColor(0x283593, dark: 0x9FA8DA),
        AdaptiveColor(0x01579B, dark: 0x81D4FA), AdaptiveColor(0x00594F, dark: 0x80CBC4),
        AdaptiveColor(0x2E5D1E, dark: 0xA5D6A7),
        AdaptiveColor(0x7A4100, dark: 0xFFCC80), AdaptiveColor(0x5D4037, dark: 0xBCAAA4),
    ]

    /// The fonts. All of them follow the user's text size (Dynamic Type).
    public var fonts = ThemeFonts()

    // Shapes. Radii are in points.
    /// The corner radius of a bubble, in points.
    public var bubbleRadius: Double = 16
    /// The radius of the corners at the author's side where bubbles of one group meet, in points;
    /// `nil` for ``bubbleRadius``.
    public var groupedRadius: Double?
    /// The radius of the lower corner at the author's side of a group's last bubble, in points;
    /// `nil` for ``bubbleRadius``.
    public var tailRadius: Double?
    /// How round avatars are: 0 for squares, 1 for circles. Other values count as the nearest.
    public var avatarRoundness: Double = 1
    /// The corner radius of the composer's field, in points.
    public var fieldRadius: Double = 18

    // Spacing, in points.
    /// The space between the edges of the list and its bubbles, in points.
    public var rowInset: Double = 12
    /// The space between an avatar and its bubble, in points.
    public var avatarSpacing: Double = 8
    /// The space between a bubble's quote, content and time, in points.
    public var contentSpacing: Double = 4
    /// The space between the edges of the composer and its field and buttons, in points.
    public var composerInset: Double = 12
    /// The space between a bubble's edge and its content, in points.
    public var bubblePadding: Double = 10
    /// The corner radius of a photo within its bubble.
    public var photoRadius: Double = 10
    /// The space between bubbles of one group, in points.
    public var rowSpacing: Double = 2
    /// The space between groups of bubbles, in points.
    public var groupSpacing: Double = 10
    /// The maximum width of a bubble.
    public var bubbleWidth: Double = 560
    /// The free space beside a bubble.
    public var bubbleMargin: Double = 56
    /// The diameter of the avatars beside messages, in points.
    public var avatarSize: Double = 32

    /// Creates the default look.
    public init() {}

    /// The color of a person's name. It depends on their id, so it stays when the name changes.
    public func color(of user: UserID) -> AdaptiveColor {
        let index = Int(user.low % UInt64(max(people.count, 1)))
        return people.indices.contains(index) ? people[index] : accent
    }
}
