import ChatRooms
import ChatTesting
import ChatWire

/// Where the server runs: its disk, its backup, and the process, while there is one.
struct Site {
    private(set) var server: InProcessServer?
    private(set) var store: FlawedStore
    private var backup: DiskStore.Disk?
    private let bug: PlantedBug?
    private let configuration: InProcessServer.Configuration
    private var connections: [LinkID: InProcessServer.ConnectionID] = [:]

    init(epoch: Epoch, bug: PlantedBug?, configuration: InProcessServer.Configuration) {
        store = FlawedStore(DiskStore.Disk(epoch: epoch), bug: bug)
        self.bug = bug
        self.configuration = configuration
    }

    /// The links that have a connection.
    var links: [LinkID] { connections.keys.sorted() }
    var isIdle: Bool { server?.isIdle ?? true }
    func knows(_ link: LinkID) -> Bool { connections[link] != nil }

    /// The server starts on what its disk has.
    mutating func boot(seed: UInt64) {
        server = InProcessServer(store: store, configuration: configuration, seed: seed)
    }

    /// The process ends; what was synced is on the disk.
    mutating func crash() {
        server = nil
        connections = [:]
        store = FlawedStore(store.diskAfterCrash, bug: bug)
    }

    /// Makes a copy of the disk; where there is one already, puts it in place of the log, while the server is down.
    mutating func makeOrRestoreBackup(using random: inout SeededGenerator) -> Bool {
        guard let copy = backup else {
            backup = store.disk
            return false
        }
        backup = nil
        store = FlawedStore(bug == .epochKept ? copy : copy.restored(using: &random), bug: bug)
        return true
    }

    mutating func connect(_ link: LinkID) { connections[link] = server?.connect() }

    mutating func receive(_ frame: ClientFrame, from link: LinkID) {
        guard let connection = connections[link] else { return }
        server?.receive(frame, from: connection)
    }

    mutating func disconnect(_ link: LinkID) {
        guard let connection = connections.removeValue(forKey: link) else { return }
        server?.disconnect(connection)
    }

    /// What leaves for a link; with a close, the connection is gone.
    mutating func take(from link: LinkID, count: Int) -> [InProcessServer.Output] {
        guard let connection = connections[link], let outputs = server?.take(from: connection, count: count) else {
            return []
        }
        if case .close = outputs.last { connections[link] = nil }
        return outputs
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

    /// Lets the server do something at a moment.
    @discardableResult
    mutating func at<Value>(_ clock: ManualClock, _ body: (inout InProcessServer) -> Value) -> Value? {
        guard var running = server else { return nil }
        server = nil
        running.clock = clock
        defer { server = running }
        return body(&running)
    }
}
