import ChatModel

/// What is drawn on a photo of an album, besides the photo.
struct TileMarks: Hashable, Sendable {
    /// The first of its reactions.
    let emoji: [String]
    /// The symbol of a message that is on its way, failed, or is held (SF Symbols 4); `nil` for one
    /// in the log, whose state is that of the album.
    let symbol: String?

    init(_ bubble: Row.Bubble) {
        emoji = bubble.reactions.prefix(3).map(\.emoji)
        symbol = bubble.state == .sent ? nil : BubbleAccessibility.symbol(of: bubble)
    }

    var isEmpty: Bool { emoji.isEmpty && symbol == nil }
}
