import ChatModel
import ChatWire

/// VoiceOver labels for rows: everything that is visible, in one sentence.
public struct BubbleAccessibility: Sendable {
    /// The formatting of times. Its locale also formats file sizes and coordinates.
    public var dateFormatting: DateFormatting

    /// Creates the value.
    public init(dateFormatting: DateFormatting) { self.dateFormatting = dateFormatting }

    /// A message.
    ///
    /// - Parameters:
    ///   - isRevealed: Whether the user wants to see it although they block the author.
    ///   - card: What the page says that the message links to.
    public func label(_ bubble: Row.Bubble, isRevealed: Bool = false, card: LinkCard? = nil) -> String {
        var parts: [String] = [bubble.isOwn ? localized("You") : bubble.author.name]
        if let reply = bubble.reply {
            let author = reply.author?.name
            parts.append(
                author.map { localized("replying to \($0)") } ?? localized("replying to an earlier message"))
        }
        parts.append(bubble.isBlocked && !isRevealed ? Sentences.blocked : body(bubble))
        if let card { parts.append(card.label) }
        if bubble.isEdited && bubble.body != .deleted { parts.append(localized("edited")) }
        parts.append(dateFormatting.time(bubble.at))
        if let state = state(of: bubble) { parts.append(state) }
        for tally in bubble.reactions { parts.append("\(tally.emoji) \(tally.count)") }
        return parts.joined(separator: ", ")
    }

    /// A photo of an album: its place, and what ``label(_:isRevealed:card:)`` says.
    public func label(_ bubble: Row.Bubble, tile: Row.Tile) -> String {
        [localized("Photo \(tile.index + 1) of \(tile.count)"), label(bubble)].joined(separator: ", ")
    }

    /// Whether VoiceOver also goes to the parts of the message: a recording is played and wound in
    /// its line.
    static func hasControls(_ bubble: Row.Bubble, isRevealed: Bool = false) -> Bool {
        guard isRevealed || !bubble.isBlocked, let file = bubble.body.file else { return false }
        return file.kind == .voice && file.voice != nil
    }

    /// What a photo of an album is called: “Photo 3”.
    static func title(of tile: Row.Tile) -> String { localized("Photo \(tile.index + 1)") }

    private func body(_ bubble: Row.Bubble) -> String {
        if let location = bubble.body.location { return MapLink.label(location, locale: dateFormatting.locale) }
        switch bubble.body {
        case .deleted: return bubble.deletion == nil ? localized("message deleted") : Sentences.deleted(bubble.deletion)
        case .damaged: return localized("message damaged on the server")
        case .text(let text, _): return text
        case .file(let file, let text, _):
            let label = FileWords(locale: dateFormatting.locale).label(file)
            return text.map { "\(label), \($0)" } ?? label
        }
    }

    /// What is said of a message that a moderator looks at before others see it.
    static var held: String { localized("Held: others see this message if a moderator publishes it.") }

    /// The delivery state with the time at which it was read.
    private func state(of bubble: Row.Bubble) -> String? {
        guard bubble.state == .sent, bubble.isOwn, bubble.isRead, let at = bubble.readAt else {
            return BubbleAccessibility.state(of: bubble)
        }
        return localized("read at \(dateFormatting.time(at))")
    }

    /// The delivery state of the user's own message; `nil` for others'.
    public static func state(of bubble: Row.Bubble) -> String? {
        switch bubble.state {
        case .waiting: localized("waiting for the connection")
        case .sending: localized("sending")
        case .changing: localized("changing")
        case .failed(let error, _): localized("not sent: \(error.text)")
        case .held: BubbleAccessibility.held
        case .sent: bubble.isOwn ? localized(bubble.isRead ? "read" : "sent") : nil
        }
    }

    /// The symbol next to the time of the user's own message (SF Symbols 4); `nil` for others'.
    public static func symbol(of bubble: Row.Bubble) -> String? {
        switch bubble.state {
        case .waiting, .sending, .changing, .held: "clock"
        case .failed: "exclamationmark.circle"
        case .sent: bubble.isOwn ? bubble.isRead ? "checkmark.circle.fill" : "checkmark" : nil
        }
    }

    /// “ann and bob joined · eve left”.
    public static func notice(_ notice: Presence.Notice) -> String {
        Sentences.notice(notice).joined(separator: " · ")
    }
}
