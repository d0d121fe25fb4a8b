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

    /// The whole log, as a reader gets it.
    func readLog(of rooms: [RoomName]) -> (epoch: Epoch, rooms: [RoomName: [Event]]) {
        store.isReadingAll = true
        defer { store.isReadingAll = false }
        var log: [RoomName: [Event]] = [:]
        for room in rooms {
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
