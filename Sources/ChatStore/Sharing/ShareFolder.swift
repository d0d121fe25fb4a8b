import ChatCore
import ChatModel
import ChatWire
import Foundation

/// The folder of an app group through which the share extension hands the app what the user shares.
///
/// The app writes ``SharePlaces`` there. The extension writes each message to a place of its own
/// and moves it, complete, among those that wait. So the app never reads half of one, and no
/// process waits for the other.
public actor ShareFolder {
    /// Its work is on the disk, so it has a thread of its own.
    private let executor = QueueExecutor("martlet.sharing")
    /// The executor of this folder alone.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: URL
    private let disk = FileManager()

    /// A message that waits for the app, and its files.
    public struct Waiting: Hashable, Sendable {
        /// The name of its folder.
        public let id: FileID
        /// The message.
        public let message: SharedMessage
        /// The files in their order.
        public let files: [URL]

        /// The tickets under which the app sends it: one for each file, or one for its text. They
        /// stay the same in each process, so that an interrupted run sends nothing twice.
        public var tickets: [Ticket] {
            (0..<UInt64(max(files.count, 1))).map { Ticket(id.low &+ $0) }
        }
    }

    /// Why the extension can't hand over a message.
    public enum Refusal: LocalizedError, Hashable {
        /// ``ChatWire/Limits/sharedMessages`` wait already.
        case full

        /// A sentence for the user.
        public var errorDescription: String? {
            localized("Too much waits to be sent. Open the app first, then share this again.")
        }
    }

    /// Uses a folder, which is created when something is written to it.
    public init(_ folder: URL) { self.folder = folder }

    private var placesFile: URL { folder.appendingPathComponent("places", isDirectory: false) }
    private var messages: URL { folder.appendingPathComponent("messages", isDirectory: true) }
    /// The messages that are being written.
    private var unfinished: URL { folder.appendingPathComponent("unfinished", isDirectory: true) }

    /// The rooms that the app wrote last; none if it has not written them, or they can't be read.
    public func places() -> SharePlaces {
        let data = try? read(placesFile, most: Limits.sharedPlacesBytes)
        return data.flatMap { try? JSONDecoder().decode(SharePlaces.self, from: $0) } ?? SharePlaces()
    }

    /// Writes the rooms for the extension. Messages of accounts that are not among them are
    /// deleted.
    ///
    /// - Parameter unknown: The accounts whose rooms are not known now: the ones that were written
    ///   last stay.
    public func keep(_ places: SharePlaces, unknown: Set<AccountID> = []) throws {
        var places = places
        if !unknown.isEmpty { places.keepRooms(of: unknown, from: self.places()) }
        let accounts = Set(places.groups.map(\.id))
        for waiting in waiting() where !accounts.contains(waiting.message.place.account) {
            remove(waiting.id)
        }
        try disk.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(places).write(to: placesFile, options: .atomic)
    }

    /// Hands a message over, with copies of its files. If that fails, it leaves no files behind.
    public func hand(_ message: SharedMessage, files: [URL]) throws {
        if names(in: messages).count >= Limits.sharedMessages { throw Refusal.full }
        let id = FileID.random().text
        let place = unfinished.appendingPathComponent(id, isDirectory: true)
        do {
            try disk.createDirectory(at: place, withIntermediateDirectories: true)
            for (number, (file, name)) in zip(files, message.files).enumerated() {
                let copy = ShareFolder.file(number, name, in: place)
                try disk.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: false)
                try disk.copyItem(at: file, to: copy)
            }
            try JSONEncoder().encode(message).write(to: ShareFolder.description(in: place))
            try disk.createDirectory(at: messages, withIntermediateDirectories: true)
            try disk.moveItem(at: place, to: messages.appendingPathComponent(id, isDirectory: true))
        } catch {
            try? disk.removeItem(at: place)
            throw error
        }
    }

    /// The messages that wait for the app, the oldest first. Messages that can't be sent are
    /// deleted. Messages that can't be read now stay, and are left out.
    public func waiting() -> [Waiting] {
        removeRemains()
        var found: [Waiting] = []
        for name in names(in: messages).sorted().prefix(Limits.sharedMessages) {
            do {
                if let waiting = try self.waiting(name) { found.append(waiting) } else { removeFolder(name) }
            } catch {
                // Files can't be read until the device has been unlocked once. The message waits.
            }
        }
        return found.sorted { ($0.message.at, $0.id.text) < ($1.message.at, $1.id.text) }
    }

    /// Deletes a message that was sent, or is not to be sent.
    public func remove(_ id: FileID) { removeFolder(id.text) }

    private func removeFolder(_ name: String) {
        try? disk.removeItem(at: messages.appendingPathComponent(name, isDirectory: true))
    }

    /// The message in a folder; `nil` if it can't be sent.
    ///
    /// - Throws: If the message can't be read now.
    private func waiting(_ name: String) throws -> Waiting? {
        let place = messages.appendingPathComponent(name, isDirectory: true)
        let data = try read(ShareFolder.description(in: place), most: Limits.sharedMessageBytes)
        guard let id = FileID(name),
            let message = data.flatMap({ try? JSONDecoder().decode(SharedMessage.self, from: $0) })
        else { return nil }
        let files = message.files.enumerated().map { ShareFolder.file($0, $1, in: place) }
        return files.allSatisfy(isSendable) ? Waiting(id: id, message: message, files: files) : nil
    }

    /// Whether it is a file of a size that servers accept. A symbolic link is not a file.
    private func isSendable(_ file: URL) -> Bool {
        guard let attributes = try? disk.attributesOfItem(atPath: file.path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return false }
        let size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        return size > 0 && size <= UInt64(Limits.fileBytes)
    }

    /// Deletes old unfinished messages: the system ended the extension while it wrote them.
    private func removeRemains() {
        for name in names(in: unfinished) {
            let place = unfinished.appendingPathComponent(name, isDirectory: true)
            let date = (try? disk.attributesOfItem(atPath: place.path))?[.modificationDate] as? Date
            if -(date?.timeIntervalSinceNow ?? 0) > Limits.sharedRemains { try? disk.removeItem(at: place) }
        }
    }

    private func names(in folder: URL) -> [String] { (try? disk.contentsOfDirectory(atPath: folder.path)) ?? [] }

    /// The bytes of a file; `nil` if there is none, or it is empty or has more than `most` bytes.
    ///
    /// - Throws: If the file can't be read now.
    private func read(_ file: URL, most: Int) throws -> Data? {
        guard disk.fileExists(atPath: file.path) else { return nil }
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        guard let data = try handle.read(upToCount: most + 1), data.count <= most else { return nil }
        return data
    }

    private static func description(in place: URL) -> URL {
        place.appendingPathComponent("message.json", isDirectory: false)
    }

    /// Each file has a folder of its own: two of them may have one name.
    private static func file(_ number: Int, _ name: String, in place: URL) -> URL {
        place.appendingPathComponent("\(number)", isDirectory: true).appendingPathComponent(name, isDirectory: false)
    }
}
