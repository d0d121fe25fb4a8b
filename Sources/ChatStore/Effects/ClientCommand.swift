import ChatModel
import ChatWire

/// A command to a client.
enum ClientCommand: Hashable, Sendable {
    case input(Input)
    case file(OutgoingFile, RoomName)
    case question(ModerationQuestion)
}
