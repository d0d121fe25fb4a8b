import ChatWire

/// Who is connected to one server, and in which rooms they are.
package struct ServerPeople: Hashable, Sendable {
    private struct Introduction: Hashable, Comparable {
        var author: Author
        var sharesName: Bool

        static func < (one: Introduction, other: Introduction) -> Bool {
            one.author.order == other.author.order
                ? !one.sharesName && other.sharesName : one.author.order < other.author.order
        }
    }

    private struct Place: Hashable, Comparable {
        var room: RoomName
        var author: Author
        var silently: Bool

        static func < (one: Place, other: Place) -> Bool {
            if one.room != other.room { return one.room.text < other.room.text }
            return one.author.order == other.author.order
                ? !one.silently && other.silently : one.author.order < other.author.order
        }
    }

    private var introductions: [Introduction: Int] = [:]
    private var places: [Place: Int] = [:]
    /// How far somebody had read a room when they entered it.
    private var reads: [Place: ReadPoint] = [:]

    /// A server without people.
    package init() {}

    package mutating func note(_ change: PresenceChange) {
        switch change {
        case .introduced(let author, let sharesName):
            introductions[Introduction(author: author, sharesName: sharesName), default: 0] += 1
        case .dismissed(let author, let sharesName):
            Self.takeOne(Introduction(author: author, sharesName: sharesName), from: &introductions)
        case .entered(let room, let author, let read, let silently):
            let place = Place(room: room, author: author, silently: silently)
            places[place, default: 0] += 1
            if let read { reads[place] = read }
        case .exited(let room, let author, let silently, _):
            let place = Place(room: room, author: author, silently: silently)
            Self.takeOne(place, from: &places)
            if places[place] == nil { reads[place] = nil }
        }
    }

    private static func takeOne<Key>(_ key: Key, from counts: inout [Key: Int]) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }

    /// The changes that make these people of `former`, in an order that depends on nothing else.
    ///
    /// Who leaves comes first, so that their names are free.
    ///
    /// - Parameter read: how far a user has read a room by now; `nil` where that is not known
    package func changes(
        from former: ServerPeople = ServerPeople(), read: (RoomName, UserID) -> ReadPoint? = { _, _ in nil }
    ) -> [PresenceChange] {
        var changes: [PresenceChange] = []
        for (place, count) in Self.more(former.places, places) {
            changes += Array(
                repeating: .exited(place.room, place.author, silently: place.silently), count: count)
        }
        for (person, count) in Self.more(former.introductions, introductions) {
            changes += Array(
                repeating: .dismissed(person.author, sharesName: person.sharesName), count: count)
        }
        for (person, count) in Self.more(introductions, former.introductions) {
            changes += Array(
                repeating: .introduced(person.author, sharesName: person.sharesName), count: count)
        }
        for (place, count) in Self.more(places, former.places) {
            let read = read(place.room, place.author.user) ?? reads[place]
            changes += Array(
                repeating: .entered(place.room, place.author, read: read, silently: place.silently), count: count)
        }
        return changes
    }

    /// What `counts` have more than `others`.
    private static func more<Key: Hashable & Comparable>(
        _ counts: [Key: Int], _ others: [Key: Int]
    ) -> [(key: Key, count: Int)] {
        counts.compactMap { key, count in
            let more = count - others[key, default: 0]
            return more > 0 ? (key: key, count: more) : nil
        }
        .sorted { $0.key < $1.key }
    }
}

extension Author {
    fileprivate var order: (UInt64, UInt64, String) { (user.high, user.low, name) }
}
