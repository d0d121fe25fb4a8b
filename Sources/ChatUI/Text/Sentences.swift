import ChatModel

/// The app's own sentences.
extension Sentences {
    /// “12 people are there now”
    static func areThere(_ count: Int) -> String {
        count == 0 ? "Nobody is there now" : "\(people(count)) \(count == 1 ? "is" : "are") there now"
    }

    /// What waits in the outbox: messages, edits, reactions, changes of rooms.
    static func unsent(_ count: Int) -> String {
        count == 1 ? "1 unsent message or change" : "\(count) unsent messages and changes"
    }
}
