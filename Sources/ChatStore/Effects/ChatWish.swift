import ChatModel
import ChatWire

/// What is wanted of a client, in order.
enum ChatWish: Hashable, Sendable {
    case input(Input)
    case file(OutgoingFile, RoomName)
}
