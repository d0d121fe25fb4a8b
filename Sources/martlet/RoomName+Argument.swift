import ArgumentParser
import ChatWire

extension RoomName {
    /// Reads an argument of a command.
    init(argument text: String) throws {
        guard let name = RoomName(text) else { throw ValidationError.noRoomName(text) }
        self = name
    }
}

extension ValidationError {
    static func noRoomName(_ text: String) -> ValidationError {
        ValidationError(
            "\(text) is not a room's name. Use 1 to \(Limits.roomNameBytes) of a-z, 0-9, - and _; "
                + "begin with a letter or a digit.")
    }
}
