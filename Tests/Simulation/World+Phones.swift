import ChatModel
import ChatTesting
import ChatWire

/// The phones' end of the world: inputs for the apps, and what becomes of their effects.
extension World {
    /// The app is opened, on what its disk has.
    mutating func open(_ id: PhoneID) {
        guard phones[id].app == nil else { return }
        phones[id].open()
        note(.started(id))
        for room in plan.rooms { show(room, id) }
        tell(id, .start)
        if !phones[id].isOnline { tell(id, .online(false)) }
        for room in plan.rooms where phones[id].wanted.contains(room) { tell(id, .join(room)) }
    }

    /// An input for the app, and what it wants done, effect by effect. It may be killed after each of them.
    mutating func tell(_ id: PhoneID, _ input: Input) {
        let now = Now(
            monotonic: clock.milliseconds, wall: clock.wall + phones[id].clockError, random: random.next())
        guard let effects = phones[id].app?.handle(input, at: now) else { return }
        for (ticket, number) in phones[id].newNumbers() { note(.numbered(id, ticket, number)) }
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
        case .keep(let record): keep(record, id)
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
        case .changed, .upload, .cancelUpload, .release: break
        }
    }

    /// An app whose disk fails ends there and then, and is opened again.
    private mutating func keep(_ record: Record, _ id: PhoneID) {
        guard phones[id].disk.append(record) else { return kill(id) }
        if case .intended(let item) = record, !performed.contains(item.ticket) {
            performed.insert(item.ticket)
            note(.performed(id, item.ticket, item.room, item.mutation))
        }
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

    /// The phone whose connection a link is, while it is.
    private func owner(_ link: LinkID) -> PhoneID? {
        owners[link].flatMap { phones[$0].link == link ? $0 : nil }
    }

    mutating func opened(_ link: LinkID) {
        guard let id = owner(link) else { return }
        phones[id].wire.connected()
        tell(id, .opened)
    }

    mutating func heard(_ link: LinkID, _ frame: ServerFrame) {
        pump(link)
        guard let id = owner(link) else { return }
        note(.heard(link, id, frame))
        tell(id, .received(phones[id].wire.incoming(frame)))
    }

    mutating func lost(_ link: LinkID, _ code: CloseCode?) {
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
        guard let timeline = phones[id].app?.conversations[room]?.timeline else { return }
        note(.showed(id, room, timeline))
        for (epoch, event) in phones[id].takeMessages(of: room) { note(.consumed(id, room, epoch, event)) }
    }
}
