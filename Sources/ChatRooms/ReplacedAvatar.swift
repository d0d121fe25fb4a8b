import ChatWire

extension Event.Content {
    /// The avatar that this event replaces or removes; `nil` if there is none. Its file is then
    /// deleted.
    ///
    /// - Parameters:
    ///   - record: what is known of the room before this
    ///   - profile: the author's profile before this
    package func replacedAvatar(
        _ record: RoomRecord?, profile: () throws -> Profile
    ) rethrows -> Attachment? {
        switch self {
        case .settings(let change): change.avatar == nil ? nil : record?.settings.avatar
        case .profile(let change): change.avatar == nil ? nil : try profile().avatar
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .membership, .link, .choice,
            .block, .damaged, .unknown:
            nil
        }
    }
}
