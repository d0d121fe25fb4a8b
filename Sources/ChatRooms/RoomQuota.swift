import ChatWire

/// Decides which new events may make a room: each user, all users of one address, and all users of
/// one site's IPv6 addresses together may make so many at once and then slowly more.
///
/// A room is for good as soon as something is in it, and guests are free: without quotas a few of
/// them take all rooms that a log may have. Guests' own logs have a quota of their own, so that one
/// guest who uses up the rooms of an address can't keep the others there from blocking people.
package struct RoomQuota: Sendable {
    private var users: TokenBuckets<UserID>?
    private var rooms: AddressQuota?
    private var ownLogs: AddressQuota?
    private let spendings: Spendings?

    /// Creates quotas of which nothing is used.
    ///
    /// - Parameter spendings: notes new rooms; `nil` without other servers
    package init(_ rates: RoomRates = RoomRates(), telling spendings: Spendings? = nil) {
        self.spendings = spendings
        users = rates.user.map { TokenBuckets($0, capacity: Limits.roomQuotasKept) }
        rooms = rates.address.map {
            AddressQuota($0, capacity: Limits.roomQuotasKept, as: .newRooms, telling: spendings)
        }
        ownLogs = rates.address.map { _ in
            AddressQuota(
                TokenBucket.Rate(Limits.newOwnLogsPerAddress, within: Limits.newRoomsPeriod),
                capacity: Limits.roomQuotasKept, as: .newOwnLogs, telling: spendings)
        }
    }

    /// Takes what was spent on another server.
    package mutating func take(_ spending: Spending, at now: Int64) {
        switch (spending.limit, spending.payer) {
        case (.newRooms, .user(let user)): users?.owe(spending.count, of: user, at: now)
        case (.newRooms, _): rooms?.take(spending, at: now)
        case (.newOwnLogs, _): ownLogs?.take(spending, at: now)
        default: break
        }
    }

    /// What was taken for the rooms that a batch may make.
    package struct Charges: Sendable {
        fileprivate var byRoom: [RoomName: (user: UserID, address: ClientAddress)] = [:]
    }

    /// Takes what the rooms cost that a batch may make, and has those new events refused
    /// (``NewEvent/roomRefusal``) for which nothing is left.
    ///
    /// Several new events of a batch for one new room cost as much as one.
    ///
    /// - Parameters:
    ///   - addresses: the address of each new event
    ///   - now: nanoseconds of a clock that does not go back
    ///   - isNew: whether a room has no event yet
    package mutating func admit(
        _ newEvents: inout [NewEvent], from addresses: [ClientAddress], at now: Int64, where isNew: (RoomName) -> Bool
    ) -> Charges {
        var charges = Charges()
        for index in newEvents.indices where index < addresses.count {
            let room = newEvents[index].room
            guard room != .lobby, newEvents[index].mayMakeRoom, newEvents[index].roomRefusal == nil, isNew(room),
                charges.byRoom[room] == nil
            else { continue }
            let user = newEvents[index].author.user
            newEvents[index].roomRefusal = take(room, user, addresses[index], at: now)
            if newEvents[index].roomRefusal == nil { charges.byRoom[room] = (user, addresses[index]) }
        }
        return charges
    }

    /// Gives back what was taken for rooms that were not made.
    package mutating func settle(_ charges: Charges, _ newEvents: [NewEvent], _ outcomes: [AppendOutcome]) {
        guard !charges.byRoom.isEmpty else { return }
        var unused = charges.byRoom
        for (newEvent, outcome) in zip(newEvents, outcomes) {
            if case .appended = outcome { unused[newEvent.room] = nil }
        }
        for (room, (user, address)) in unused {
            if case .own = room.kind {
                ownLogs?.giveBack(address)
            } else {
                users?.giveBack(user)
                spendings?.takeBack(Spending(.newRooms, of: .user(user), 1))
                rooms?.giveBack(address)
            }
        }
    }

    private mutating func take(
        _ room: RoomName, _ user: UserID, _ address: ClientAddress, at now: Int64
    ) -> WireError? {
        if case .own = room.kind {
            return ownLogs?.take(address, at: now).map { wait in
                WireError(
                    .tooManyNewRoomsHere,
                    "Too many guests of your network address keep something on this server; try again \(Self.later(wait)), or make an account.",
                    retry: wait)
            }
        }
        if let wait = users?.wait(user, at: now) {
            return WireError(
                .tooManyNewRooms,
                "You have made too many new rooms: write in one that exists, or make another \(Self.later(wait)).",
                retry: wait)
        }
        if let wait = rooms?.take(address, at: now) {
            return WireError(
                .tooManyNewRoomsHere,
                "Too many new rooms were made from your network address: write in one that exists, or make another \(Self.later(wait)).",
                retry: wait)
        }
        _ = users?.take(user, at: now)
        if let spendings, users?.isLow(user, at: now) == true {
            spendings.note(Spending(.newRooms, of: .user(user), 1))
        }
        return nil
    }

    static func later(_ milliseconds: UInt64) -> String {
        let minutes = (milliseconds + 59_999) / 60_000
        return minutes == 1 ? "in a minute" : "in \(minutes) minutes"
    }
}

/// How many new rooms a user may make, and all users of one address together; `nil` for no limit.
public struct RoomRates: Hashable, Sendable {
    /// A user's rate.
    public var user: TokenBucket.Rate?
    /// The rate of all users of one address together.
    public var address: TokenBucket.Rate?

    /// - Parameters:
    ///   - user: at once; as many again come back within an hour
    ///   - address: the same
    public init(user: Int? = Limits.newRoomsPerUser, address: Int? = Limits.newRoomsPerAddress) {
        self.user = user.map { TokenBucket.Rate($0, within: Limits.newRoomsPeriod) }
        self.address = address.map { TokenBucket.Rate($0, within: Limits.newRoomsPeriod) }
    }
}
