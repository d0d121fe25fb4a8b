import ChatModel

extension ChangeText {
    /// The sentences with times in the user's calendar.
    public init(_ changes: Row.Changes, dateFormatting: DateFormatting = DateFormatting()) {
        self.init(changes, time: dateFormatting.full)
    }
}
