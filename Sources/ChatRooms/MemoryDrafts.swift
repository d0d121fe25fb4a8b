import ChatWire

/// The kept drafts of a ``MemoryLog``.
struct MemoryDrafts {
    /// The drafts of each user, one for each room, the oldest first.
    private var kept: [UserID: [KeptDraft]] = [:]

    func text(of user: UserID, for room: RoomName) -> String? {
        kept[user]?.first { $0.room == room }?.text
    }

    mutating func keep(_ draft: KeptDraft) {
        var drafts = kept[draft.user, default: []]
        drafts.removeAll { $0.room == draft.room }
        if !draft.text.isEmpty { drafts.append(draft) }
        drafts.removeFirst(max(0, drafts.count - Limits.draftsPerUser))
        kept[draft.user] = drafts
    }

    /// Forgets drafts that were written before the time for their room.
    ///
    /// - Returns: how many
    mutating func forget(before cutoff: (RoomName) -> Int64?) -> Int {
        var count = 0
        for (user, drafts) in kept {
            let left = drafts.filter { $0.at >= cutoff($0.room) ?? .min }
            count += drafts.count - left.count
            kept[user] = left
        }
        return count
    }
}
