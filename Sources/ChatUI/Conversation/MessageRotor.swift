import ChatModel

/// What VoiceOver's rotor goes through in a list of messages: from one row of a kind to the next.
enum MessageRotor: CaseIterable, Sendable {
    /// The separator before the first unread message.
    case unread
    /// Messages that mention the user.
    case mentions
    /// Messages with a link, a file or a place.
    case attachments

    /// The name in the rotor.
    var name: String {
        switch self {
        case .unread: localized("New messages")
        case .mentions: localized("Mentions of you")
        case .attachments: localized("Links and files")
        }
    }

    /// The nearest row of the kind behind `current`, or before it if `isForward` is false. `nil`
    /// instead of a row means the edge of the list.
    func row(in rows: [Row], from current: Row.ID?, isForward: Bool) -> Row? {
        let index = current.flatMap { current in rows.firstIndex { $0.id == current } }
        if isForward { return rows[(index.map { $0 + 1 } ?? 0)...].first(where: holds) }
        return rows[..<(index ?? rows.count)].last(where: holds)
    }

    /// What VoiceOver says of a row of the kind in the list of all of them.
    func label(of row: Row, dateFormatting: DateFormatting) -> String {
        guard let bubble = row.bubbles.first(where: holds) else { return name }
        return BubbleAccessibility(dateFormatting: dateFormatting).label(bubble)
    }

    private func holds(_ row: Row) -> Bool {
        if case .unread = self { return row.content == .unread }
        return row.bubbles.contains(where: holds)
    }

    private func holds(_ bubble: Row.Bubble) -> Bool {
        // The content of a blocked person's message is folded away.
        if bubble.isBlocked { return false }
        switch self {
        case .unread: return false
        case .mentions: return bubble.isMention
        case .attachments:
            if bubble.body.file != nil || bubble.body.location != nil { return true }
            return bubble.body.said.map { !Markup($0).links.isEmpty } ?? false
        }
    }
}
