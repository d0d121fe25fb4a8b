import ChatWire

extension [Row] {
    /// The row to go to for number `seq` of the log: the message with this number.
    ///
    /// A number may be that of another event, or of a deleted photo that its album leaves out. Then
    /// the row is that of the message before it, or of the first message. `nil` as long as
    /// `timeline`, of which the rows are, does not have that part of the log.
    public func row(for seq: Seq, in timeline: Timeline) -> Row.ID? {
        let messages = filter { $0.firstSeq != nil }
        let before = messages.last { $0.firstSeq ?? 0 <= seq }
        if let before, before.bubbles.contains(where: { $0.seq == seq }) { return before.id }
        return timeline.covers(seq) ? (before ?? messages.first)?.id : nil
    }
}

extension Row {
    /// The number of its first message that is in the log; `nil` if it has none.
    fileprivate var firstSeq: Seq? { bubbles.lazy.compactMap { $0.seq }.first }
}
