import ChatModel
import ChatTesting
import ChatWire

/// When a run has come to rest, and what is looked at then.
extension World {
    var isAtRest: Bool {
        site.server != nil && site.isIdle && phones.allSatisfy { whatIsUnfinished(on: $0).isEmpty }
    }

    /// What is not done yet, in words.
    var whatIsUnfinished: [String] {
        var unfinished: [String] = []
        if site.server == nil { unfinished.append("the server is down") }
        if !site.isIdle { unfinished.append("the server has something to commit") }
        for phone in phones {
            let reasons = whatIsUnfinished(on: phone)
            if !reasons.isEmpty { unfinished.append("phone \(phone.id) " + reasons.joined(separator: ", ")) }
        }
        return unfinished
    }

    private func whatIsUnfinished(on phone: Phone) -> [String] {
        guard let chat = phone.chat else { return ["is off"] }
        var reasons: [String] = []
        if chat.connection.phase != .connected {
            reasons.append("is not connected: \(chat.connection.trouble.map { "\($0)" } ?? "no trouble")")
        } else if phone.link.map(network.isSound) != true {
            reasons.append("does not know that its connection is dead")
        }
        let waiting = chat.outbox.items.count { isUnfinished($0, on: phone) }
        if waiting > 0 { reasons.append("has \(waiting) to send") }
        let drafts = chat.drafts.values.count { !$0.isSaved }
        if drafts > 0 { reasons.append("has \(drafts) drafts to save") }
        if !plan.groups.isEmpty, chat.rooms.state != .loaded { reasons.append("has not loaded its list of rooms") }
        for room in phone.wanted {
            let conversation = chat.conversations[room]
            guard mayEnter(room, phone) else {
                // Every ban of a run ends, and then the phone is to have the whole room (INV10).
                if room.kind == .open { reasons.append("is banned from \(room.text)") }
                if conversation?.membership == .joined { reasons.append("is still in \(room.text)") }
                continue
            }
            guard let conversation, conversation.membership == .joined, conversation.timeline.isLoaded else {
                let state = conversation.map { "\($0.membership)" } ?? "forgotten"
                reasons.append("has not joined \(room.text): \(state)")
                continue
            }
            if !conversation.timeline.reachedEnd, conversation.timeline.isFollowing {
                reasons.append("has not caught up in \(room.text)")
            }
            if !phone.hasTakenAll(of: room) { reasons.append("has not taken all of \(room.text)") }
        }
        return reasons
    }

    /// Whether the person may be in the room, as the server's disk says.
    func mayEnter(_ room: RoomName, _ phone: Phone) -> Bool {
        guard let user = phone.chat?.identity?.user else { return true }
        return site.mayEnter(room, user, at: clock.wall)
    }

    /// Whether the person has to join a room again: the disk refused it, or a ban of theirs has
    /// ended.
    func triesAgain(_ phone: Phone, _ room: RoomName) -> Bool {
        if phone.notJoined.contains(room) { return true }
        guard room.kind == .open, phone.wanted.contains(room), mayEnter(room, phone) else { return false }
        if case .refused = phone.chat?.conversations[room]?.membership { return true }
        return false
    }

    /// Whether something is still to happen to what waits on a phone. What is in the log of a room
    /// that the user can't read any more stays as it is.
    private func isUnfinished(_ item: Outbox.Item, on phone: Phone) -> Bool {
        switch item.state {
        case .failed: false
        case .sent: mayEnter(item.room, phone)
        default: true
        }
    }

    /// Every phone pages to the beginning and the end of each of its rooms; then the logs are read.
    mutating func readEverything() {
        let wanted = phones.map { phone in phone.wanted.filter { mayEnter($0, phone) } }
        for phone in phones {
            for room in rooms where wanted[phone.id].contains(room) { readAll(of: room, phone.id) }
        }
        for phone in phones {
            guard let chat = phone.chat else { continue }
            var timelines: [RoomName: Timeline] = [:]
            for room in wanted[phone.id] { timelines[room] = chat.conversations[room]?.timeline }
            history.ends[phone.id] = PhoneEnd(
                user: chat.identity?.user, wanted: wanted[phone.id], chat: chat, timelines: timelines)
        }
        let log = site.readLog(of: plan.rooms)
        history.logs[log.epoch] = log.rooms
        (history.queue, history.decided) = site.readReports()
        for room in plan.groups { history.links[room] = site.readLinks(of: room, at: clock.wall) }
        history.linksReadAt = clock.wall
        history.epoch = log.epoch
    }

    private mutating func readAll(of room: RoomName, _ id: PhoneID) {
        for view in [Timeline.View.newest, .following(true)] { look(id, room, view) }
        for _ in 0..<20 {
            guard let timeline = phones[id].chat?.conversations[room]?.timeline, !timeline.reachedStart else { return }
            look(id, room, .older)
        }
    }

    /// Shows something, and lets the world go on until its answer must have come.
    private mutating func look(_ id: PhoneID, _ room: RoomName, _ view: Timeline.View) {
        tell(id, .show(room, view))
        pass(1_000)
    }
}
