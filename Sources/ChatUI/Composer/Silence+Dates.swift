import ChatModel
import ChatWire

extension Silence {
    /// `nil` if the user may write, as far as this device knows. Times are written as an app's are.
    ///
    /// - Parameters:
    ///   - membership: whether the user is in the room
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: the server's time: milliseconds since 1970-01-01 UTC
    public init?(
        _ membership: Conversation.Membership, _ access: RoomAccess?, at time: Int64,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        self.init(membership, access, at: time, moment: dateFormatting.full)
    }
}
