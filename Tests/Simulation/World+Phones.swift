import ChatModel
import ChatTesting
import ChatWire

/// The phones' end of the world: inputs for the apps, and what becomes of their effects.
extension World {
    /// Opens the app with what is on its disk.
    mutating func open(_ id: PhoneID) {
        guard phones[id].app == nil else { return }
        let known = phones[id].device
        phones[id].open(.random(using: &random))
        guard phones[id].app != nil, !phones[id].disk.hasDied else { return kill(id) }
        note(.started(id))
        if let device = phones[id].device, device != known { note(.installed(id, device)) }
        // These were written in the moment in which the app ended.
        let durable = phones[id].durableTickets
        for item in phones[id].chat?.outbox.items ?? [] where durable.contains(item.ticket) { kept(item, id) }
        for room in rooms { show(room, id) }
        tell(id, .start)
        if !phones[id].isOnline { tell(id, .online(false)) }
        if !plan.groups.isEmpty { tell(id, .listRooms) }
        for room in rooms where phones[id].wanted.contains(room) { tell(id, .join(room)) }
    }

    mutating func tell(_ id: PhoneID, _ input: Input) { tell(id, [input]) }

    /// Gives the app these inputs together, and performs its effects one by one. The app may be
    /// killed after each of them, and while it writes.
    mutating func tell(_ id: PhoneID, _ inputs: [Input]) {
        let now = Now(
            monotonic: clock.milliseconds, wall: clock.wall + phones[id].clockError, random: random.next())
        let failures = phones[id].disk.failures.count
        guard let effects = phones[id].app?.handle(inputs, at: now) else { return }
        guard !phones[id].disk.hasDied else { return kill(id) }
        for case .join(let room) in inputs { phones[id].notJoined.remove(room) }
        if phones[id].app?.trouble != nil { refused(inputs, id, failures) }
        keptAll(inputs, id)
        for (ticket, number) in phones[id].newNumbers() {
            // What the client wants by itself, such as a room that is not marked as unread any
            // more, is on the disk at the latest with its number.
            if let item = phones[id].chat?.outbox.items.first(where: { $0.ticket == ticket }) { kept(item, id) }
            note(.numbered(id, ticket, number))
        }
        let life = phones[id].life
        for effect in effects where phones[id].life == life {
            perform(effect, id)
            if let left = phones[id].killedIn {
                phones[id].killedIn = left - 1
                if left <= 0 { kill(id) }
            }
        }
    }

    private mutating func perform(_ effect: Effect, _ id: PhoneID) {
        switch effect {
        case .open: connect(id)
        case .close(let code): hangUp(id, code)
        case .send(let frame): send(frame, id)
        case .wait(let timer, let milliseconds):
            let number = phones[id].start(timer)
            let due = clock.milliseconds + max(0, milliseconds)
            agenda.add(.timer(id, life: phones[id].life, timer, number: number), at: due)
        case .cancel(let timer): phones[id].cancel(timer)
        case .authenticate: tell(id, .token(nil))
        case .settled(let ticket, let settlement): note(.settled(id, ticket, settlement))
        case .changed(.conversation(let room)): show(room, id)
        case .upload(let ticket, let file, let token): upload(file, ticket, token, id)
        case .cancelUpload(let ticket): cancelUpload(ticket, id)
        // The engine has kept what is to be kept, and deleted the files that nobody needs.
        case .changed, .keep, .release, .found, .moderation: break
        }
    }

    /// Notes that what was accepted is on the disk, and with it all that was read from there.
    private mutating func keptAll(_ inputs: [Input], _ id: PhoneID) {
        let items = phones[id].chat?.outbox.items ?? []
        let accepted = inputs.lazy.compactMap(\.ticket).contains { ticket in items.contains { $0.ticket == ticket } }
        if accepted { for item in items { kept(item, id) } }
    }

    /// Notes, once, that a mutation is on the disk.
    private mutating func kept(_ item: Outbox.Item, _ id: PhoneID) {
        guard performed.insert(item.ticket).inserted else { return }
        note(.performed(id, item.ticket, item.room, item.mutation))
    }

    /// The disk refused the inputs. If it also refused to truncate the file, their mutations may be
    /// found there later, which the app can't prevent.
    private mutating func refused(_ inputs: [Input], _ id: PhoneID, _ failures: Int) {
        for case .join(let room) in inputs { phones[id].notJoined.insert(room) }
        guard phones[id].disk.failures.dropFirst(failures).contains(where: { $0.verb == "cut" }) else { return }
        for input in inputs { if let ticket = input.ticket { note(.lingers(id, ticket)) } }
    }

    private mutating func connect(_ id: PhoneID) {
        let link = network.connect(at: clock.milliseconds)
        if !phones[id].isOnline { network.cut(link, at: clock.milliseconds) }
        phones[id].link = link
        owners[link] = id
    }

    private mutating func hangUp(_ id: PhoneID, _ code: CloseCode) {
        guard let link = phones[id].link else { return }
        phones[id].link = nil
        phones[id].arrived = []
        note(.lost(link, id, code))
        network.close(link, by: .client, code, at: clock.milliseconds)
    }

    private mutating func send(_ frame: ClientFrame, _ id: PhoneID) {
        guard let link = phones[id].link else { return }
        for frame in phones[id].wire.outgoing(frame) {
            note(.asked(link, id, frame))
            network.send(frame, on: link, at: clock.milliseconds)
        }
    }

    /// The phone that a link belongs to; `nil` if the phone has another one by now.
    private func owner(_ link: LinkID) -> PhoneID? {
        owners[link].flatMap { phones[$0].link == link ? $0 : nil }
    }

    mutating func opened(_ link: LinkID) {
        guard let id = owner(link) else { return }
        phones[id].wire.connected()
        tell(id, .opened)
    }

    mutating func heard(_ link: LinkID, _ frame: ServerFrame) {
        updateWindow(of: link)
        guard let id = owner(link) else { return }
        phones[id].arrived.append(frame)
        let waiting = phones[id].arrived.count
        if waiting == 1, random.oneIn(4) {
            agenda.add(.take(link), at: soon(10))
        } else if waiting == 1 || waiting == Limits.framesTogether {
            takeArrived(link)
        }
    }

    /// The app takes all frames that have arrived together.
    mutating func takeArrived(_ link: LinkID) {
        guard let id = owner(link), !phones[id].arrived.isEmpty else { return }
        let frames = phones[id].arrived
        phones[id].arrived = []
        for frame in frames { note(.heard(link, id, frame)) }
        tell(id, frames.map { .received(phones[id].wire.incoming($0)) })
        for frame in frames {
            follow(frame, id)
            if case .held(_, _, let messages, _) = frame { phones[id].heldMessages += messages }
            if let room = frame.describedRoom { describe(room, id, link) }
        }
    }

    /// Notes what the app knows of a room after a frame about it.
    private mutating func describe(_ room: RoomName, _ id: PhoneID, _ link: LinkID) {
        guard phones[id].link == link, let chat = phones[id].chat, let conversation = chat.conversations[room],
            conversation.membership == .joined, let epoch = conversation.timeline.epoch, let user = chat.identity?.user
        else { return }
        // The first event of a direct room makes both people its members. They are told behind it.
        if conversation.info == nil, case .direct = room.kind { return }
        note(.described(link, id, room, user, epoch, conversation.info ?? RoomInfo()))
    }

    mutating func lost(_ link: LinkID, _ code: CloseCode?) {
        takeArrived(link)
        guard let id = owner(link) else { return }
        phones[id].link = nil
        note(.lost(link, id, code))
        tell(id, .closed(code))
    }

    mutating func ring(_ id: PhoneID, _ life: Int, _ timer: Chat.Timer, _ number: Int) {
        guard phones[id].life == life, phones[id].take(timer, number) else { return }
        tell(id, .timer(timer))
    }

    /// A view looks at a room, and a bot takes what is new.
    private mutating func show(_ room: RoomName, _ id: PhoneID) {
        guard let timeline = phones[id].chat?.conversations[room]?.timeline else { return }
        note(.showed(id, room, timeline))
        if isOver { return }
        let (messages, view) = phones[id].takeMessages(of: room)
        if let user = phones[id].chat?.identity?.user {
            for (epoch, event) in messages { note(.consumed(id, user, room, epoch, event)) }
        }
        guard let view else { return }
        agenda.add(.look(id, life: phones[id].life, room, view), at: soon(10))
    }

    mutating func look(_ id: PhoneID, _ life: Int, _ room: RoomName, _ view: Timeline.View) {
        if phones[id].life == life { tell(id, .show(room, view)) }
    }
}

extension Input {
    /// The ticket of a mutation that is asked for.
    fileprivate var ticket: Ticket? {
        switch self {
        case .perform(_, _, let ticket), .attach(_, _, _, let ticket): ticket
        default: nil
        }
    }
}

extension ServerFrame {
    /// The room whose settings, people or pins this may change.
    fileprivate var describedRoom: RoomName? {
        switch self {
        case .joined(_, let joined): return joined.room
        case .standing(let room, _, _, _): return room
        case .event(let room, _, let event):
            switch event.content {
            case .settings, .membership, .pin, .deletion: return room
            default: return nil
            }
        default: return nil
        }
    }
}
