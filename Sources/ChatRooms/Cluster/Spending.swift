import ChatWire

/// What somebody has used of a rate limit on one server. The other servers of a cluster take it
/// from the same limit there, so that the limit holds for all servers together.
package struct Spending: Hashable, Sendable {
    /// Whose limit it is.
    package enum Payer: Hashable, Sendable {
        case user(UserID)
        case address(ClientAddress)
        /// An IPv6 site, as ``ClientAddress/ofSite``.
        case site(ClientAddress)
        /// An account's name, as ``SignInAttempts/key(_:)`` writes it.
        case name(String)
    }

    /// Which limit it is.
    package enum Limit: String, CaseIterable, Hashable, Sendable {
        /// A user's, and an address's (``AddressBudget``).
        case messages
        case signals, hellos, uploads, refusals, requests, storedMessages, storedFiles
        /// New connections of an address.
        case arrivals
        case signIns, registrations
        case newRooms, newOwnLogs
        case reports, guestReports, held
        /// The limits of an address for one subject (``OriginQuota``).
        case directRooms, invitations, groupPlaces, sanctions, entryRequests, entries, ownEntries
    }

    /// Whom or what something is done to, where the limit is for each by itself.
    package enum Subject: Hashable, Sendable {
        case person(UserID)
        case room(RoomName)
        /// A person's place in a room.
        case place(UserID, RoomName)
    }

    package var payer: Payer
    package var limit: Limit
    /// `nil` for a limit that is not for each subject by itself.
    package var subject: Subject?
    /// Tokens.
    package var count: Int
    /// Bytes of the texts of messages; 0 for other limits.
    package var bytes: Int

    package init(_ limit: Limit, of payer: Payer, to subject: Subject? = nil, _ count: Int, bytes: Int = 0) {
        self.limit = limit
        self.payer = payer
        self.subject = subject
        self.count = count
        self.bytes = bytes
    }
}

/// Collects the spendings that the other servers are to be told. Any thread.
///
/// A spending is noted only where less than half of the limit is left after it. So hardly anybody
/// is told of, except those who would use the limits of several servers.
package final class Spendings: Sendable {
    private struct Key: Hashable {
        var payer: Spending.Payer
        var limit: Spending.Limit
        var subject: Spending.Subject?

        init(_ spending: Spending) { (payer, limit, subject) = (spending.payer, spending.limit, spending.subject) }
    }

    private struct Noted {
        var spendings: [Spending] = []
        var places: [Key: Int] = [:]
    }

    private let noted = Locked(Noted())

    package init() {}

    /// - Parameter spending: left out if ``ChatWire/Limits/spendingsTold`` others are noted
    package func note(_ spending: Spending) {
        let key = Key(spending)
        noted.withLock { noted in
            if let place = noted.places[key] {
                noted.spendings[place].add(spending)
            } else if noted.spendings.count < Limits.spendingsTold {
                noted.places[key] = noted.spendings.count
                noted.spendings.append(spending)
            }
        }
    }

    /// Takes a note back: what was spent was given back.
    package func takeBack(_ spending: Spending) {
        noted.withLock { noted in
            guard let place = noted.places[Key(spending)] else { return }
            noted.spendings[place].count = max(0, noted.spendings[place].count - spending.count)
        }
    }

    /// What was noted since the last call, in the order of the first notes.
    package func takeAll() -> [Spending] {
        noted.withLock { noted in
            defer { noted = Noted() }
            return noted.spendings.filter { $0.count > 0 || $0.bytes > 0 }
        }
    }
}

extension Spending {
    fileprivate mutating func add(_ other: Spending) {
        func sum(_ one: Int, _ other: Int) -> Int {
            let (sum, isHuge) = one.addingReportingOverflow(other)
            return isHuge ? one : sum
        }
        (count, bytes) = (sum(count, other.count), sum(bytes, other.bytes))
    }
}

extension ClientAddress {
    /// The address as servers write it to one another; `nil` for one that no limit covers.
    package var text: String? {
        switch network {
        case .v4(let number): "4." + String(number, radix: 16)
        case .v6(let number): "6." + String(number, radix: 16)
        case .fileSystem, .unknown: nil
        }
    }

    /// `nil` unless `text` is an address as ``text`` writes it.
    package init?(text: String) {
        let number = text.dropFirst(2)
        switch text.prefix(2) {
        case "4.":
            guard let number = UInt32(number, radix: 16) else { return nil }
            self.init(.v4(number), isLocal: false)
        case "6.":
            guard let number = UInt64(number, radix: 16) else { return nil }
            self.init(.v6(number), isLocal: false)
        default: return nil
        }
    }
}
