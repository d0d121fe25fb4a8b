import ChatRooms
import ChatWire
import NIOCore

extension ServerContext {
    /// Makes a user whose account is closed leave a group, so that no list of people shows somebody
    /// who can't come back, and their invite links end.
    ///
    /// - Parameter loop: one of the server's
    func leave(
        _ group: RoomName, by identity: UserIdentity, from client: ClientAddress, on loop: any EventLoop
    ) async throws(WireError) {
        let change = MembershipChange(identity.user, .leave)
        let frame = ClientFrame(ref: 0, request: .mutate(room: group, number: nil, .membership(change)))
        let outcome = try? await RequestConnection.outcome(
            of: frame, by: identity, name: identity.name ?? "", client: client, isLimited: false, on: loop,
            server: self)
        switch outcome {
        case .success: break
        // A moderator has removed them meanwhile.
        case .failure(let error) where error.code == .noSuchRoom || error.code == .banned: break
        case .failure(let error): throw error
        case nil: throw .accountsBusy
        }
    }
}
