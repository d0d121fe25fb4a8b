import ChatWire

// How others see the user. It is in the user's own log, and the same on all their devices.
extension ChatClient {
    /// Keeps the user's read marks to their own devices, or shares them. Others are told no mark of
    /// theirs from then on. Marks that others were told before stay with them.
    @discardableResult
    public func setReadsPrivate(_ isPrivate: Bool) async throws -> Sending {
        try await setProfile(ProfileChange(keepsReadsPrivate: isPrivate))
    }

    /// Says something of the user that others see: one line, at most 512 bytes; empty for nothing.
    @discardableResult
    public func setAbout(_ about: String) async throws -> Sending { try await setProfile(ProfileChange(about: about)) }

    /// Uploads an image, and makes it the user's picture. Everyone who knows its id can read it.
    /// The picture before is deleted.
    ///
    /// - Throws: as ``send(_:name:type:text:payload:to:replyTo:)``. The sending fails with 195
    ///   (`profile`) if the server finds no image in the file.
    @discardableResult
    public nonisolated func setAvatar(_ file: FileSource, name: String) async throws -> Sending {
        try await attach(
            file, name: name, type: "image/jpeg", to: .profile(ProfileChange()), in: .own(try await me()))
    }

    /// Uploads an image, and makes it the picture of a room, for moderators.
    ///
    /// - Throws: as ``setAvatar(_:name:)``; the error is 145 (`roomSettings`)
    @discardableResult
    public nonisolated func setAvatar(of room: RoomName, _ file: FileSource, name: String) async throws -> Sending {
        try await attach(file, name: name, type: "image/jpeg", to: .settings(SettingsChange()), in: room)
    }

    /// Removes the user's picture.
    @discardableResult
    public func removeAvatar() async throws -> Sending { try await setProfile(ProfileChange(avatar: .removed)) }

    /// Removes the picture of a room, for moderators.
    @discardableResult
    public func removeAvatar(of room: RoomName) async throws -> Sending {
        try await accept(.settings(SettingsChange(avatar: .removed)), in: room)
    }

    /// Loads what these users show of themselves. ``profile(of:)`` has it afterwards, and
    /// ``rooms()`` signals it.
    public func loadProfiles(of users: [UserID]) throws(StorageError) { try handle(.wantProfiles(users)) }

    /// What a user shows of themself, if it is loaded and not empty.
    public func profile(of user: UserID) throws(StorageError) -> ShownProfile? { try chat().profiles[user] }

    /// Changes several parts of the profile at once.
    ///
    /// - Throws: ``ChatWire/WireError`` 292 (`notConnected`) before the first welcome, 195 (`profile`)
    ///   if the change is empty.
    @discardableResult
    public func setProfile(_ change: ProfileChange) async throws -> Sending {
        try await accept(.profile(change), in: .own(try me()))
    }

    /// How others see the user, as far as this device knows. It comes with the list of the user's
    /// rooms (``rooms()``).
    public func profile() throws(StorageError) -> Profile { try chat().profile }
}
