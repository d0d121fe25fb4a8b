import ChatWire

/// Something that a moderator decides about.
protocol Decidable: Hashable, Sendable {
    /// The type of ``place``.
    associatedtype Place: Hashable & Sendable
    /// Identifies the entry in its list.
    var place: Place { get }
}

/// The loaded part of a list of entries that wait for a moderator's decision.
struct DecisionList<Entry: Decidable>: Hashable, Sendable {
    /// The entries that are loaded and not decided.
    private(set) var entries: [Entry] = []
    /// Whether a page is being loaded.
    private(set) var isLoading = true
    /// Why the next page was not loaded, for the user.
    private(set) var failure: String?
    /// Where the next page begins; `nil` at the end.
    private(set) var next: UInt64?
    /// The entries whose decision the server has not answered.
    private var underWay: Set<Entry.Place> = []
    /// Why the last decision about an entry was not made, for the user.
    private var refusals: [Entry.Place: String] = [:]

    /// - Parameter last: The list that was on the screen before: decisions may still be under way.
    init(after last: DecisionList? = nil) { underWay = last?.underWay ?? [] }

    func isDeciding(about entry: Entry) -> Bool { underWay.contains(entry.place) }

    func refusal(about entry: Entry) -> String? { refusals[entry.place] }

    /// Whether there is a page to load: the next one, or again the one that failed.
    var wantsPage: Bool { failure != nil || next != nil }

    mutating func loadMore() {
        if wantsPage { (isLoading, failure) = (true, nil) }
    }

    mutating func began(_ entry: Entry) {
        underWay.insert(entry.place)
        refusals[entry.place] = nil
    }

    /// - Parameter after: where the page was to begin
    mutating func take(_ page: Result<(entries: [Entry], next: UInt64?), WireError>, after: UInt64?) {
        guard after == next, isLoading else { return }
        isLoading = false
        switch page {
        case .success(let page):
            entries += page.entries.prefix(Limits.reportsListed - entries.count)
            next = entries.count < Limits.reportsListed ? ModerationAnswer.next(page.next, after: after) : nil
        case .failure(let error): failure = error.text
        }
    }

    mutating func decided(_ place: Entry.Place, _ result: Result<ModerationAnswer, WireError>) {
        underWay.remove(place)
        switch result {
        case .success: entries.removeAll { $0.place == place }
        case .failure(let error): refusals[place] = error.text
        }
    }
}
