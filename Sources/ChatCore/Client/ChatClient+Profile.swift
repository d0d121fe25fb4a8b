import ChatWire

// The user's profile, which others see. It is in the user's own log, and the same on all their
// devices.
extension ChatClient {
    /// Hides the user's read marks from others, or shows them. While they are hidden, others get no
    /// new mark. They keep the marks that they got before.
    @discardableResult
    public func setReadsPrivate(_ isPrivate: Bool) async throws -> Sending {
        try await setProfile(ProfileChange(keepsReadsPrivate: isPrivate))
    }

    /// Sets the line about the user that others see: at most ``ChatWire/Limits/aboutBytes`` bytes.
    /// An empty text removes it.
    @discardableResult
    public func setAbout(_ about: String) async throws -> Sending { try await setProfile(ProfileChange(about: about)) }

    /// Uploads an image, and makes it the user's picture. Everyone who knows its id can read it, or
    /// every user where there are no guests. The former picture is deleted.
    ///
    /// - Throws: The errors of ``send(_:name:type:text:payload:to:replyTo:)``. The outcome is a
    ///   failure with 195 (`profile`) if the server finds no image in the file.
    @discardableResult
    public nonisolated func setAvatar(_ file: FileSource, name: String) async throws -> Sending {
        try await attach(
            file, name: name, type: "image/jpeg", to: .profile(ProfileChange()), in: .own(try await me()))
    }

    /// Uploads an image, and makes it the picture of a room. Only moderators may do this.
    ///
    /// - Throws: The errors of ``setAvatar(_:name:)``. The outcome is a failure with 145
    ///   (`roomSettings`) if the server finds no image in the file.
    @discardableResult
    public nonisolated func setAvatar(of room: RoomName, _ file: FileSource, name: String) async throws -> Sending {
        try await attach(file, name: name, type: "image/jpeg", to: .settings(SettingsChange()), in: room)
    }

    /// Removes the user's picture.
    @discardableResult
    public func removeAvatar() async throws -> Sending { try await setProfile(ProfileChange(avatar: .removed)) }

    /// Removes the picture of a room. Only moderators may do this.
    @discardableResult
    public func removeAvatar(of room: RoomName) async throws -> Sending {
        try await accept(.settings(SettingsChange(avatar: .removed)), in: room)
    }

    /// Loads the profiles of these users, each once on a connection. When they have come,
    /// ``rooms()`` sends a value, and ``profile(of:)`` returns them. The same happens when one of
    /// them changes while the two users are in a room together. Without a connection it does
    /// nothing.
    public func loadProfiles(of users: [UserID]) throws(StorageError) { try handle(.wantProfiles(users)) }

    /// The profile of a user; `nil` if it is not loaded, or empty.
    public func profile(of user: UserID) throws(StorageError) -> ShownProfile? { try chat().profiles[user] }

    /// The profiles of these users, from the server. A user who shows nothing has no entry.
    ///
    /// One request for each ``ChatWire/Limits/profilesPage`` users, each answered before the next
    /// is sent. Nothing is cached: for what a screen shows of people there is
    /// ``loadProfiles(of:)``.
    ///
    /// - Throws: ``ChatWire/WireError`` 292 (`notConnected`) without a connection, or the server's
    ///   refusal; ``StorageError`` if the client was not opened, or was shut down.
    public func profiles(of users: [UserID]) async throws -> [UserID: ShownProfile] {
        var profiles: [UserID: ShownProfile] = [:]
        var rest = Array(Set(users))[...]
        while !rest.isEmpty {
            let page = Array(rest.prefix(Limits.profilesPage))
            rest = rest.dropFirst(page.count)
            guard case .profiles(let shown) = try await inquire(.profiles(page)) else { continue }
            for profile in shown { profiles[profile.user] = profile }
        }
        return profiles
    }

    /// Changes several parts of the profile at once.
    ///
    /// - Throws: ``ChatWire/WireError`` 292 (`notConnected`) before the first welcome, 195
    ///   (`profile`) if the change is empty.
    @discardableResult
    public func setProfile(_ change: ProfileChange) async throws -> Sending {
        try await accept(.profile(change), in: .own(try me()))
    }

    /// The user's own profile, as far as this device knows it. It comes with the list of the user's
    /// rooms (``rooms()``).
    public func profile() throws(StorageError) -> Profile { try chat().profile }
}
