import ChatModel

/// The app's own sentences.
extension Sentences {
    /// “12 people are there now”
    static func areThere(_ count: Int) -> String {
        if count == 0 { return localized("Nobody is there now") }
        return localized(count, one: "1 person is there now", other: "\(count) people are there now")
    }
}
