import ChatCore

/// How long a ban or a mute lasts, and why, as people type it: `10m flooding`, `7d`, `spam`.
struct SanctionText: Hashable {
    /// Seconds; `nil` until it is taken back.
    let seconds: UInt64?
    /// Empty for none.
    let reason: String

    /// A first word that begins with a digit is the time.
    init(_ text: String) throws(WireError) {
        let text = text.trimmed
        let word = String(text.prefix { !$0.isWhitespace })
        guard word.first.map({ ("0"..."9").contains($0) }) ?? false else {
            (seconds, reason) = (nil, text)
            return
        }
        seconds = try Quantity.period(word)
        reason = text.dropFirst(word.count).trimmed
    }

    /// `nil`: until it is taken back.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC
    func end(after time: Int64) -> Int64? {
        seconds.map { time.addingReportingOverflow(Int64(clamping: $0) * 1_000).partialValue }
    }
}

extension Sanction {
    /// What a moderator does to a person, with what they typed: how long a mute or ban lasts and
    /// why, or why somebody is removed.
    ///
    /// - Parameter time: the server's: milliseconds since 1970-01-01 UTC
    static func deed(
        _ kind: Kind, of person: Author, _ text: String, at time: Int64
    ) throws(WireError) -> Deed {
        var sanction = Sanction(kind, of: person)
        guard sanction.hasLength else {
            sanction.reason = text.trimmed
            return sanction.deed(at: time)
        }
        let typed = try SanctionText(text)
        sanction.reason = typed.reason
        return sanction.deed(until: typed.end(after: time))
    }
}

extension Sanction.Kind {
    /// “ban”, as the label of a key.
    var verb: String {
        switch self {
        case .ban: localized("ban")
        case .mute: localized("mute")
        case .remove: localized("remove")
        case .serverBan: localized("ban from the server")
        }
    }
}
