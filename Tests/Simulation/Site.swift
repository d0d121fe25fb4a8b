import ChatRooms
import ChatTesting
import ChatWire
import NIOCore

/// Where the server runs: its disk, its backup, and the process, while there is one.
struct Site {
    private(set) var server: SimulatedServer?
    private(set) var store: FlawedStore
    private var backup: (log: DiskStore.Disk, files: [String: [UInt8]])?
    /// The disk of the server's files.
    let files: ServerDisk
    var fileDisk: FaultyFileSystem { files.system }
    /// Empty where the server has no accounts.
    let accounts = SharedAccounts()
    private let inviteLinks: FlawedLinks
    private let bug: PlantedBug?
    private let plan: Plan

    init(epoch: Epoch, bug: PlantedBug?, plan: Plan) {
        inviteLinks = FlawedLinks(bug: bug)
        store = FlawedStore(DiskStore.Disk(epoch: epoch), inviteLinks, bug: bug)
        self.bug = bug
        self.plan = plan
        files = ServerDisk(FaultyFileSystem(seed: plan.files?.seed ?? 0))
        files.space = plan.files?.space ?? .max
    }

    /// The links that have a connection.
    var links: [LinkID] { server?.openLinks ?? [] }
    var isIdle: Bool { server?.isIdle ?? true }
    /// The moment at which the process does something next.
    var next: Int64? { server?.next }
    func knows(_ link: LinkID) -> Bool { server?.knows(link) ?? false }

    /// The server starts on what its disks have. It does not where the disk of its files refuses.
    mutating func boot(seed: UInt64, at clock: ManualClock) {
        server = try? SimulatedServer(
            store: store, files: files, accounts: accounts, plan: plan, seed: seed, clock: clock, bug: bug)
        if server == nil { fileDisk.kill() }
    }

    /// The process ends; what was synced is on the disk.
    /// - Parameter losingPower: whether what was not flushed of the files is lost
    mutating func crash(losingPower: Bool = false) {
        if losingPower { fileDisk.cutPower() } else { fileDisk.kill() }
        store.interleave = nil
        store.begins = nil
        store.appended = nil
        store.removed = nil
        store.removesEarly = nil
        files.interleave = nil
        accounts.changed = nil
        server?.kill()
        server = nil
        store = FlawedStore(store.diskAfterCrash, inviteLinks, bug: bug)
    }

    /// Makes a copy of the disk; where there is one already, puts it in place of the log, while the
    /// server is down.
    mutating func makeOrRestoreBackup(using random: inout SeededGenerator) -> Bool {
        guard let (copy, files) = backup else {
            var files: [String: [UInt8]] = [:]
            for name in fileNames { files[name] = fileDisk["/files/" + name] }
            backup = (store.disk, files)
            return false
        }
        backup = nil
        store = FlawedStore(bug == .epochKept ? copy : copy.restored(using: &random), inviteLinks, bug: bug)
        for (name, bytes) in files where fileDisk["/files/" + name] == nil { fileDisk["/files/" + name] = bytes }
        return true
    }

    /// The names in the folder of files.
    var fileNames: [String] {
        fileDisk.names.filter { $0.hasPrefix("/files/") }.map { String($0.dropFirst("/files/".count)) }
    }

    /// Those of these files that have a record.
    func keptFiles(_ ids: [FileID]) -> [KeptFile] {
        ids.compactMap { id in
            guard let record = try? store.base.file(id) else { return nil }
            return KeptFile(record: record, bytes: fileDisk["/files/" + record.place.text])
        }
    }

    /// A room's head, as the disk says.
    func head(of room: RoomName) -> Seq { (try? store.base.head(of: room)) ?? 0 }

    /// The next commit fails, in one of the ways in which disks fail.
    func failDisk(using random: inout SeededGenerator) {
        let faults: [DiskStore.Fault] = [.full, .flush(kept: false), .flush(kept: true)]
        if let fault = faults.randomElement(using: &random) { store.fail(fault) }
    }

    func healDisk() {
        store.heal()
        fileDisk.heal()
        files.space = .max
    }

    /// Whether a user may enter a room now, as the disk says.
    func mayEnter(_ room: RoomName, _ user: UserID, at time: Int64) -> Bool {
        let info = try? store.base.info(of: room, for: user)
        return RoomAccess(room, user, .guest, exists: true, info).refusalOfEntering(at: time) == nil
    }

    /// The invite links that let somebody into a group now.
    func readLinks(of room: RoomName, at time: Int64) -> [InviteLink] {
        ((try? store.links(of: room))?.all ?? []).filter { !$0.isExpired(at: time) }
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
        for room in Set(rooms + store.disk.commits.flatMap(\.newEvents).map(\.room)) {
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
