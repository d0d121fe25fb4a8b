import ChatWire

/// Passes frames between an app's rules and its socket. A planted bug changes some of them.
struct FlawedApp {
    let bug: PlantedBug?
    /// Numbers that were on an earlier connection, and what they are called on this one.
    private var renumbered: [UInt64: UInt64] = [:]
    private var sentBefore: Set<UInt64> = []
    private var sentNow: Set<UInt64> = []
    private var lastNumber: UInt64 = 1_000_000
    /// Who the app's user is.
    private var user: UserID?

    init(bug: PlantedBug?) { self.bug = bug }

    mutating func connected() {
        sentBefore.formUnion(sentNow)
        sentNow = []
    }

    /// What leaves instead of `frame`.
    mutating func outgoing(_ frame: ClientFrame) -> [ClientFrame] {
        guard case .mutate(let room, let number?, _, let mutation) = frame.request else { return [frame] }
        switch bug {
        case .newNumberOnRetry:
            sentNow.insert(number)
            guard sentBefore.contains(number) else { return [frame] }
            lastNumber += 1
            renumbered[lastNumber] = number
            return [ClientFrame(ref: frame.ref, request: .mutate(room: room, number: lastNumber, after: nil, mutation))]
        case .orderUnnamed:
            return [ClientFrame(ref: frame.ref, request: .mutate(room: room, number: number, after: nil, mutation))]
        default: return [frame]
        }
    }

    /// What the app's rules are told instead of `frame`.
    mutating func incoming(_ frame: ServerFrame) -> ServerFrame {
        if case .welcome(_, let welcome) = frame { user = welcome.user }
        if bug == .authorsMixedUp { return withOwnEvents(frame) }
        if bug == .rolesIgnored { return withoutRoles(frame) }
        guard bug == .newNumberOnRetry, case .sent(let ref, let room, let number?, let seq, let id, let at) = frame,
            let original = renumbered[number]
        else { return frame }
        return .sent(ref: ref, room: room, number: original, seq: seq, id: id, at: at)
    }

    private func withoutRoles(_ frame: ServerFrame) -> ServerFrame {
        guard case .event(let room, let epoch, var event) = frame, case .membership(var change) = event.content,
            case .role = change.action
        else { return frame }
        change.action = .role(.member)
        event.content = .membership(change)
        return .event(room: room, epoch: epoch, event)
    }

    private func withOwnEvents(_ frame: ServerFrame) -> ServerFrame {
        func own(_ event: Event) -> Event {
            var event = event
            event.author.user = user ?? event.author.user
            return event
        }
        switch frame {
        case .event(let room, let epoch, let event): return .event(room: room, epoch: epoch, own(event))
        case .page(let ref, let room, let epoch, let head, let events):
            return .page(ref: ref, room: room, epoch: epoch, head: head, events: events.map(own))
        default: return frame
        }
    }
}
