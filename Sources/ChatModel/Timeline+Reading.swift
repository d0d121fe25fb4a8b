import ChatWire

extension Timeline {
    /// A page of history, and what for.
    enum Reading: Hashable, Sendable {
        case newest
        case around(UInt64)
        /// What the reader scrolls to.
        case older(before: UInt64)
        case newer(after: UInt64)
        /// What was missed between the window and the head.
        case missed(after: UInt64)
        /// What is shown, anew: something about it was missed.
        case anew(after: UInt64)

        static let page: UInt64 = 100

        var anchor: HistoryAnchor {
            switch self {
            case .newest: .newest
            case .around(let seq): .around(seq)
            case .older(let seq): .before(seq)
            case .newer(let seq), .missed(let seq), .anew(let seq): .after(seq)
            }
        }

        var limit: UInt64 {
            switch self {
            case .newest, .around, .older, .newer: Reading.page
            case .missed, .anew: UInt64(Limits.pageEvents)
            }
        }
    }
}
