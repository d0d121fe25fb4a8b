import ChatRooms
import ChatWire

/// What the appender has read of what users have chosen, whom they block and what they show of
/// themselves: single entries, in bounded tables, and how many a user has. A user may have
/// thousands, so they are never read together. Like the tables of ``EventWriter``, it is ahead of
/// the disk during a transaction.
package struct OwnFolds {
    private struct Chosen: Hashable {
        var user: UserID
        var room: RoomName
    }

    private struct Block: Hashable {
        var user: UserID
        var person: UserID
    }

    private struct Counts {
        var choices: UInt64
        var blocked: UInt64
    }

    private var choices: [Chosen: Choice] = [:]
    private var blocks: [Block: Bool] = [:]
    private var profiles: [UserID: Profile] = [:]
    private var counts: [UserID: Counts] = [:]

    package init() {}

    mutating func blocks(_ user: UserID, _ person: UserID, _ db: any SQLDatabase) throws -> Bool {
        let block = Block(user: user, person: person)
        if let known = blocks[block] { return known }
        try read([block], db)
        return blocks[block] ?? false
    }

    mutating func profile(of user: UserID, _ db: any SQLDatabase) throws -> Profile {
        if let known = profiles[user] { return known }
        let profile = try Choices.profile(of: user, db)
        remember(profile, user, in: &profiles)
        return profile
    }

    /// The number of rooms, without `room`, about which the user has chosen something.
    mutating func choices(of user: UserID, besides room: RoomName, _ db: any SQLDatabase) throws -> UInt64 {
        let isChosen = try choice(of: user, room, db) != Choice()
        return try counts(of: user, db).choices.less(isChosen)
    }

    /// The number of people, without `person`, whom the user blocks.
    mutating func blocked(by user: UserID, besides person: UserID, _ db: any SQLDatabase) throws -> UInt64 {
        let isBlocked = try blocks(user, person, db)
        return try counts(of: user, db).blocked.less(isBlocked)
    }

    private mutating func choice(of user: UserID, _ room: RoomName, _ db: any SQLDatabase) throws -> Choice {
        let chosen = Chosen(user: user, room: room)
        if let known = choices[chosen] { return known }
        try read([chosen], db)
        return choices[chosen] ?? Choice()
    }

    private mutating func counts(of user: UserID, _ db: any SQLDatabase) throws -> Counts {
        if let known = counts[user] { return known }
        try read([user], db)
        return counts[user] ?? Counts(choices: 0, blocked: 0)
    }

    /// Reads what these new events need and what is not known, many with one statement.
    mutating func prepare(_ newEvents: [NewEvent], _ db: any SQLDatabase) throws {
        var (chosen, blocking, counted): (Set<Chosen>, Set<Block>, Set<UserID>) = ([], [], [])
        for newEvent in newEvents {
            let user = newEvent.author.user
            switch newEvent.mutation.content.own {
            case .choice(let change)?:
                chosen.insert(Chosen(user: user, room: change.room))
                counted.insert(user)
            case .block(let person, _)?:
                blocking.insert(Block(user: user, person: person))
                counted.insert(user)
            case .profile?, nil: break
            }
            if let person = newEvent.personWhoMayBlock { blocking.insert(Block(user: person, person: user)) }
        }
        // One query for many. What only one event needs is read with that event.
        let (newChoices, newBlocks) = (chosen.filter { choices[$0] == nil }, blocking.filter { blocks[$0] == nil })
        if newChoices.count > 1 { try read(Array(newChoices), db) }
        if newBlocks.count > 1 { try read(Array(newBlocks), db) }
        let newCounts = counted.filter { counts[$0] == nil }
        if newCounts.count > 1 { try read(Array(newCounts), db) }
    }

    private mutating func read(_ wanted: [Chosen], _ db: any SQLDatabase) throws {
        for chosen in wanted { remember(Choice(), chosen, in: &choices) }
        for group in Rows.groups(of: wanted) {
            let find = try RawStatement(group.count == 1 ? Self.selectChoice : Self.selectChoices, in: db)
            for (index, chosen) in group.enumerated() {
                find.bind(chosen.user, at: Int32(2 * index + 1))
                try find.bind(chosen.room.text, at: Int32(2 * index + 2))
            }
            while try find.step() {
                guard let user: UserID = find.id(0), let room = find.text(1).flatMap({ RoomName($0) }) else { continue }
                choices[Chosen(user: user, room: room)] = Choices.choice(json: find.text(2) ?? "")
            }
        }
    }

    private mutating func read(_ wanted: [Block], _ db: any SQLDatabase) throws {
        for block in wanted { remember(false, block, in: &blocks) }
        for group in Rows.groups(of: wanted) {
            let find = try RawStatement(group.count == 1 ? Self.selectBlock : Self.selectBlocks, in: db)
            for (index, block) in group.enumerated() {
                find.bind(block.user, at: Int32(2 * index + 1))
                find.bind(block.person, at: Int32(2 * index + 2))
            }
            while try find.step() {
                if let user: UserID = find.id(0), let person: UserID = find.id(1) {
                    blocks[Block(user: user, person: person)] = true
                }
            }
        }
    }

    private mutating func read(_ wanted: [UserID], _ db: any SQLDatabase) throws {
        for user in wanted { remember(Counts(choices: 0, blocked: 0), user, in: &counts) }
        for group in Rows.groups(of: wanted) {
            let count = try RawStatement(group.count == 1 ? Self.countOne : Self.countMany, in: db)
            for (index, user) in group.enumerated() { count.bind(user, at: Int32(index + 1)) }
            while try count.step() {
                guard let user: UserID = count.id(0) else { continue }
                counts[user] = Counts(
                    choices: UInt64(clamping: count.integer(1)), blocked: UInt64(clamping: count.integer(2)))
            }
        }
    }

    private static func selectChoices(_ count: Int) -> String {
        """
        SELECT choice.user, choice.room, choice.change
        FROM (VALUES \(Rows.parameters(count, each: "(?, ?)"))) AS asked
        JOIN choice ON choice.user = asked.column1 AND choice.room = asked.column2
        """
    }

    private static func selectBlocks(_ count: Int) -> String {
        """
        SELECT block.user, block.person
        FROM (VALUES \(Rows.parameters(count, each: "(?, ?)"))) AS asked
        JOIN block ON block.user = asked.column1 AND block.person = asked.column2
        """
    }

    private static func count(_ users: Int) -> String {
        """
        SELECT asked.column1, (SELECT count(*) FROM choice WHERE choice.user = asked.column1),
        (SELECT count(*) FROM block WHERE block.user = asked.column1)
        FROM (VALUES \(Rows.parameters(users, each: "(?)"))) AS asked
        """
    }

    private static let selectChoice = selectChoices(1)
    private static let selectChoices = selectChoices(Limits.databaseRows)
    private static let selectBlock = selectBlocks(1)
    private static let selectBlocks = selectBlocks(Limits.databaseRows)
    private static let countOne = count(1)
    private static let countMany = count(Limits.databaseRows)

    private func remember<Key: Hashable, Value>(_ value: Value, _ key: Key, in table: inout [Key: Value]) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if table.count >= Limits.standingsKnown { table = [:] }
        table[key] = value
    }

    /// Takes in an event of a user's own log, and writes what it has changed.
    package mutating func fold(_ event: Event, of user: UserID, _ db: any SQLDatabase) throws {
        switch event.content.own {
        case .choice(let change)?:
            let former = try choice(of: user, change.room, db)
            var choice = former
            choice.apply(change)
            try Choices.keep(choice == Choice() ? nil : choice, of: user, change.room, db)
            remember(choice, Chosen(user: user, room: change.room), in: &choices)
            counts[user]?.choices.count(former != Choice(), choice != Choice())
        case .block(let person, let on)?:
            let wasBlocked = try blocks(user, person, db)
            try Choices.block(person, by: user, on: on, db)
            remember(on, Block(user: user, person: person), in: &blocks)
            counts[user]?.blocked.count(wasBlocked, on)
        case .profile(let change)?:
            var profile = try profile(of: user, db)
            profile.apply(change)
            try Choices.keep(profile, of: user, db)
            remember(profile, user, in: &profiles)
        case nil: break
        }
    }

    /// Takes in an event that another server has written.
    mutating func note(_ event: Event, in room: RoomName) {
        guard case .own(let user) = room.kind else { return }
        counts[user] = nil
        switch event.content.own {
        case .choice(let change)?: choices[Chosen(user: user, room: change.room)] = nil
        case .block(let person, _)?: blocks[Block(user: user, person: person)] = nil
        case .profile?: profiles[user] = nil
        case nil: break
        }
    }
}

extension UInt64 {
    /// Counts a change of one entry: whether it was there before, and whether it is there now.
    fileprivate mutating func count(_ wasThere: Bool, _ isThere: Bool) {
        if isThere, !wasThere { self += 1 }
        if wasThere, !isThere { self = less(true) }
    }

    /// One less if the entry is there. Never below 0: one table may have been forgotten without the
    /// others.
    fileprivate func less(_ isThere: Bool) -> UInt64 { isThere && self > 0 ? self - 1 : self }
}
