import ChatRooms
import ChatTesting
import ChatWire

/// The server's store. It tells the world what a failing disk leaves in doubt. A planted bug makes
/// it misbehave.
///
/// @unchecked: a world runs on one thread.
final class FlawedStore: ForwardingStore, @unchecked Sendable {
    typealias Doubtful = (room: RoomName, event: Event)

    /// What was in doubt when the disk failed, and what was certain.
    struct Failure {
        var doubtful: [Doubtful]
        var heads: [RoomName: Seq]
    }

    private let bug: PlantedBug?
    let base: DiskStore
    /// The number of commits at opening. With ``PlantedBug/numbersForgotten`` it changes the ids of
    /// devices, so that their numbers are not known after a restart.
    private let generation: Int
    /// The log is read for the record: readers don't lag now, and nothing runs meanwhile.
    var isReadingAll = false
    /// Called where a caller blocks: other threads run meanwhile.
    var interleave: (() -> Void)?
    /// Told that a commit begins, and then of the events that it added.
    var begins: (() -> Void)?
    var appended: (([Doubtful]) -> Void)?
    /// Told which files a commit has removed; and, with a planted bug, which it is going to remove.
    var removed: (([FileRecord]) -> Void)?
    var removesEarly: (([FilePlace]) -> Void)?
    private var fault: DiskStore.Fault?
    private var failure: Failure?
    /// Whether the commit that failed is on the disk.
    private var isDoubtKept = false
    private var heads: [RoomName: Seq] = [:]
    /// The heads before the last commits, for readers that lag behind.
    private var oldHeads: [[RoomName: Seq]] = []
    /// What was asked, by the id of its event.
    private var originals: [EventID: NewEvent] = [:]
    /// Rooms whose counter is one too high from here on.
    private var shiftedFrom: [RoomName: Seq] = [:]
    private var places: FlawedPlaces
    private let links: FlawedLinks
    /// What each commit has added, and whose it is, where several servers share the log.
    private var commitList: [(server: Int, commits: OthersCommits)] = []
    /// How far each of them has read the commit list.
    private var positions: [Int: Int] = [:]

    init(_ disk: DiskStore.Disk, _ links: FlawedLinks, bug: PlantedBug?) {
        self.bug = bug
        self.links = links
        base = DiskStore(disk)
        places = FlawedPlaces(bug: bug)
        generation = disk.commits.count
        for newEvent in disk.commits.flatMap(\.newEvents) {
            originals[newEvent.id] = newEvent
            heads[newEvent.room] = (try? base.head(of: newEvent.room)) ?? 0
        }
        if bug == .counterTooHigh { shiftedFrom = heads }
    }

    var disk: DiskStore.Disk { base.disk }

    /// What a power cut leaves.
    var diskAfterCrash: DiskStore.Disk {
        var disk = base.disk
        switch bug {
        case .acknowledgedBeforeSync: disk.commits = disk.commits.dropLast()
        case .rarelySynced: disk.commits = disk.commits.dropLast(disk.commits.count % 4)
        case .commitTorn where isDoubtKept: tear(&disk.commits)
        case .recoveredInDisorder where disk.commits.count > 1:
            disk.commits.swapAt(disk.commits.count - 1, disk.commits.count - 2)
        default: break
        }
        return disk
    }

    private func tear(_ commits: inout [Batch]) {
        guard var last = commits.popLast() else { return }
        last.newEvents = last.newEvents.dropLast(last.newEvents.count / 2)
        commits.append(last)
    }

    func fail(_ fault: DiskStore.Fault) {
        self.fault = fault
        base.fail(fault)
    }

    /// Takes back a fault that has not struck yet.
    func heal() {
        fault = nil
        base.fail(nil)
    }

    func takeFailure() -> Failure? {
        defer { failure = nil }
        return failure
    }

    func append(_ batch: Batch) throws(StoreError) -> Appended { try append(batch, from: nil) }

    /// - Parameter server: which of those that share the log; `nil` if there is one
    func append(_ batch: Batch, from server: Int?) throws(StoreError) -> Appended {
        begins?()
        interleave?()
        defer { interleave?() }
        let (wasThere, newEvents) = (heads, batch.newEvents)
        var asked = batch
        asked.newEvents = newEvents.map { changed($0, server) }
        asked.reports = places.kept(batch.reports)
        asked.decisions = places.kept(batch.decisions)
        if bug == .bytesRemovedFirst { removesEarly?(newEvents.compactMap(fileToDelete)) }
        do throws(StoreError) {
            var appended = try base.append(asked)
            links.note(appended.outcomes)
            let new = zip(newEvents, appended.outcomes).compactMap { newEvent, outcome in
                outcome.new.map { (room: newEvent.room, event: $0) }
            }
            let published = zip(batch.decisions, appended.decisions).compactMap { change, outcome in
                outcome.published.map { (room: change.room, event: $0) }
            }
            self.appended?(new + published)
            if !appended.removed.isEmpty { removed?(records(at: appended.removed)) }
            if bug == .removalsForgotten { appended.removed = [] }
            if bug == .thumbnailsForgotten, appended.removed.count > 1 { appended.removed.removeLast() }
            if bug == .repeatedUploadIsNew { appended.files = appended.files.map { $0.isThere ? .recorded : $0 } }
            oldHeads = oldHeads.suffix(2) + [wasThere]
            appended.outcomes = zip(newEvents, appended.outcomes).map { told($0, $1) }
            appended.decisions = zip(batch.decisions, appended.decisions).map { told($0, $1) }
            appended.reports = places.told(appended.reports, of: batch.reports)
            if let server {
                if bug == .numberedFromMemory { number(&appended.outcomes, of: newEvents, server) }
                share(&appended, batch, server)
            }
            return appended
        } catch {
            isDoubtKept = base.disk.commits.last?.newEvents == batch.newEvents
            // Where only room was lacking nothing is in doubt, and the store goes on.
            guard error.endsService || bug == .fullDiskAcknowledged else { throw error }
            failure = Failure(doubtful: whatWouldBeKept(of: batch), heads: wasThere)
            guard bug == .fullDiskAcknowledged, fault == .full else { throw error }
            var appended = Appended()
            appended.outcomes = acknowledgedAnyway(newEvents)
            return appended
        }
    }

    /// Gives new events the numbers that follow the newest event that this server has read.
    private func number(_ outcomes: inout [AppendOutcome], of newEvents: [NewEvent], _ server: Int) {
        let unread = commitList[positions[server, default: 0]...].filter { $0.server != server }
        for (index, newEvent) in newEvents.enumerated() {
            guard case .appended(var event) = outcomes[index] else { continue }
            for entry in unread {
                event.seq = event.seq.advanced(by: -entry.commits.events.count { $0.room == newEvent.room })
            }
            outcomes[index] = .appended(event)
        }
    }

    /// Adds a commit to the commit list, and tells what the others have committed before it.
    private func share(_ appended: inout Appended, _ batch: Batch, _ server: Int) {
        appended.others = others(of: server)
        var commits = OthersCommits()
        for (newEvent, outcome) in zip(batch.newEvents, appended.outcomes) {
            if let event = outcome.new { commits.events.append(.init(room: newEvent.room, event: event)) }
        }
        for (change, outcome) in zip(batch.decisions, appended.decisions) {
            if let event = outcome.published { commits.events.append(.init(room: change.room, event: event)) }
        }
        if !commits.events.isEmpty { commitList.append((server, commits)) }
        positions[server] = commitList.count
    }

    /// What the others have committed since this server has read the commit list.
    func others(of server: Int) -> OthersCommits {
        let from = positions[server, default: 0]
        positions[server] = bug == .othersRepeated ? max(from, commitList.count - 1) : commitList.count
        var commits = OthersCommits()
        for entry in commitList[from...] where entry.server != server { commits.events += entry.commits.events }
        switch bug {
        case .othersForgotten where commitList.count % 3 == 0: commits.events = commits.events.dropLast()
        case .othersReordered: commits.events.reverse()
        case .othersEvictionsForgotten: commits.events.removeAll { $0.event.endsReading != nil }
        default: break
        }
        return commits
    }

    func file(_ id: FileID) throws(StoreError) -> FileRecord? {
        interleave?()
        let record = try base.file(id)
        return bug == .filesForAll ? record?.taken(by: nil) : record
    }

    /// The places whose bytes stay at the start.
    func filePlaces() throws(StoreError) -> Set<FilePlace> {
        var places = try base.filePlaces()
        if bug == .newestFileTidied, let last = base.disk.commits.last(where: { !$0.files.isEmpty }) {
            places.subtract(last.files.map(\.place))
        }
        return places
    }

    private func records(at places: [FilePlace]) -> [FileRecord] {
        disk.commits.flatMap(\.files).filter { places.contains($0.place) }
    }

    /// Where the bytes are of the file that a new event would delete with its message.
    private func fileToDelete(_ newEvent: NewEvent) -> FilePlace? {
        guard case .delete(let seq, _) = newEvent.mutation,
            let page = try? base.history(of: newEvent.room, at: .around(seq), limit: 1),
            let file = page.events.first(where: { $0.seq == seq })?.attachment
        else { return nil }
        return (try? base.file(file.id))?.place
    }

    func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        places.told(try base.info(of: room, for: user), of: room, for: user)
    }

    func links(of room: RoomName) throws(StoreError) -> InviteLinks { links.told(try base.links(of: room)) }

    func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        var page = try base.reports(
            of: room, for: user, showingReporters: showingReporters, after: after, limit: limit)
        page.reports = places.told(page.reports)
        return page
    }

    func head(of room: RoomName) throws(StoreError) -> Seq {
        interleave?()
        return shifted(try base.head(of: room), room)
    }

    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        if !isReadingAll { interleave?() }
        defer { if !isReadingAll { interleave?() } }
        var page = try base.history(of: room, at: unshifted(anchor, room), limit: limit)
        page.head = shifted(page.head, room)
        page.events = page.events.map { told($0, room) }
        if bug == .staleReads, !isReadingAll, let heads = oldHeads.first {
            page.head = heads[room] ?? 0
            page.events.removeAll { $0.seq > page.head }
        }
        return page
    }

    /// The events that the new events would become if the disk kept them.
    private func whatWouldBeKept(of batch: Batch) -> [Doubtful] {
        var disk = base.disk
        if disk.commits.last?.newEvents == batch.newEvents { disk.commits.removeLast() }
        let outcomes = (try? DiskStore(disk).append(batch))?.outcomes ?? []
        return zip(batch.newEvents, outcomes).compactMap {
            if case .appended(let event) = $1 { ($0.room, event) } else { nil }
        }
    }

    private func acknowledgedAnyway(_ newEvents: [NewEvent]) -> [AppendOutcome] {
        newEvents.map { newEvent in
            heads[newEvent.room, default: 0] += 1
            return .appended(newEvent.event(seq: heads[newEvent.room] ?? 1))
        }
    }

    /// The new event that the wrapped store gets. A planted bug changes it.
    private func changed(_ newEvent: NewEvent, _ server: Int?) -> NewEvent {
        originals[newEvent.id] = newEvent
        var changed = newEvent
        switch bug {
        case .othersNumbersUnknown: changed.idempotencyKey?.device.low &+= UInt64(server ?? 0)
        case .heldMessageTold: changed.verdict = changed.verdict == .held ? .allowed : changed.verdict
        case .numbersForgotten: changed.idempotencyKey?.device.low &+= UInt64(truncatingIfNeeded: generation)
        case .numbersUnscoped:
            changed.idempotencyKey?.device = DeviceID(high: 1, low: 1)
            changed.author.user = UserID(high: 1, low: 1)
        case .fileTakenTwice:
            guard case .message(let text, let reply, let payload, let file?) = newEvent.mutation,
                let record = try? base.file(file.id), record.isTaken
            else { break }
            changed.mutation = .message(text: text, reply: reply, payload: payload)
        default: break
        }
        links.change(&changed, base)
        return changed
    }

    private func told(_ newEvent: NewEvent, _ outcome: AppendOutcome) -> AppendOutcome {
        switch outcome {
        case .appended(let event):
            heads[newEvent.room] = event.seq
            return .appended(told(event, newEvent.room))
        case .alreadyThere(var event):
            event = told(event, newEvent.room)
            if bug == .freshAnswer { event.id.low ^= newEvent.id.low }
            return .alreadyThere(event)
        default: return outcome
        }
    }

    private func told(_ change: HeldChange, _ outcome: HeldOutcome) -> HeldOutcome {
        guard let event = outcome.published else { return outcome }
        heads[change.room] = event.seq
        return .published(told(event, change.room))
    }

    private func told(_ event: Event, _ room: RoomName) -> Event {
        var event = event
        if let original = originals[event.id] {
            event.idempotencyKey = original.idempotencyKey
            event.author = original.author
            switch (bug, event.content) {
            case (.editsForgotten, .message), (.deletedServed, .deleted): event.content = original.mutation.content
            case (.fileTakenTwice, .message(var message)):
                if case .message(_, _, _, let file) = original.mutation { message.attachment = file }
                event.content = .message(message)
            default: break
            }
        }
        event.seq = shifted(event.seq, room)
        return links.told(event)
    }

    private func shifted(_ seq: Seq, _ room: RoomName) -> Seq {
        guard let from = shiftedFrom[room], from > 0, seq > from else { return seq }
        return seq + 1
    }

    private func unshifted(_ anchor: HistoryAnchor, _ room: RoomName) -> HistoryAnchor {
        guard let from = shiftedFrom[room], from > 0 else { return anchor }
        func back(_ seq: Seq) -> Seq { seq > from ? seq - 1 : seq }
        return switch anchor {
        case .newest: .newest
        case .before(let seq): .before(back(seq))
        case .after(let seq): .after(back(seq))
        case .around(let seq): .around(back(seq))
        case .at: anchor
        }
    }
}

/// The store as one of several servers has it that share the log.
///
/// @unchecked: a world runs on one thread.
final class SharedStore: ForwardingStore, @unchecked Sendable {
    let base: FlawedStore
    private let server: Int
    private let bug: PlantedBug?
    private let missesMessages: () -> Bool

    /// - Parameter missesMessages: whether a message of the bus was lost on its way to this server
    init(_ base: FlawedStore, server: Int, bug: PlantedBug?, missesMessages: @escaping () -> Bool) {
        self.base = base
        self.server = server
        self.bug = bug
        self.missesMessages = missesMessages
        // What was there before, it reads from the log.
        _ = base.others(of: server)
    }

    var isShared: Bool { true }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        var appended = try base.append(batch, from: server)
        if waitsForMessage { appended.others = OthersCommits() }
        return appended
    }

    func catchUp() throws(StoreError) -> OthersCommits {
        base.interleave?()
        return bug == .joinedAhead || waitsForMessage ? OthersCommits() : base.others(of: server)
    }

    private var waitsForMessage: Bool { bug == .gapWaitedFor && missesMessages() }
}

extension FileOutcome {
    fileprivate var isThere: Bool { if case .alreadyThere = self { true } else { false } }
}

extension HeldOutcome {
    fileprivate var published: Event? { if case .published(let event) = self { event } else { nil } }
}

extension AppendOutcome {
    fileprivate var new: Event? { if case .appended(let event) = self { event } else { nil } }
}
