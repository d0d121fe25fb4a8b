import ChatRooms
import ChatWire

/// Who is kept off the servers.
extension Checker {
    /// INV59: nobody is let in who is banned from the server, and nobody who was banned stays.
    ///
    /// A ban holds from when the command has ended: at once on a single server, and on several from
    /// when all have heard of it (``Observation/bansSettled``).
    func serverBans() -> Violation? {
        var banned: [UserID: Int] = [:]
        var hellos: [LinkID: Int] = [:]
        var admitted: [LinkID: (user: UserID, index: Int)] = [:]
        var isKnown = false
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .namesKnown: isKnown = true
            case .banned(let user): banned[user] = index
            case .unbans(let user): banned[user] = nil
            case .reached(let link, let frame): if case .hello = frame.request { hellos[link] = index }
            case .answered(let link, .welcome(_, let welcome)):
                admitted[link] = (welcome.user, index)
                guard isKnown, let ban = banned[welcome.user], let hello = hellos[link], ban < hello else { continue }
                return Violation(.serverBans, "\(welcome.name) is let in, and is banned.", [ban, hello, index])
            case .ended(let link, _): admitted[link] = nil
            case .crashed: admitted = [:]
            case .bansSettled:
                let stays = admitted.values.sorted { $0.index < $1.index }.first { banned[$0.user] != nil }
                guard let stays, let ban = banned[stays.user] else { continue }
                return Violation(.serverBans, "Somebody who is banned stays.", [stays.index, ban, index])
            default: break
            }
        }
        return nil
    }
}
