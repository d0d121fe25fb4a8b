import ChatModel
import ChatWire

/// What is wanted of a client, in order.
enum ClientCommand: Hashable, Sendable {
    case input(Input)
    case file(OutgoingFile, RoomName)
}
