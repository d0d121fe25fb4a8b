import ChatModel
import ChatWire

/// What rows look like besides their own values. Cells are outside of SwiftUI's environment, so the
/// lists draw cells again when this changes.
struct RowLook: Equatable {
    var theme = Theme()
    var rights = MessageRights()
    var dateFormatting = DateFormatting()
    /// The source of photos, by its identity.
    var pictures: ObjectIdentifier?
    /// The pictures of people.
    var avatars: [UserID: Attachment] = [:]
    /// Grows when the same date may read differently: at midnight, or after a change of the
    /// system's time zone or language.
    var clock = 0

    /// The rows that look different than with `former`.
    func changed(_ rows: [Row], since former: RowLook) -> Set<Row.ID> {
        if self == former { return [] }
        var other = former
        other.avatars = avatars
        if self != other { return Set(rows.map(\.id)) }
        return Set(rows.filter { row in row.people.contains { avatars[$0] != former.avatars[$0] } }.map(\.id))
    }
}

extension Row {
    /// The people whose pictures it shows.
    fileprivate var people: [UserID] {
        guard case .message(let bubble) = content else { return [] }
        return [bubble.author.user] + bubble.readers.map(\.user)
    }
}
