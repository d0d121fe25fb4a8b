import ChatRooms
import ChatServer
import ChatTesting
import ChatWire

/// What the operator asks of one of the servers about a user.
struct BanCommand {
    let user: UserID
    /// Whether the user is banned, or not any more.
    let isOn: Bool
}

/// The operator bans people who seek names, and takes bans back.
extension World {
    mutating func ban(_ server: SimulatedServer) {
        let users = seekers.compactMap(\.user)
        guard let user = users.randomElement(using: &random) else { return }
        // Of two commands about one user the order would not be known.
        guard !banCommands.values.contains(where: { $0.user == user }) else { return }
        let command = BanCommand(user: user, isOn: !banned.contains(user))
        accountRequests += 1
        banCommands[accountRequests] = command
        if !command.isOn {
            banned.remove(user)
            note(.unbans(user))
        }
        server.command(
            command.isOn ? .ban(ServerBan(.user(user))) : .unban(.user(user)), accountRequests, at: clock)
    }

    /// - Returns: whether it was the answer to a command about a ban
    mutating func answered(ban number: AccountRequestID, _ answer: Result<SignedIn?, WireError>) -> Bool {
        guard let command = banCommands.removeValue(forKey: number) else { return false }
        if command.isOn, case .success = answer {
            banned.insert(command.user)
            note(.banned(command.user))
        }
        return true
    }

    /// When everything is quiet: those who are banned try to come in, at each server.
    mutating func letBannedTry() {
        note(.bansSettled)
        for id in seekers.indices {
            guard let user = seekers[id].user, banned.contains(user) else { continue }
            for place in site.server?.places ?? [] {
                guard let server = site.server, server.isListening else { return }
                let link = seekers[id].nextLink()
                server.connect(link, .v1, to: place, window: .max, at: clock)
                sayHello(as: nil, seekers[id].session ?? seekers[id].guest, on: link, server)
                pass(2_000)
                hungUp(link)
            }
        }
    }
}
