import ChatRooms
import ChatWire
import NIOCore

/// A hello or a renewal that waits for an asynchronous authenticator. On its connection's event
/// loop only.
final class PendingIntroduction {
    let task: Task<Void, Never>
    /// Sessions that have ended while it waits.
    private var ended: [EndedSessions] = []

    /// - Parameter done: called on `loop`, also when the connection was closed meanwhile
    init(
        _ token: String, _ authenticator: any Authenticator, on loop: any EventLoop,
        done: @escaping (Result<Admission, WireError>) -> Void
    ) {
        let done = NIOLoopBound(done, eventLoop: loop)
        task = Task {
            let admission = await authenticator.admission(of: token)
            loop.execute { done.value(admission) }
        }
    }

    /// Notes sessions that have ended. The authenticator may have answered without knowing it.
    func note(_ sessions: EndedSessions) { ended.append(sessions) }

    /// Whether the identity's session has ended meanwhile.
    func hasEnded(_ identity: UserIdentity) -> Bool {
        ended.contains { !$0.isRoleChange && $0.contains(identity.user, identity.session) }
    }

    /// Whether the user's role has changed meanwhile. The authenticator may have read the former
    /// role.
    func hasNewRole(_ identity: UserIdentity) -> Bool {
        ended.contains { $0.isRoleChange && $0.contains(identity.user, identity.session) }
    }
}
