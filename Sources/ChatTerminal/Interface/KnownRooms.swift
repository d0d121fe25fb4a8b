import ChatCore

extension Chat {
    /// The rooms for the column, in the order of every list of rooms. Archived rooms are left out.
    package var knownRooms: [ConversationItem] { items().found(by: "") { $0 } }
}
