import ChatWire

/// Passes frames from the server's event loops to the sockets. With a planted bug of the delivery,
/// it changes, repeats or misdirects some.
struct FlawedDelivery {
    let bug: PlantedBug?
    /// The newest event of each room that was delivered to anyone.
    private var newest: [RoomName: (epoch: Epoch, event: Event)] = [:]
    /// The room that each link has left last. With ``PlantedBug/deliveredAfterLeaving``, the link
    /// gets one more event of it.
    private var left: [LinkID: RoomName] = [:]
    /// The links that have requested a page, and have not received it.
    private var asking: Set<LinkID> = []
    private var users: [LinkID: UserID] = [:]
    /// The links whose users were shut out of a room. With ``PlantedBug/deliveredAfterBan``, they
    /// get one more event of it.
    private var shutOut: [RoomName: Set<LinkID>] = [:]

    init(bug: PlantedBug?) { self.bug = bug }

    mutating func asked(_ frame: ClientFrame, on link: LinkID) {
        if case .history = frame.request { asking.insert(link) }
    }

    mutating func ended(_ link: LinkID) {
        left[link] = nil
        asking.remove(link)
        users[link] = nil
        for room in shutOut.keys { shutOut[room]?.remove(link) }
    }

    /// The frames that are sent instead of `frames` on `link`, each with its link.
    mutating func outgoing(_ frames: [ServerFrame], on link: LinkID) -> [(LinkID, ServerFrame)] {
        defer { for frame in frames { learn(frame, link) } }
        switch bug {
        case .subscribedEarly: return frames.flatMap { withEventBefore($0).map { (link, $0) } }
        case .replyBeforeEvent: return repliesFirst(frames).map { (link, $0) }
        case .deliveredAfterLeaving: return frames.flatMap { toThoseWhoLeft($0, link) }
        case .frameChanged: return frames.map { (link, changed($0, frames, link)) }
        case .pageMisdirected: return frames.map { (misdirected($0, link), $0) }
        case .deliveredAfterBan: return frames.flatMap { toThoseShutOut($0, link) }
        case .directOverheard: return frames.flatMap { [(link, $0)] + toThird($0) }
        case .deliveredTwice: return frames.flatMap { twice($0).map { (link, $0) } }
        default: return frames.map { (link, $0) }
        }
    }

    /// The frames that are sent on a link after its close frame.
    func afterClose() -> [ServerFrame] {
        guard bug == .cutReaderGetsMore else { return [] }
        return newest.min { $0.key.text < $1.key.text }.map {
            [.event(room: $0.key, epoch: $0.value.epoch, $0.value.event)]
        } ?? []
    }

    private mutating func learn(_ frame: ServerFrame, _ link: LinkID) {
        switch frame {
        case .welcome(_, let welcome): users[link] = welcome.user
        case .event(let room, let epoch, let event):
            newest[room] = (epoch, event)
            if case .membership(let change) = event.content, change.endsReading, change.member == users[link] {
                shutOut[room, default: []].insert(link)
            }
        case .left(_, let room): left[link] = room
        case .joined(_, let joined):
            if left[link] == joined.room { left[link] = nil }
            shutOut[joined.room]?.remove(link)
        case .page: asking.remove(link)
        default: break
        }
    }

    private func withEventBefore(_ frame: ServerFrame) -> [ServerFrame] {
        guard case .joined(_, let joined) = frame, let (epoch, event) = newest[joined.room],
            epoch == joined.epoch, event.seq == joined.head
        else { return [frame] }
        return [.event(room: joined.room, epoch: epoch, event), frame]
    }

    private func repliesFirst(_ frames: [ServerFrame]) -> [ServerFrame] {
        frames.filter(\.isSent) + frames.filter { !$0.isSent }
    }

    private mutating func toThoseWhoLeft(_ frame: ServerFrame, _ link: LinkID) -> [(LinkID, ServerFrame)] {
        guard case .event(let room, _, _) = frame else { return [(link, frame)] }
        let gone = left.filter { $0.value == room && $0.key != link }.keys.sorted()
        for other in gone { left[other] = nil }
        return [(link, frame)] + gone.map { ($0, frame) }
    }

    private mutating func toThoseShutOut(_ frame: ServerFrame, _ link: LinkID) -> [(LinkID, ServerFrame)] {
        guard case .event(let room, _, _) = frame else { return [(link, frame)] }
        let gone = (shutOut[room] ?? []).subtracting([link]).sorted()
        shutOut[room] = nil
        return [(link, frame)] + gone.map { ($0, frame) }
    }

    private func toThird(_ frame: ServerFrame) -> [(LinkID, ServerFrame)] {
        guard case .event(let room, _, _) = frame, case .direct(let one, let other) = room.kind else { return [] }
        let third = users.filter { $0.value != one && $0.value != other }.keys.min()
        return third.map { [($0, frame)] } ?? []
    }

    private func changed(_ frame: ServerFrame, _ frames: [ServerFrame], _ link: LinkID) -> ServerFrame {
        guard link % 2 != 0, case .event(let room, let epoch, var event) = frame,
            let next = frames.lazy.compactMap(\.event).first(where: { $0.seq == event.seq + 1 })
        else { return frame }
        event.content = next.content
        return .event(room: room, epoch: epoch, event)
    }

    private func misdirected(_ frame: ServerFrame, _ link: LinkID) -> LinkID {
        guard case .page = frame else { return link }
        return asking.filter { $0 != link }.min() ?? link
    }

    private func twice(_ frame: ServerFrame) -> [ServerFrame] {
        frame.event.map { $0.seq.number % 8 == 5 } ?? false ? [frame, frame] : [frame]
    }
}

extension ServerFrame {
    fileprivate var isSent: Bool { if case .sent = self { true } else { false } }
}
