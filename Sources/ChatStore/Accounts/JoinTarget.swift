import ChatWire
import Foundation

/// What the user types or pastes to join: a room's name, or a link.
public enum JoinTarget: Hashable, Sendable {
    /// A room of the current account's server.
    case room(RoomName)
    /// A link, which may lead to another server.
    case link(ChatLink)

    /// `nil` unless `text` is one of the two.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let room = RoomName(text) {
            self = .room(room)
        } else if let link = ChatLink(text) {
            self = .link(link)
        } else {
            return nil
        }
    }

    /// What is wrong with the text; `nil` if it is right or empty.
    public static func problem(of text: String) -> String? {
        if text.isEmpty || JoinTarget(text) != nil { return nil }
        if text.contains("://") { return "This is not a link to a room or into a group." }
        return ServerForm.problem(ofRoom: text)
    }
}
