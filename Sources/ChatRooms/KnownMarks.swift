import ChatWire

/// Caches how far people have read rooms, so that nobody is told a read mark that is lower than the
/// one before.
///
/// A mark that is not known is told. In a cluster this may also be one that is lower than a mark
/// which another server has kept. Clients ignore it.
struct KnownMarks: Sendable {
    private var known: [PersonInRoom: Seq] = [:]

    /// Reads the mark of a person who is about to set one. A store on another machine is not asked:
    /// that would hold up the commit.
    mutating func prepare(_ person: PersonInRoom, _ store: any MessageStore) {
        guard known[person] == nil, !store.isRemote,
            let mark = try? store.mark(of: person.user, in: person.room)
        else { return }
        remember(mark.seq, of: person)
    }

    /// Takes a person who is new, and of whom the store can't have a mark.
    mutating func begin(_ person: PersonInRoom) {
        if known[person] == nil { remember(0, of: person) }
    }

    /// Takes what the store has told.
    mutating func remember(_ seq: Seq, of person: PersonInRoom) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if known.count >= Limits.marksKnown, known[person] == nil { known.removeAll(keepingCapacity: true) }
        known[person] = seq
    }

    /// Takes a mark that the store has got.
    ///
    /// - Returns: whether it is not lower than the one before
    mutating func advance(_ person: PersonInRoom, to seq: Seq) -> Bool {
        if let before = known[person], seq < before { return false }
        remember(seq, of: person)
        return true
    }
}
