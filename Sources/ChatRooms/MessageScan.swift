import ChatWire

/// A page of a search while a room's history is looked through, the newest messages first. It ends
/// when it has enough messages, or when enough was looked at.
struct MessageScan {
    private let search: WordSearch
    private let first: Seq
    /// How many pages of history may still be looked at.
    private var scan = Limits.searchScan
    private var bytes = 0
    private var epoch: Epoch?
    /// The messages that match, the newest first.
    private(set) var found: [Event] = []
    /// The search goes on before this event; `nil` at its end, and before it has begun with the
    /// newest.
    private(set) var next: Seq?

    /// - Parameters:
    ///   - first: no earlier event counts
    ///   - before: no event from this one on counts; `nil`: all do
    init(_ search: WordSearch, from first: Seq, before: Seq? = nil) {
        self.search = search
        self.first = first
        next = before
    }

    /// The page of history that is wanted next.
    var anchor: HistoryAnchor { next.map { .before($0) } ?? .newest }

    /// Takes the page at ``anchor`` into account.
    ///
    /// - Returns: whether another page is wanted
    mutating func looks(at page: HistoryPage) -> Bool {
        // The room was removed meanwhile, and made again under its name.
        if scan < Limits.searchScan, page.epoch != epoch {
            (found, next) = ([], nil)
            return false
        }
        epoch = page.epoch
        scan -= 1
        for event in page.events.reversed() {
            guard event.seq >= first else { return end() }
            if search.matches(event) {
                bytes += event.pageBytes
                if found.count == Limits.searchPage || (bytes > Limits.pageBytes && !found.isEmpty) { return false }
                found.append(event)
            }
            next = event.seq
        }
        guard let oldest = page.events.first, oldest.seq > max(first, 1) else { return end() }
        return scan > 0
    }

    private mutating func end() -> Bool {
        next = nil
        return false
    }
}
