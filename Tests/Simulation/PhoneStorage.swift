import ChatCore
import ChatModel

/// A phone's journal: the real one, but it reports a thousand times its size, so that a short run
/// compacts it, too. A planted bug makes it misbehave.
struct PhoneStorage: Storage {
    private let file: FileStorage
    private let bug: PlantedBug?

    init(_ file: FileStorage, bug: PlantedBug?) { (self.file, self.bug) = (file, bug) }

    func open() throws(StorageError) -> (journal: any Journal, records: [[UInt8]]) {
        var (journal, records) = try file.open()
        if bug == .outboxForgotten { records.removeAll { PhoneStorage.isIntention($0) } }
        return (PhoneJournal(journal, bug: bug), records)
    }

    func spool() -> any Spool { file.spool() }
    func erase() throws(StorageError) { try file.erase() }

    private static func isIntention(_ bytes: [UInt8]) -> Bool {
        if case .intended = try? Record(json: bytes) { true } else { false }
    }
}

private final class PhoneJournal: Journal {
    private let file: any Journal
    private let bug: PlantedBug?

    init(_ file: any Journal, bug: PlantedBug?) { (self.file, self.bug) = (file, bug) }

    var size: Int { 1_000 * file.size }
    var damage: String? { file.damage }

    func append(_ records: [[UInt8]]) throws(StorageError) {
        do throws(StorageError) {
            try file.append(records)
        } catch {
            if bug != .refusalIgnored { throw error }
        }
    }

    func sync() throws(StorageError) {
        if bug == .neverFlushed { return }
        do throws(StorageError) {
            try file.sync()
        } catch {
            if bug != .refusalIgnored { throw error }
        }
    }

    func replace(with records: [[UInt8]]) throws(StorageError) { try file.replace(with: records) }

    func close() { file.close() }
}
