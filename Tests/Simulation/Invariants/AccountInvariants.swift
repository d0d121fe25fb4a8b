import ChatRooms
import ChatWire

/// Whose names are.
extension Checker {
    private struct Holder {
        var user: UserID
        var name: ConfusableSkeleton
        var index: Int
    }

    /// INV54: an account's name belongs to nobody else. No two accounts have names that look alike,
    /// and nobody is let in under a name that looks like that of another user's account.
    ///
    /// Who comes to one of several servers while an account is made on another one may get the name
    /// all the same (docs/cluster.md). So there it holds from when all servers have heard of all
    /// accounts (``Observation/namesKnown``).
    func accountNames() -> Violation? {
        var owners: [UserID: Holder] = [:]
        var admitted: [LinkID: Holder] = [:]
        var isKnown = false
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .namesKnown: isKnown = true
            case .accountMade(let user, let name):
                let new = Holder(user: user, name: ConfusableSkeleton(of: name), index: index)
                if let other = first(of: owners.values, like: new) {
                    let text = "The accounts \(name) and \(other.name.name) have names that look alike."
                    return Violation(.accountNames, text, [other.index, index])
                }
                owners[user] = new
                if isKnown, let guest = first(of: admitted.values, like: new) {
                    let text = "\(guest.name.name) is there while somebody else makes the account \(name)."
                    return Violation(.accountNames, text, [guest.index, index])
                }
            case .accountCloses(let user): owners[user] = nil
            case .answered(let link, .welcome(_, let welcome)):
                let new = Holder(user: welcome.user, name: ConfusableSkeleton(of: welcome.name), index: index)
                admitted[link] = new
                guard isKnown, let owner = first(of: owners.values, like: new) else { continue }
                let text = "\(welcome.name) is let in, and \(owner.name.name) is the account of somebody else."
                return Violation(.accountNames, text, [owner.index, index])
            case .ended(let link, _): admitted[link] = nil
            case .crashed: admitted = [:]
            default: break
            }
        }
        return nil
    }

    /// The first holder who is another user, and whose name looks the same.
    private func first(of holders: some Sequence<Holder>, like new: Holder) -> Holder? {
        holders.filter { $0.user != new.user && !$0.name.looks.isDisjoint(with: new.name.looks) }
            .min { $0.index < $1.index }
    }
}
