import ChatModel
import ChatWire
import Foundation

/// What rows look like besides their own values. Cells are outside of SwiftUI's environment, so the
/// lists draw cells again when this changes.
struct RowLook: Equatable {
    var theme = Theme()
    var rights = MessageRights()
    var dateFormatting = DateFormatting()
    /// The source of photos, by its identity.
    var pictures: ObjectIdentifier?
    /// Whether the bubbles of places have maps.
    var showsMaps = false
    /// The pictures of people.
    var avatars: [UserID: Attachment] = [:]
    /// What linked pages say of themselves, by link.
    var previews: [String: LinkCard] = [:]
    /// What the parts depend on that the app draws itself.
    var slots: [RowSlot: AnyHashable] = [:]
    /// Whether rows are laid out from right to left.
    var isRightToLeft = false
    /// The locale of the views that an app draws itself.
    var locale: Locale = .ofSentences
    /// Grows when the same date may read differently: at midnight, or after a change of the
    /// system's time zone or language.
    var clock = 0

    /// The rows that look different than with `former`.
    @MainActor func changed(_ rows: [Row], since former: RowLook) -> Set<Row.ID> {
        if self == former { return [] }
        var other = former
        other.avatars = avatars
        other.previews = previews
        other.slots = slots
        other.showsMaps = showsMaps
        let parts = changedParts(since: former)
        if self != other || parts.contains(where: { $0.payload == nil }) { return Set(rows.map(\.id)) }
        let payloads = Set(parts.compactMap(\.payload))
        let links = changedLinks(since: former)
        return Set(
            rows.filter { row in
                row.people.contains { avatars[$0] != former.avatars[$0] }
                    || showsMaps != former.showsMaps && row.hasPlace
                    || row.payload.map { payloads.contains($0.type) } == true
                    || !links.isEmpty && row.previewedLinks.contains { links.contains($0) }
            }.map(\.id))
    }

    private func changedLinks(since former: RowLook) -> Set<String> {
        Set(previews.keys).union(former.previews.keys).filter { previews[$0] != former.previews[$0] }
    }

    private func changedParts(since former: RowLook) -> [RowSlot] {
        Set(slots.keys).union(former.slots.keys).filter { slots[$0] != former.slots[$0] }
    }
}

extension RowSlot {
    /// The type of the payloads that it draws.
    fileprivate var payload: String? { if case .payload(let type) = self { type } else { nil } }
}

extension Row {
    fileprivate var hasPlace: Bool { bubbles.contains { $0.body.location != nil } }

    fileprivate var payload: Payload? { if case .message(let bubble) = content { bubble.body.payload } else { nil } }

    /// The links whose pages it shows.
    @MainActor fileprivate var previewedLinks: [String] {
        bubbles.compactMap { PreviewedLinks.shared.link(of: $0) }
    }

    /// The people whose pictures it shows.
    fileprivate var people: [UserID] {
        bubbles.flatMap { [$0.author.user] + $0.readers.map(\.user) }
    }
}
