/// A list that the server answers page by page. Each page is read when the iteration gets to it. It
/// may be iterated several times.
public struct Pages<Entry: Sendable, Place: Sendable>: AsyncSequence, Sendable {
    public typealias Element = [Entry]
    package typealias Page = (entries: [Entry], next: Place?)

    /// Reads the page behind a place; `nil` is the beginning.
    let read: @Sendable (Place?) async throws -> Page
    /// Whether a place is behind another one.
    let isForward: @Sendable (_ from: Place, _ to: Place) -> Bool

    package init(
        read: @escaping @Sendable (Place?) async throws -> Page,
        isForward: @escaping @Sendable (_ from: Place, _ to: Place) -> Bool
    ) {
        self.read = read
        self.isForward = isForward
    }

    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// Reads the pages in order. It ends with the last page, or at one that does not lead forward.
    public struct Iterator: AsyncIteratorProtocol {
        let pages: Pages
        private var after: Place?
        private var isDone = false

        init(pages: Pages) { self.pages = pages }

        /// Returns the next page that is not empty.
        public mutating func next() async throws -> [Entry]? {
            while !isDone {
                try Task.checkCancellation()
                let page = try await pages.read(after)
                // Stops at a server whose pages do not go forward.
                let (place, next) = (after, page.next)
                isDone = !(next.map { next in place.map { pages.isForward($0, next) } ?? true } ?? false)
                after = next
                if !page.entries.isEmpty { return page.entries }
            }
            return nil
        }
    }
}

/// The people of a room, by their ids.
public typealias PeoplePages = Pages<Person, UserID>
/// A queue of reports, in the order of the reports.
public typealias ReportPages = Pages<ReportedMessage, UInt64>
/// A queue of held messages, in the order in which they were held.
public typealias HeldPages = Pages<HeldMessage, UInt64>
/// A moderation log, the newest first.
public typealias ActionPages = Pages<ModerationAction, UInt64>
/// What a search for messages has found, the newest first.
public typealias MessagePages = Pages<Event, Seq>
/// The directory, by the names of the rooms.
public typealias DirectoryPages = Pages<DirectoryEntry, RoomName>
