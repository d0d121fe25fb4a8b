// The directory of open rooms.
extension ChatClient {
    /// Open rooms by their names, in pages of at most ``ChatWire/Limits/directoryPage``, with their
    /// titles, topics, the people who are there now, and when they were last written in.
    ///
    /// Each page is read from the server when it is asked for. Iterating throws a
    /// ``ChatWire/WireError``: 292 (`notConnected`) without a connection.
    ///
    /// - Parameter search: Words that must all begin a word of the room's name, title or topic; at
    ///   most ``ChatWire/Limits/searchBytes`` bytes. Empty for all rooms.
    public nonisolated func directory(matching search: String = "") -> DirectoryPages {
        DirectoryPages { [self] after in
            let page = try await directoryPage(matching: search, after: after)
            return (page.rooms, page.next)
        } isForward: {
            $0.isBefore($1)
        }
    }

    /// One page of the directory: the rooms after `after`. It may be empty where others follow.
    public func directoryPage(matching search: String = "", after: RoomName? = nil) async throws -> DirectoryPage {
        guard case .directory(let page) = try await inquire(.directory(search: search, after: after)) else {
            return DirectoryPage(rooms: [], next: nil)
        }
        return page
    }
}
