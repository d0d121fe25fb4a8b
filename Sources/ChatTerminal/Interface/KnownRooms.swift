import ChatCore

extension Chat {
    /// The rooms of the column on the left, in the order of all lists of rooms. Archived rooms are
    /// left out.
    package var knownRooms: [ConversationItem] { items().found() }

    /// The room that a person names: by its name, or by the title of a group. `nil` if there is
    /// none, or several groups have this title.
    func knownRoom(named text: String) -> RoomName? {
        let rooms = knownRooms
        if let known = rooms.first(where: { $0.room.text == text }) { return known.room }
        let titled = rooms.filter { $0.room.kind == .group && $0.title == text }
        return titled.count == 1 ? titled[0].room : nil
    }
}
