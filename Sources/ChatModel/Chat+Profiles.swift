import ChatWire

// Profiles of other users. Each is requested once on a connection, when the app shows the person.
// What changes afterwards is pushed, as long as the two are in a room together.
extension Chat {
    /// Whether the user's profile was requested on this connection.
    package func hasRequestedProfile(of user: UserID) -> Bool { profilesAsked.contains(user) }

    mutating func wantProfiles(_ users: [UserID]) {
        if profilesAsked.count + users.count > Limits.profilesKept { profilesAsked.removeAll() }
        guard isConnected else { return }
        var new: [UserID] = []
        for user in users where new.count < Limits.profilesKept && profilesAsked.insert(user).inserted {
            new.append(user)
        }
        var rest = new[...]
        while !rest.isEmpty {
            let page = Array(rest.prefix(Limits.profilesPage))
            rest = rest.dropFirst(page.count)
            ask(.profiles(page), .profiles(page))
        }
    }

    /// Takes what a user has changed of their profile, if theirs was requested. An answer that is
    /// still to come may be older than the change.
    mutating func changedProfile(of user: UserID, _ change: ProfileChange) {
        guard profilesAsked.contains(user) || profiles[user] != nil else { return }
        if requests.isAskingProfile(of: user) { return profileChanges[user, default: ProfileChange()].add(change) }
        apply(change, toProfileOf: user)
        pendingChanges.rooms = true
    }

    private mutating func apply(_ change: ProfileChange, toProfileOf user: UserID) {
        var profile = Profile(profiles[user])
        profile.apply(change)
        if profiles[user] != nil || profiles.count < Limits.profilesKept {
            profiles[user] = ShownProfile(user, profile)
        }
    }

    /// These users' profiles were not given now.
    mutating func refusedProfiles(of users: [UserID]) {
        profilesAsked.subtract(users)
        for user in users { profileChanges[user] = nil }
    }

    /// Takes the answer about these users. A user without an entry in it has an empty profile.
    mutating func showed(_ users: [UserID], _ shown: [ShownProfile]) {
        for user in users { profiles[user] = nil }
        if profiles.count + users.count > Limits.profilesKept {
            // Those of this connection stay, because they are not requested again.
            profiles = profiles.filter { profilesAsked.contains($0.key) }
        }
        for profile in shown where users.contains(profile.user) && profiles.count < Limits.profilesKept {
            profiles[profile.user] = profile
        }
        for user in users {
            if let change = profileChanges.removeValue(forKey: user) { apply(change, toProfileOf: user) }
        }
        pendingChanges.rooms = true
    }
}
