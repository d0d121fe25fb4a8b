import ChatModel
import ChatTesting
import ChatWire

/// When a run has come to rest, and what is looked at then.
extension World {
    /// What is not done yet, in words.
    var whatIsUnfinished: [String] {
        var unfinished: [String] = []
        if site.server == nil { unfinished.append("the server is down") }
        if !site.isIdle { unfinished.append("the server has something to commit") }
        for phone in phones {
            guard let chat = phone.app else {
                unfinished.append("phone \(phone.id) is off")
                continue
            }
            if chat.connection.phase != .connected { unfinished.append("phone \(phone.id) is \(chat.connection)") }
            for item in chat.outbox.items where !item.state.isFinal {
                unfinished.append("phone \(phone.id) has \(item)")
            }
            for room in phone.wanted.sorted(by: { $0.text < $1.text }) {
                let conversation = chat.conversations[room]
                if conversation?.membership != .joined || conversation?.timeline.isLoaded != true {
                    unfinished.append("phone \(phone.id) has not joined \(room.text)")
                }
            }
        }
        return unfinished
    }

    /// Every phone pages to the beginning and the end of each of its rooms; then the logs are read.
    mutating func readEverything() {
        for phone in phones {
            for room in phone.wanted.sorted(by: { $0.text < $1.text }) { readAll(of: room, phone.id) }
        }
        for phone in phones {
            guard let chat = phone.app else { continue }
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
            guard let timeline = phones[id].app?.conversations[room]?.timeline, !timeline.reachedStart else { return }
            look(id, room, .older)
        }
    }

    /// Shows something, and lets the world go on until its answer must have come.
    private mutating func look(_ id: PhoneID, _ room: RoomName, _ view: Timeline.View) {
        tell(id, .show(room, view))
        let end = clock.milliseconds + 1_000
        while clock.milliseconds < end { step() }
    }
}

extension Outbox.State {
    /// Whether nothing more happens by itself.
    fileprivate var isFinal: Bool {
        if case .failed = self { true } else { false }
    }
}
