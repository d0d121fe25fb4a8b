import ChatWire

/// What a server has to tell the others that share its log: news, and now and then all its people.
///
/// All people are told in slices. News that do not depend on them are told before the rest of them;
/// changes of people, and what they have read, follow behind them.
package struct OutgoingNews: Sendable {
    private var items: [ServerMessage.Item] = []
    /// Whether one of ``items`` is ``ServerMessage/Item/appended``.
    private var saysAppended = false
    /// What is left to tell of all people.
    private var people: ArraySlice<ServerMessage.Item> = []
    /// What follows behind all people.
    private var behindPeople: [ServerMessage.Item] = []

    /// Creates the value without news.
    package init() {}

    /// Whether there is nothing to tell.
    package var isEmpty: Bool { items.isEmpty && people.isEmpty && behindPeople.isEmpty }

    /// Adds news.
    ///
    /// - Returns: whether there was room. With more than ``ChatWire/Limits/busQueue`` news, all of
    ///   them are dropped, and what is left of the people, too.
    package mutating func add(_ news: [ServerMessage.Item]) -> Bool {
        guard items.count + behindPeople.count + news.count <= Limits.busQueue else {
            self = OutgoingNews()
            return false
        }
        for item in news { add(item) }
        return true
    }

    private mutating func add(_ item: ServerMessage.Item) {
        switch item {
        case .appended:
            guard !saysAppended else { return }
            saysAppended = true
        case .presence, .mark:
            guard people.isEmpty else { return behindPeople.append(item) }
        case .goodbye:
            // The people leave with the server.
            people = []
            behindPeople = []
        case .peopleBegin, .peopleEnd, .tellPeople, .typing, .draft, .sessionsEnded, .nameTaken, .nameFreed,
            .bansChanged, .spent, .busyAddresses:
            break
        }
        items.append(item)
    }

    /// Adds all people, unless they are being told. Changes that are added later are told behind
    /// them.
    package mutating func addAll(_ people: [PresenceChange]) {
        guard self.people.isEmpty else { return }
        self.people = ([.peopleBegin] + people.map { .presence($0) } + [.peopleEnd])[...]
    }

    /// Takes the news, and the next ``ChatWire/Limits/busPeople`` items of all people.
    package mutating func takeNext() -> [ServerMessage.Item] {
        var next = items + people.prefix(Limits.busPeople)
        items = []
        saysAppended = false
        people = people.dropFirst(Limits.busPeople)
        if people.isEmpty {
            people = []
            next += behindPeople
            behindPeople = []
        }
        return next
    }
}
