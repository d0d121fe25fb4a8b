/// A part of a row that an app draws itself. The lists draw rows again when the value that such a
/// part depends on changes.
enum RowSlot: Hashable {
    case row, bubble, linkPreview, avatar, menu, actions
    /// The content of messages with a payload of this type.
    case payload(String)
}
