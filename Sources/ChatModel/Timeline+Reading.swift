import ChatWire

extension Timeline {
    /// A history request and its purpose.
    enum Reading: Hashable, Sendable {
        case newest
        case around(Seq)
        /// Older messages, for scrolling up.
        case older(before: Seq)
        case newer(after: Seq)
        /// Missed events between the window and the head.
        case missed(after: Seq)
        /// The window's messages again, because changes to them were missed.
        case anew(after: Seq)
        /// A message before the window that one of it replies to.
        case quoted(Seq)

        var anchor: HistoryAnchor {
            switch self {
            case .newest: .newest
            case .around(let seq): .around(seq)
            case .older(let seq): .before(seq)
            case .newer(let seq), .missed(let seq), .anew(let seq): .after(seq)
            case .quoted(let seq): .after(seq - 1)
            }
        }

        var limit: UInt64 {
            switch self {
            case .newest, .around, .older, .newer: UInt64(Limits.clientPageEvents)
            case .missed, .anew: UInt64(Limits.pageEvents)
            case .quoted: 1
            }
        }
    }
}
