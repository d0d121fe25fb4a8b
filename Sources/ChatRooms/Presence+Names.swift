import ChatWire

// The names under which people are here.
extension Presence {
    /// Lets a user in under a name that no one else present has, or that could be taken for someone
    /// else's.
    ///
    /// - Throws: ``WireError/Code/nameTaken``.
    public mutating func claim(_ name: ConfusableSkeleton, for user: UserID) throws(WireError) {
        if reservations?.refuses(name, to: user) == true { throw .taken(name) }
        // Nobody keeps an account's owner from their own name, nor does the owner of another
        // account whose name looks like it.
        let isOwn = reservations?.isName(name, of: user) == true
        let isOwners = isOwn || reservations?.holder(of: name) == user
        for look in name.looks {
            if names[look]?.hasOther(than: user) == true, !isOwn { throw .taken(name) }
            if shared[look] != nil, !isOwners { throw .taken(name) }
        }
        for look in name.looks { names[look, default: NameHolders()].add(user) }
    }

    /// Finds what the name looks like, and lets a user in under it.
    ///
    /// - Throws: ``WireError/Code/nameTaken``; then nothing changed.
    public mutating func claim(_ name: String, for user: UserID) throws(WireError) {
        try claim(ConfusableSkeleton(of: name), for: user)
    }

    /// Lets a user in under a name that others may bear, too, but that belongs to no account.
    mutating func share(_ name: ConfusableSkeleton, for user: UserID) throws(WireError) {
        if reservations?.refuses(name, to: user) == true { throw .taken(name) }
        for look in name.looks { shared[look, default: 0] += 1 }
    }

    /// Whether someone else who is connected has this name, or one that looks like it.
    package func holds(_ name: ConfusableSkeleton, butBy user: UserID) -> Bool {
        name.looks.contains { look in shared[look] != nil || names[look]?.hasOther(than: user) == true }
    }

    /// Gives a claimed name back.
    public mutating func release(_ name: String, of user: UserID) {
        release(ConfusableSkeleton(of: name), of: user, sharing: false)
    }

    mutating func release(_ name: ConfusableSkeleton, of user: UserID, sharing: Bool) {
        if sharing {
            for look in name.looks {
                let uses = shared[look, default: 0] - 1
                shared[look] = uses > 0 ? uses : nil
            }
            return
        }
        for look in name.looks {
            guard var holders = names[look] else { continue }
            holders.remove(user)
            names[look] = holders.isEmpty ? nil : holders
        }
    }

    /// Lets a connection of the SwiftChat protocol, which has no introduction, speak as `user`
    /// under `name`.
    ///
    /// Such a user holds no name, so that two of them may share one; but the name of someone who
    /// introduced themselves is theirs alone. An id belongs to the connection that spoke under it
    /// first, as long as that is open. Another connection that uses it is heard, but under a
    /// stand-in: it may be the same person, whose old connection is not known to be dead yet.
    /// - Parameters:
    ///   - held: the id that belongs to this connection so far
    ///   - standIn: an id that no client can claim
    /// - Returns: `user`, which belongs to this connection now, or `standIn`.
    /// - Throws: ``WireError/Code/nameTaken``; then nothing changed.
    public mutating func speak(
        as user: UserID, _ name: ConfusableSkeleton, held: UserID?, standIn: UserID
    ) throws(WireError) -> UserID {
        guard name.looks.allSatisfy({ names[$0] == nil && shared[$0] == nil }),
            reservations?.refuses(name, to: nil) != true
        else { throw .taken(name) }
        guard user != held else { return user }
        if let held { fallSilent(held) }
        return speakers.insert(user).inserted ? user : standIn
    }

    /// The connection that spoke as `user` does so no more.
    public mutating func fallSilent(_ user: UserID) { speakers.remove(user) }
}

extension WireError {
    fileprivate static func taken(_ name: ConfusableSkeleton) -> WireError { nameTaken(name.name) }
}
