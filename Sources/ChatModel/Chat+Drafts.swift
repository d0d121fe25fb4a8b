import ChatWire

// What the user has written and not sent. Like a read mark, a draft needs no number: only the
// newest counts. It is in the journal before it is sent, and sent on every connection until the
// server has it.
extension Chat {
    /// The text in the composer of a room is now this.
    mutating func write(_ text: String, in room: RoomName) {
        guard makeRoom(forDraftIn: room) else { return }
        drafts[room, default: ComposerDraft()].write(text, at: now.monotonic)
        saveDrafts()
    }

    /// Saves what is not saved, because the user leaves the room or the app.
    mutating func hurryDrafts(in room: RoomName? = nil) {
        for name in drafts.keys where room == nil || name == room { drafts[name]?.hurry() }
        saveDrafts()
    }

    /// Keeps and sends what is due, and waits for the rest.
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
            // A text that is too long, say, stays on this device until it is shorter.
            if isConnected, !paused.contains(.drafting), DraftRule.check(draft.text, for: room) == nil,
                let text = draft.takeForServer(at: now.monotonic)
            {
                ask(.draft(room), .keepDraft(room: room, text: text))
            }
            drafts[room] = draft
        }
        waitForDrafts(until: next)
    }

    /// With every key the end of the pause moves. The timer is not set anew: it looks again.
    private mutating func waitForDrafts(until next: Int64?) {
        guard let next, draftsDue.map({ next < $0 }) ?? true else { return }
        draftsDue = next
        effects.append(.wait(.draftDue, milliseconds: max(next &- now.monotonic, 1)))
    }

    /// The server has the draft, or has refused it for good.
    mutating func draftAnswered(_ room: RoomName) {
        guard var draft = drafts[room] else { return }
        draft.answered()
        noteSaved(room)
        if draft.due == nil { effects.append(.keep(.drafted(room, draft.text, isSaved: true))) }
        drafts[room] = draft
        saveDrafts()
    }

    /// The server can't keep it now.
    mutating func draftRefused(_ room: RoomName, _ pause: Int64) {
        drafts[room]?.interrupted()
        self.pause(.drafting, pause)
    }

    mutating func interruptDrafts() { for room in drafts.keys { drafts[room]?.interrupted() } }

    /// Another device has saved this, or the server has it since before.
    mutating func drafted(_ text: String, in room: RoomName) {
        guard drafts[room] != nil || !text.isEmpty, makeRoom(forDraftIn: room) else { return }
        guard drafts[room, default: ComposerDraft()].told(text) else { return }
        effects.append(.keep(.drafted(room, text, isSaved: true)))
        pendingChanges.inRooms.insert(room)
        pendingChanges.rooms = true
    }

    /// What a page says that was asked for before is older.
    mutating func noteSaved(_ room: RoomName) {
        if rooms.state == .loading, draftsPushed.count < Limits.draftsPerUser { draftsPushed.insert(room) }
    }

    /// A page of the user's rooms says what their drafts are, but for those that were pushed since
    /// it was asked for.
    mutating func listed(draftsOf page: [RoomEntry]) {
        for entry in page where !draftsPushed.contains(entry.room) { drafted(entry.draft, in: entry.room) }
    }

    /// The user is another one.
    mutating func forgetDrafts() {
        for room in Set(drafts.keys).inOrder { effects.append(.keep(.drafted(room, "", isSaved: true))) }
        drafts.removeAll()
    }

    /// Whether a draft of this room can be kept. Those that are over make room.
    private mutating func makeRoom(forDraftIn room: RoomName) -> Bool {
        if case .own = room.kind { return false }
        if drafts[room] != nil { return true }
        if drafts.count >= Limits.draftsPerUser { drafts = drafts.filter { !$0.value.isOver } }
        return drafts.count < Limits.draftsPerUser
    }
}
