import ChatWire

/// Somebody has connected or disconnected, or has joined or left a room. A server tells the other
/// servers of its cluster.
package enum PresenceChange: Hashable, Sendable {
    /// A connection was admitted under a name.
    case introduced(Author, sharesName: Bool)
    /// A connection under a name has ended.
    case dismissed(Author, sharesName: Bool)
    /// A connection has joined a room.
    ///
    /// - read: how far its user has read the room
    /// - silently: the others in the room are not told: the connection's protocol has no joins
    case entered(RoomName, Author, read: ReadPoint?, silently: Bool)
    /// A connection has left a room.
    ///
    /// - returns: whether its user has said that they come back at once
    case exited(RoomName, Author, silently: Bool, returns: Bool = false)
}

extension Presence {
    /// Applies a change that another server has sent.
    ///
    /// - Returns: the notice for the people on this server
    package mutating func take(_ change: PresenceChange) -> Notice? {
        switch change {
        case .introduced(let author, let sharesName):
            introduceElsewhere(author.user, ConfusableSkeleton(of: author.name), sharing: sharesName)
        case .dismissed(let author, let sharesName):
            dismissElsewhere(author.user, ConfusableSkeleton(of: author.name), sharing: sharesName)
        case .entered(let room, let author, let read, let silently):
            return enter(room, author, read: read, silently: silently)
        case .exited(let room, let author, let silently, let returns):
            return exit(room, author, silently: silently, returns: returns)
        }
        return nil
    }
}
