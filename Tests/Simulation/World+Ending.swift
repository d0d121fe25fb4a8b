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
        let waiting = chat.outbox.items.count { !$0.state.isFinal }
        if waiting > 0 { reasons.append("has \(waiting) to send") }
        for room in phone.wanted {
            guard let conversation = chat.conversations[room], conversation.membership == .joined,
                conversation.timeline.isLoaded
            else {
                reasons.append("has not joined \(room.text)")
                continue
            }
            if !conversation.timeline.reachedEnd, conversation.timeline.isFollowing {
                reasons.append("has not caught up in \(room.text)")
            }
            if !phone.hasTakenAll(of: room) { reasons.append("has not taken all of \(room.text)") }
        }
        return reasons
    }

    /// Every phone pages to the beginning and the end of each of its rooms; then the logs are read.
    mutating func readEverything() {
        for phone in phones {
            for room in phone.wanted.sorted(by: { $0.text < $1.text }) { readAll(of: room, phone.id) }
        }
        for phone in phones {
            guard let chat = phone.chat else { continue }
            var timelines: [RoomName: Timeline] = [:]
            for room in phone.wanted { timelines[room] = chat.conversations[room]?.timeline }
            history.ends[phone.id] = PhoneEnd(
                user: chat.identity?.user, wanted: phone.wanted, chat: chat, timelines: timelines)
        }
        let log = site.readLog(of: plan.rooms)
        history.logs[log.epoch] = log.rooms
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

extension Outbox.State {
    /// Whether nothing more happens by itself.
    fileprivate var isFinal: Bool {
        if case .failed = self { true } else { false }
    }
}
