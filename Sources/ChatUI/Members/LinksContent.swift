import ChatModel
import ChatWire

/// What the screen of a group's invite links shows.
public struct LinksContent: Hashable, Sendable {
    /// The links, those that wait for the server first.
    public var lines: [LinkLine]
    /// How far the list is loaded.
    public var status: ListStatus
    /// Whether the user may make links.
    public var canMake: Bool
    /// Why the last change of a link was refused.
    public var refusal: String?

    /// Creates the content of the screen.
    public init(lines: [LinkLine], status: ListStatus, canMake: Bool, refusal: String? = nil) {
        self.lines = lines
        self.status = status
        self.canMake = canMake
        self.refusal = refusal
    }
}
