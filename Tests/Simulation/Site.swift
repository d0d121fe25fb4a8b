import ChatRooms
import ChatTesting
import ChatWire
import NIOCore

/// Where the server runs: its disk, its backup, and the process, while there is one.
struct Site {
    private(set) var server: SimulatedServer?
    private(set) var store: FlawedStore
    private var backup: DiskStore.Disk?
    private let bug: PlantedBug?
    private let plan: Plan

    init(epoch: Epoch, bug: PlantedBug?, plan: Plan) {
        store = FlawedStore(DiskStore.Disk(epoch: epoch), bug: bug)
        self.bug = bug
        self.plan = plan
    }

    /// The links that have a connection.
    var links: [LinkID] { server?.openLinks ?? [] }
    var isIdle: Bool { server?.isIdle ?? true }
    /// The moment at which the process does something next.
    var next: Int64? { server?.next }
    func knows(_ link: LinkID) -> Bool { server?.knows(link) ?? false }

    /// The server starts on what its disk has.
    mutating func boot(seed: UInt64, at clock: ManualClock) {
        server = SimulatedServer(store: store, plan: plan, seed: seed, clock: clock, bug: bug)
    }

    /// The process ends; what was synced is on the disk.
    mutating func crash() {
        store.interleave = nil
        store.begins = nil
        store.appended = nil
        server?.kill()
        server = nil
        store = FlawedStore(store.diskAfterCrash, bug: bug)
    }

    /// Makes a copy of the disk; where there is one already, puts it in place of the log, while the
    /// server is down.
    mutating func makeOrRestoreBackup(using random: inout SeededGenerator) -> Bool {
        guard let copy = backup else {
            backup = store.disk
            return false
        }
        backup = nil
        store = FlawedStore(bug == .epochKept ? copy : copy.restored(using: &random), bug: bug)
        return true
    }

    /// The next commit fails, in one of the ways in which disks fail.
    func failDisk(using random: inout SeededGenerator) {
        let faults: [DiskStore.Fault] = [.full, .flush(kept: false), .flush(kept: true)]
        if let fault = faults.randomElement(using: &random) { store.fail(fault) }
    }

    func healDisk() { store.heal() }

    /// Whether a user may enter a room now, as the disk says.
    func mayEnter(_ room: RoomName, _ user: UserID, at time: Int64) -> Bool {
        let info = try? store.base.info(of: room, for: user)
        return RoomAccess(room, user, .guest, exists: true, info).refusalOfEntering(at: time) == nil
    }

    /// The queue of reports as a reader gets it, page by page, and the messages with a decision.
    func readReports() -> (queue: [ReportKey], decided: Set<Checker.Place>) {
        store.isReadingAll = true
        defer { store.isReadingAll = false }
        var queue: [ReportKey] = []
        var after: UInt64?
        repeat {
            let page = try? store.reports(
                of: nil, for: .nobody, showingReporters: true, after: after ?? 0, limit: Limits.reportsPage)
            for message in page?.reports ?? [] {
                queue += message.notes.compactMap { note in
                    note.by.map { ReportKey(user: $0.user, room: message.room, seq: message.message.seq) }
                }
            }
            after = page?.next
        } while after != nil
        let changes = store.disk.commits.flatMap(\.reports).filter { !$0.isReport }
        var decided: Set<Checker.Place> = []
        for room in Set(changes.map(\.room)) {
            let page = try? store.actions(of: room, for: .nobody, before: nil, limit: .max)
            for case .decided(_, let seq, _, _, _) in (page?.actions ?? []).map(\.deed) {
                decided.insert(Checker.Place(room: room, seq: seq))
            }
        }
        return (queue, decided)
    }

    /// The whole log, as a reader gets it: of these rooms, and of all others that were written to.
    func readLog(of rooms: [RoomName]) -> (epoch: Epoch, rooms: [RoomName: [Event]]) {
        store.isReadingAll = true
        defer { store.isReadingAll = false }
        var log: [RoomName: [Event]] = [:]
        for room in Set(rooms + store.disk.commits.flatMap(\.drafts).map(\.room)) {
            var events: [Event] = []
            while let page = try? store.history(of: room, at: .after(events.last?.seq ?? 0), limit: Limits.pageEvents),
                !page.events.isEmpty
            {
                events += page.events
            }
            log[room] = events
        }
        return (store.epoch, log)
    }
}
