import ChatWire

/// A cache of read marks. A new mark that is lower than the cached one is told to nobody.
///
/// If the cache has no mark of a person, a new one is told. In a cluster it may be lower than a
/// mark that another server has stored. Clients ignore such a mark.
struct KnownMarks: Sendable {
    private var known: [PersonInRoom: Seq] = [:]

    /// Reads the mark of a person who sets a new one now, unless the store is on another machine:
    /// waiting for its answer would hold up the commit.
    mutating func prepare(_ person: PersonInRoom, _ store: any MessageStore) {
        guard known[person] == nil, !store.isRemote,
            let mark = try? store.mark(of: person.user, in: person.room)
        else { return }
        remember(mark.seq, of: person)
    }

    /// Notes a new person. The store has no mark of them.
    mutating func begin(_ person: PersonInRoom) {
        if known[person] == nil { remember(0, of: person) }
    }

    /// Notes the mark that the store has.
    mutating func remember(_ seq: Seq, of person: PersonInRoom) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if known.count >= Limits.marksKnown, known[person] == nil { known.removeAll(keepingCapacity: true) }
        known[person] = seq
    }

    /// Notes a mark that was stored now.
    ///
    /// - Returns: whether others are told; not if it is lower than the cached one
    mutating func advance(_ person: PersonInRoom, to seq: Seq) -> Bool {
        if let before = known[person], seq < before { return false }
        remember(seq, of: person)
        return true
    }
}
