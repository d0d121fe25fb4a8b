import ChatWire

extension Choice {
    /// Whether the user wants to be told of a new message of the room: not of what people say whom
    /// they block, and of the others as ``ChatWire/Choice/notice`` says.
    ///
    /// - Parameters:
    ///   - name: The user's own name, by which others mention them.
    ///   - blocked: The people whom the user blocks.
    public func announces(_ message: Message, of author: Author, to name: String?, blocked: Set<UserID>) -> Bool {
        if blocked.contains(author.user) { return false }
        return switch notice {
        case .all: true
        case .mentions: name.map { MentionRule.mentions($0, in: message.text) } ?? false
        case .nothing: false
        }
    }
}
