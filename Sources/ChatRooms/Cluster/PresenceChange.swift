import ChatWire

/// Somebody has connected or disconnected, has entered or left a room. A server tells it to the
/// others.
package enum PresenceChange: Hashable, Sendable {
    /// A connection was let in under a name.
    case introduced(Author, sharesName: Bool)
    case dismissed(Author, sharesName: Bool)
    /// A connection has entered a room.
    ///
    /// - read: how far its user has read the room
    /// - silently: where the connection's protocol has no joining that could be told
    case entered(RoomName, Author, read: ReadPoint?, silently: Bool)
    case exited(RoomName, Author, silently: Bool)
}

extension Presence {
    /// Takes in what another server tells.
    ///
    /// - Returns: what people here are told of it
    package mutating func take(_ change: PresenceChange) -> Notice? {
        switch change {
        case .introduced(let author, let sharesName):
            introduceElsewhere(author.user, ConfusableSkeleton(of: author.name), sharing: sharesName)
        case .dismissed(let author, let sharesName):
            dismissElsewhere(author.user, ConfusableSkeleton(of: author.name), sharing: sharesName)
        case .entered(let room, let author, let read, let silently):
            return enter(room, author, read: read, silently: silently)
        case .exited(let room, let author, let silently): return exit(room, author, silently: silently)
        }
        return nil
    }
}
