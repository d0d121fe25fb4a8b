import ChatWire

// What others show of themselves. Each profile is asked for once on a connection, when the app
// shows the person.
extension Chat {
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

    /// Takes the answer for these users. Who is not in it shows nothing.
    mutating func showed(_ users: [UserID], _ shown: [ShownProfile]) {
        if profiles.count + users.count > Limits.profilesKept { profiles.removeAll() }
        for user in users { profiles[user] = nil }
        for profile in shown where users.contains(profile.user) { profiles[profile.user] = profile }
        pendingChanges.rooms = true
    }
}
