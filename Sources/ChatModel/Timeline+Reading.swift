import ChatWire

extension Timeline {
    /// A history request and its purpose.
    enum Reading: Hashable, Sendable {
        case newest
        case around(UInt64)
        /// Older messages, for scrolling up.
        case older(before: UInt64)
        case newer(after: UInt64)
        /// Missed events between the window and the head.
        case missed(after: UInt64)
        /// The window's messages again, because changes to them were missed.
        case anew(after: UInt64)

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
            case .newest, .around, .older, .newer: UInt64(Limits.clientPageEvents)
            case .missed, .anew: UInt64(Limits.pageEvents)
            }
        }
    }
}
