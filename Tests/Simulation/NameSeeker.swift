import ChatServer
import ChatWire

/// Somebody who wants one of a few names that look alike: as a guest, or with an account. They sit
/// beside the server like a ``Probe``, and join no room.
struct NameSeeker {
    let id: Int
    private(set) var link: LinkID?
    /// Whether they are let in on the link.
    var isIn = false
    private var visits = 0
    /// Who they were when they were let in last.
    var user: UserID?
    /// The token with which they come back as a guest.
    var guest: String?
    /// The token of a session of their account.
    var session: String?
    /// The name of their account; or of one that they asked for, and got no answer.
    var account: String?
    /// What they have asked for, until it is answered or they do not wait any longer.
    var awaited: (number: AccountRequestID, request: ServerCore.AccountRequest)?

    init(id: Int) { self.id = id }

    var password: String { "the password of seeker \(id)" }

    /// Begins a connection. Its number is no phone's, no probe's, and no guest's of the older
    /// protocols.
    mutating func nextLink() -> LinkID {
        visits += 1
        let next = -1_000_000_000 - 1_000_000 * id - visits
        link = next
        isIn = false
        return next
    }

    mutating func leave() {
        link = nil
        isIn = false
    }
}
