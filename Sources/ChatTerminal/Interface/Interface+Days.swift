import ChatCore

// The messages of a day.
extension Interface {
    /// Asks for the first message of a day: `today`, `yesterday` or `2026-11-01`.
    mutating func goToDay(_ text: String, _ room: RoomName) -> [Intent]? {
        let today = utcOffsets.day(of: now)
        let days = ["today": 0, "yesterday": -1] as [String: Int64]
        let typed = days[text.lowercased()].map { CalendarDate(days: today + $0) } ?? CalendarDate(text)
        guard let date = typed else {
            return no(localized("\(text) is not a day. Type 2026-11-01, today or yesterday."))
        }
        if date.days > today { return no(localized("\(Clock.day(date)) has not come yet.")) }
        tell(localized("Looking for \(Clock.day(date)) …"))
        return [.ask(.firstMessage(room, since: date, at: utcOffsets.start(of: date)))]
    }

    /// Shows the message that the server has found, unless the user has gone to another room.
    mutating func arrive(at seq: Seq?, in room: RoomName, since day: CalendarDate, _ chat: Chat) -> [Intent] {
        guard room == self.room else { return [] }
        notice = nil
        if let seq { return show(seq, in: room, chat) }
        tell(localized("There is nothing from \(Clock.day(day)) or later. These are the newest messages."))
        return showNewest(chat)
    }
}
