import ChatCore
import ChatModel
import ChatWire
import Foundation

/// What the share extension shows: what was shared, what the user writes with it, and where it
/// goes.
public struct ShareDraft: Hashable, Sendable {
    /// A file that was shared: the extension's own copy.
    public struct File: Hashable, Sendable, Identifiable {
        /// Where the copy is.
        public var url: URL
        /// The size in bytes.
        public var size: UInt64

        /// The place of the copy, which no other file has.
        public var id: URL { url }
        /// The name, as returned by ``ChatModel/FileName/allowed(_:)``.
        public var name: String { FileName.allowed(url.lastPathComponent) }

        /// Creates the value.
        public init(url: URL, size: UInt64) {
            self.url = url
            self.size = size
        }
    }

    /// The rooms that are offered.
    public let places: SharePlaces
    /// The room that is chosen.
    public var place: SharePlaces.Place?
    /// The text: what was shared, which the user may change.
    public var text = ""
    /// The files in the order in which they came.
    public private(set) var files: [File] = []
    /// How many shared things are not read yet.
    public private(set) var waiting = 0
    /// What was not taken, or why it was not handed over: a sentence.
    public private(set) var refusal: String?

    /// Creates the draft. A single room is chosen at once.
    public init(_ places: SharePlaces) {
        self.places = places
        let all = places.groups.flatMap { group in
            group.rooms.map { SharePlaces.Place(account: group.id, room: $0.name) }
        }
        if all.count == 1 { place = all.first }
    }

    /// The other app shares `count` things.
    ///
    /// - Returns: How many of them to read, from the first one on: no more than files can be sent
    ///   together.
    public mutating func expect(_ count: Int) -> Int {
        let most = max(Limits.filesTogether - files.count - waiting, 0)
        if count > most {
            refusal = localized(
                Limits.filesTogether, one: "You can send at most 1 file.",
                other: "You can send at most \(Limits.filesTogether) files together.")
        }
        let taken = min(max(count, 0), most)
        waiting += taken
        return taken
    }

    /// A text was read, or a link: it becomes a line of the text, unless it is there.
    public mutating func came(_ line: String) {
        waiting = max(waiting - 1, 0)
        add(line)
    }

    /// Adds what was shared beside the things to be read, such as a selected text.
    public mutating func add(_ line: String) {
        let line = TextRule.trimmed(line)
        if line.isEmpty || text.contains(line) { return }
        text = text.isEmpty ? line : "\(text)\n\(line)"
    }

    /// A file was copied.
    ///
    /// - Returns: Whether it is kept. If not, no server takes it.
    public mutating func came(_ file: File) -> Bool {
        waiting = max(waiting - 1, 0)
        let shown = Sentences.isolated(file.name)
        if file.size == 0 {
            refusal = localized("“\(shown)” is empty.")
        } else if file.size > UInt64(Limits.fileBytes) {
            refusal = localized("“\(shown)” is too large to send.")
        } else {
            files.append(file)
            return true
        }
        return false
    }

    /// Something could not be read.
    public mutating func failed() {
        waiting = max(waiting - 1, 0)
        refuse(localized("Something that was shared could not be read."))
    }

    /// The message could not be handed over.
    public mutating func refuse(_ sentence: String) { refusal = sentence }

    /// Why it can't be sent as it is; `nil` if it can, or something is still missing.
    public var problem: String? {
        let said = TextRule.trimmed(text)
        return said.isEmpty ? nil : TextRule.check(said)?.translated.text
    }

    /// The message; `nil` if something is missing or not allowed.
    ///
    /// - Parameter time: Milliseconds since 1970-01-01 UTC.
    public func message(at time: Int64) -> SharedMessage? {
        guard waiting == 0, let place, places.contains(place) else { return nil }
        return SharedMessage(at: time, place: place, text: text, files: files.map(\.name))
    }
}
