import ChatModel
import ChatWire

// Lines of the model with days and times as the app writes them.

extension PeopleList {
    /// - Parameters:
    ///   - people: as the server lists them
    ///   - presence: who is in the room now
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    public init(
        _ people: [Person], presence: Presence, _ access: RoomAccess?, at time: Int64,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        self.init(people, presence: presence, access, at: time) { dateFormatting.full($0) }
    }
}

extension LinkLine {
    /// - Parameters:
    ///   - maker: the name of the person who made it; `nil` for the user
    ///   - address: the whole link, if this device knows it
    public init(
        _ link: InviteLink, maker: String?, address: String?, isChanging: Bool = false,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        self.init(link, maker: maker, address: address, isChanging: isChanging) { dateFormatting.full($0) }
    }
}
