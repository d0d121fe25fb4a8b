import ChatWire

// Drafts: what the user has written and not sent. Like a read mark, a draft needs no number,
// because only the newest counts. It is in the journal before it is sent, and sent on every
// connection until the server has it.
extension Chat {
    /// The text in the composer of a room has changed.
    mutating func write(_ text: String, in room: RoomName) {
        guard makeRoom(forDraftIn: room) else { return }
        drafts[room, default: ComposerDraft()].write(text, at: now.monotonic)
        saveDrafts()
    }

    /// Saves the drafts of one room or of all rooms at once, because the user leaves the room or
    /// the app.
    mutating func hurryDrafts(in room: RoomName? = nil) {
        for name in drafts.keys where room == nil || name == room { drafts[name]?.hurry() }
        saveDrafts()
    }

    /// Journals and sends the drafts that are due, and waits for the others.
    mutating func saveDrafts() {
        if drafts.isEmpty { return }
        var next: Int64?
        for room in Set(drafts.keys).inOrder {
            guard var draft = drafts[room], let due = draft.due else { continue }
            guard due <= now.monotonic else {
                next = min(next ?? due, due)
                continue
            }
            if let text = draft.takeForJournal(at: now.monotonic) {
                effects.append(.keep(.drafted(room, text, isSaved: false)))
            }
            // A text that no message may have, such as a very long one, stays on this device.
            if isConnected, !paused.contains(.drafting), DraftRule.check(draft.text, for: room) == nil,
                let text = draft.takeForServer(at: now.monotonic)
            {
                ask(.draft(room), .keepDraft(room: room, text: text))
            }
            drafts[room] = draft
        }
        waitForDrafts(until: next)
    }

    /// Each key moves the end of the pause. The timer keeps its time: when it fires,
    /// ``saveDrafts()`` looks again.
    private mutating func waitForDrafts(until next: Int64?) {
        guard let next, draftsDue.map({ next < $0 }) ?? true else { return }
        draftsDue = next
        effects.append(.wait(.draftDue, milliseconds: max(next &- now.monotonic, 1)))
    }

    /// The server has the draft.
    mutating func draftAnswered(_ room: RoomName) {
        guard var draft = drafts[room] else { return }
        draft.answered()
        noteSaved(room)
        if draft.due == nil { effects.append(.keep(.drafted(room, draft.text, isSaved: true))) }
        drafts[room] = draft
        saveDrafts()
    }

    /// The server has refused the draft for good: the text stays on this device.
    mutating func draftRejected(_ room: RoomName) {
        guard var draft = drafts[room] else { return }
        draft.refused()
        if draft.isOver { effects.append(.keep(.drafted(room, "", isSaved: true))) }
        drafts[room] = draft
        saveDrafts()
    }

    /// The server has refused the draft for now: it is sent again after the pause.
    mutating func draftRefused(_ room: RoomName, _ pause: Int64) {
        drafts[room]?.interrupted()
        self.pause(.drafting, pause)
    }

    mutating func interruptDrafts() { for room in drafts.keys { drafts[room]?.interrupted() } }

    /// The server tells a draft: another device has saved it, or it is on the list of rooms.
    mutating func drafted(_ text: String, in room: RoomName) {
        guard drafts[room] != nil || !text.isEmpty, makeRoom(forDraftIn: room) else { return }
        guard drafts[room, default: ComposerDraft()].told(text) else { return }
        effects.append(.keep(.drafted(room, text, isSaved: true)))
        pendingChanges.inRooms.insert(room)
        pendingChanges.rooms = true
    }

    /// The server has a new draft of this room. A page of the list that was requested before may
    /// have an older one.
    mutating func noteSaved(_ room: RoomName) {
        if rooms.state == .loading, draftsPushed.count < Limits.draftsPerUser { draftsPushed.insert(room) }
    }

    /// Takes the drafts of a page of the user's rooms, except those that the server has a newer one
    /// of.
    mutating func listed(draftsOf page: [RoomEntry]) {
        for entry in page where !draftsPushed.contains(entry.room) { drafted(entry.draft, in: entry.room) }
        // Every room with a draft is on a list that is complete, except open rooms without an
        // event, which the server does not list.
        guard rooms.state == .loaded, rooms.entries.count < Limits.roomsListed else { return }
        for room in Set(drafts.keys).inOrder where rooms.entries[room] == nil && !draftsPushed.contains(room) {
            if room.kind == .open, conversations[room]?.timeline.head == 0 { continue }
            drafted("", in: room)
        }
    }

    /// Another user has taken the place of the former one.
    mutating func forgetDrafts() {
        for room in Set(drafts.keys).inOrder { effects.append(.keep(.drafted(room, "", isSaved: true))) }
        drafts.removeAll()
    }

    /// Whether a draft of this room can be kept. Removes drafts that are not needed any more, to
    /// make room.
    private mutating func makeRoom(forDraftIn room: RoomName) -> Bool {
        if case .own = room.kind { return false }
        if drafts[room] != nil { return true }
        if drafts.count >= Limits.draftsPerUser { drafts = drafts.filter { !$0.value.isOver } }
        return drafts.count < Limits.draftsPerUser
    }
}
