/// The fonts of the chat's views.
public struct ThemeFonts: Hashable, Sendable {
    /// A message's text.
    public var message = ThemeFont(.body)
    /// A message of only emoji.
    public var emoji = ThemeFont(.largeTitle)
    /// Lines of code in a message.
    public var code = ThemeFont(.callout, design: .monospaced)
    /// The author's name above a group of messages.
    public var author = ThemeFont(.caption, weight: .semibold)
    /// A message's time, and its state.
    public var time = ThemeFont(.caption2)
    /// A quoted message.
    public var quote = ThemeFont(.caption)
    /// Reactions below a message.
    public var reaction = ThemeFont(.caption)
    /// The heading of a day, and the separator before the first unread message.
    public var heading = ThemeFont(.caption, weight: .semibold)
    /// Joins, leaves, changes of the room, and the people who are typing.
    public var notice = ThemeFont(.caption)
    /// What is being written in the composer, and the names that it offers.
    public var composer = ThemeFont(.body)
    /// Details: the size of a file, the coordinates of a place, the length of a recording, the time
    /// of a room's newest message, why a message was not sent.
    public var detail = ThemeFont(.caption)
    /// The buttons over the messages, and the banner above them.
    public var button = ThemeFont(.footnote, weight: .semibold)
    /// A room's title in the list and above the room, and the names in sheets.
    public var title = ThemeFont(.headline)
    /// A room's newest message in the list, and messages and topics in sheets.
    public var preview = ThemeFont(.subheadline)
    /// The note in place of an empty list, and small buttons in sheets.
    public var note = ThemeFont(.callout)
    /// Explanations in sheets, why something was refused there, and the note in place of the
    /// composer.
    public var explanation = ThemeFont(.footnote)
    /// All other text of sheets. The system's font leaves them as the system draws them.
    public var sheet = ThemeFont(.body)

    /// Creates the system's fonts.
    public init() {}

    /// Creates a font of the app in the sizes of the system's fonts. Code keeps the system's.
    ///
    /// - Parameter name: The font's PostScript name.
    public init(named name: String) {
        self.init()
        message = message.named(name)
        emoji = emoji.named(name)
        author = author.named(name)
        time = time.named(name)
        quote = quote.named(name)
        reaction = reaction.named(name)
        heading = heading.named(name)
        notice = notice.named(name)
        composer = composer.named(name)
        detail = detail.named(name)
        button = button.named(name)
        title = title.named(name)
        preview = preview.named(name)
        note = note.named(name)
        explanation = explanation.named(name)
        sheet = sheet.named(name)
    }
}
