import ChatModel
import ChatTesting

/// What a phone's app keeps: the records of its journal. What was not synced may be lost when the app is killed, from the end.
struct PhoneDisk {
    private(set) var records: [Record] = []
    private var synced = 0
    private var random: SeededGenerator
    private let bug: PlantedBug?
    /// Appends until the next one fails; `nil`: none does.
    private var failsIn: Int?

    init(bug: PlantedBug?, seed: UInt64) {
        self.bug = bug
        random = SeededGenerator(seed: seed)
    }

    /// - Returns: `false` when the disk failed, or is full. Whether the record is kept is what a reader of the disk finds out.
    mutating func append(_ record: Record) -> Bool {
        if let left = failsIn {
            failsIn = left > 0 ? left - 1 : nil
            if left == 0 {
                if random.oneIn(2) { records.append(record) }
                return false
            }
        }
        records.append(record)
        if record.mustLast { synced = records.count }
        return true
    }

    mutating func failSoon() { failsIn = Int.random(in: 0...5, using: &random) }

    mutating func heal() { failsIn = nil }

    /// The process that wrote is gone.
    mutating func crash() {
        let kept = Int.random(in: synced...records.count, using: &random)
        records.removeLast(records.count - kept)
        if bug == .outboxForgotten { records.removeAll { $0.isIntention } }
    }

    /// What an app finds when it is opened; the journal is written anew, as short as it can be.
    mutating func open() -> Restored {
        let restored = Restored(records)
        records = restored.records
        synced = records.count
        return restored
    }
}

extension Record {
    fileprivate var isIntention: Bool { if case .intended = self { true } else { false } }
}
