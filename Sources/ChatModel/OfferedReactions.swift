/// The reactions that every client offers for a message before all other emoji.
public enum OfferedReactions {
    /// The emoji, in the order in which they are offered.
    public static var all: [String] { text.split(separator: " ").map { String($0) } }

    /// The emoji with spaces between them.
    package static let text = "👍 ❤️ 😂 😮 😢 🙏"
}
