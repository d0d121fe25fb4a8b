import ChatRooms
import ChatWire

/// What the server's store says of people's places in rooms, of reports, and of held messages. A
/// planted bug changes it.
struct FlawedPlaces {
    let bug: PlantedBug?
    /// The places of those who were members once.
    private var members: [RoomName: [UserID: Standing]] = [:]

    init(bug: PlantedBug?) { self.bug = bug }

    mutating func told(_ info: RoomInfo?, of room: RoomName, for user: UserID) -> RoomInfo? {
        guard var info else { return nil }
        switch bug {
        case .placesCached:
            if info.standing.membership == .member { members[room, default: [:]][user] = info.standing }
            info.standing = members[room]?[user] ?? info.standing
        case .newcomersReadAll: info.settings.newcomers = .all
        default: break
        }
        return info
    }

    /// The reports that the wrapped store gets.
    func kept(_ changes: [ReportChange]) -> [ReportChange] { changes.filter { !forgets($0) } }

    /// The outcomes of all reports, also of those that the store did not get.
    func told(_ outcomes: [ReportOutcome], of changes: [ReportChange]) -> [ReportOutcome] {
        var kept = outcomes.makeIterator()
        return changes.compactMap { change -> ReportOutcome? in forgets(change) ? .done : kept.next() }
    }

    private func forgets(_ change: ReportChange) -> Bool {
        bug == .reportForgotten && change.isReport && change.seq.number % 2 == 0
    }

    /// The decisions about held messages that the wrapped store gets.
    func kept(_ changes: [HeldChange]) -> [HeldChange] {
        changes.map { change in
            var change = change
            switch bug {
            case .discardedPublished: change.decision.verdict = .publish
            case .publicationForgotten: change.decision.verdict = .discard
            default: break
            }
            return change
        }
    }

    func told(_ queue: [ReportedMessage]) -> [ReportedMessage] {
        guard bug == .queueRepeated else { return queue }
        return queue.flatMap { $0.number % 2 == 0 ? [$0, $0] : [$0] }
    }
}
