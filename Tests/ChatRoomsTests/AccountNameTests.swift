import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// An account's name belongs to nobody else: not to another account, and not to a guest who is
/// connected, in any order of events.
@Suite struct AccountNameTests {
    /// Names of three looks, in spellings that look alike.
    private static let names = [
        "paypal", "PayPal", "раураl", "paypaI", "ｐａｙｐａｌ", "pay pal", "ann", "ANN", "аnn", "Ann", "corn", "com", "Corn",
    ]

    /// A server's names, and what this test itself knows of their owners.
    private struct World {
        var random: SeededGenerator
        let reservations = NameReservations()
        var presence: Presence
        var accounts: [UserID: Account] = [:]
        /// Connections, each with the name under which it was let in.
        var connected: [(user: UserID, name: ConfusableSkeleton)] = []
        var users: [UserID] = (1...5).map { UserID(high: $0, low: 1) }

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            presence = Presence(reservations: reservations)
        }

        mutating func step() {
            guard let user = users.randomElement(using: &random),
                let text = AccountNameTests.names.randomElement(using: &random)
            else { return }
            let name = ConfusableSkeleton(of: text)
            switch UInt8.random(in: 0..<8, using: &random) {
            case 0..<3:
                if (try? presence.introduce(user, name)) != nil { connected.append((user, name)) }
            case 3..<5:
                guard !connected.isEmpty else { return }
                let (user, name) = connected.remove(at: Int.random(in: connected.indices, using: &random))
                _ = presence.dismiss(user, name)
            case 5..<7:
                let account = Account(user: user, name: text, created: 0)
                let isMade = (try? reservations.claim(account) { presence.holds($0, butBy: user) }) != nil
                if isMade { accounts[user] = account }
            default:
                guard let account = accounts.removeValue(forKey: user) else { return }
                reservations.free(ConfusableSkeleton(of: account.name), of: user, isKept: true)
                // The id of a closed account stays reserved: its user comes back under another id.
                users.removeAll { $0 == user }
                users.append(UserID(high: user.high, low: user.low + 1))
            }
        }

        func check() {
            var owners: [String: UserID] = [:]
            for account in accounts.values {
                let name = ConfusableSkeleton(of: account.name)
                #expect(reservations.holder(of: name) == account.user, "\(account.name)")
                for look in name.looks {
                    #expect(owners.updateValue(account.user, forKey: look) == nil, "\(account.name) has two owners")
                }
            }
            for (user, name) in connected {
                let owner = name.looks.compactMap { owners[$0] }.first
                #expect(owner == nil || owner == user, "somebody else is connected as \(name.name)")
            }
        }
    }

    @Test(arguments: UInt64(1)...60)
    func `an account's name never belongs to two while people come, go, register and close accounts`(seed: UInt64) {
        var world = World(seed: seed)
        for _ in 0..<200 {
            world.step()
            world.check()
        }
    }

    @Test func `of many who register names that look alike at once, one gets it`() async {
        for _ in 0..<50 {
            let reservations = NameReservations()
            let made = await withTaskGroup(of: Bool.self) { group in
                for (number, name) in ["ann", "ANN", "аnn", "Ann", "a nn", "ａｎｎ"].enumerated() {
                    group.addTask {
                        let account = Account(user: UserID(high: UInt64(number), low: 1), name: name, created: 0)
                        return (try? reservations.claim(account) { _ in false }) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(made == 1)
        }
    }
}
