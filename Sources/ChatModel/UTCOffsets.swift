/// The user's offset from UTC, and when it changes: what a day and a time of day follow from.
///
/// A message of July has July's offset, also when it is read in December.
public struct UTCOffsets: Hashable, Sendable {
    /// A change of the offset.
    public struct Change: Hashable, Sendable {
        /// Milliseconds since 1970-01-01 UTC.
        public var at: Int64
        /// The offset from then on, in minutes: −1,440…1,440. Other values count as 0.
        public var minutes: Int

        /// Creates a change.
        public init(at: Int64, minutes: Int) {
            self.at = at
            self.minutes = minutes
        }
    }

    private let first: Int
    private let changes: [Change]

    /// - Parameters:
    ///   - minutes: the offset before all changes: −1,440…1,440. Other values count as 0.
    ///   - changes: in any order
    public init(minutes: Int = 0, changes: [Change] = []) {
        first = minutes
        self.changes = changes.sorted { $0.at < $1.at }
    }

    /// The offset at a time, in minutes.
    ///
    /// - Parameter at: milliseconds since 1970-01-01 UTC
    public func minutes(at: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].at <= at { low = middle + 1 } else { high = middle }
        }
        return UTCOffsets.valid(low == 0 ? first : changes[low - 1].minutes)
    }

    private static func valid(_ minutes: Int) -> Int { (-1_440...1_440).contains(minutes) ? minutes : 0 }

    /// The milliseconds that the user's calendar and clock show, as if they were UTC. Times near
    /// the ends of what fits stay where they are.
    public func local(_ at: Int64) -> Int64 {
        let (local, overflow) = at.addingReportingOverflow(Int64(minutes(at: at)) * 60_000)
        return overflow ? at : local
    }

    /// The days since 1970-01-01 at a time, by the user's calendar.
    public func day(of at: Int64) -> Int64 {
        let local = local(at)
        let day: Int64 = 86_400_000
        return local >= 0 ? local / day : (local + 1) / day - 1
    }

    /// When a day begins by the user's calendar, in milliseconds since 1970-01-01 UTC. Where the
    /// clocks skip midnight, it begins behind the gap.
    public func start(of date: CalendarDate) -> Int64 {
        let midnight = date.days * 86_400_000
        // A day begins at midnight by one of the offsets, or when the offset changes.
        let offsets = Set([first] + changes.map { $0.minutes })
        let moments =
            offsets.map { midnight - Int64(UTCOffsets.valid($0)) * 60_000 }
            + changes.map { $0.at }.filter { $0 > .min }
        return moments.filter { day(of: $0) >= date.days && day(of: $0 - 1) < date.days }.min() ?? midnight
    }
}

extension UTCOffsets: ExpressibleByIntegerLiteral {
    /// An offset in minutes that never changes.
    public init(integerLiteral minutes: Int) { self.init(minutes: minutes) }
}
