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
        guard avatar != nil else { return nil }
        return own == nil ? record?.settings.avatar : try profile().avatar
    }
}
