import ChatModel
import ChatWire

/// A command to a client.
enum ClientCommand: Hashable, Sendable {
    case input(Input)
    case files(OutgoingFiles, RoomName)
    /// Sets the user's picture.
    case picture(OutgoingFile)
    /// A question of a moderator. With a ticket it is asked when that change is in the log, and not
    /// at all if the change fails.
    case question(ModerationQuestion, after: Ticket?)
}
