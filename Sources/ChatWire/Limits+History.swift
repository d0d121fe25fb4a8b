/// History reads and their pages.
extension Limits {
    /// Waiting history reads of all users.
    package static let historyQueue = 4_096
    /// Waiting history reads of one address (of IPv6, a site) that is not local.
    package static let historyQueuePerAddress = historyQueue / 4
    /// Waiting history reads of one user.
    package static let historyQueuePerUser = 16
    /// Events of a history page.
    public static let pageEvents = 200
    /// Events of a history page whose request has no `limit`.
    public static let pageEventsDefault = 50
    /// How often a list or a page is read for a user whose place in the room changes each time.
    package static let readAttempts = 3
    /// Consecutive events whose times can't be read (damaged rows) that each step of the search for
    /// a time skips.
    package static let unreadableTimes = 16
    /// When a history page's frame exceeds this many bytes, no further event is added.
    public static let pageBytes = 131_072
    /// Edits and reactions folded into a history page, from its anchor in one direction. When they
    /// exceed this number, no further event is added. Each costs reading a row, even if nothing of
    /// it is shown.
    public static let pageChanges = reactionChangesPerMessage
    /// Messages of a page of a search.
    public static let searchPage = 20
    /// History pages that are looked through for a page of a search. A search that finds few
    /// messages goes on with the next page.
    package static let searchScan = 5
}
