import ChatModel
import ChatWire
import Flux

/// Asks the server about the open room that a link leads to.
struct DescribeRoom: AsyncAction {
    let room: RoomName
    let find: @MainActor @Sendable (RoomName) async throws -> DirectoryEntry?

    /// One at a time: a new run cancels the previous one.
    static let name = "describeRoom"
    var taskID: (any Hashable & Sendable)? { DescribeRoom.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        // Without an answer the question is asked all the same, with the room's name alone.
        let entry = try? await find(room)
        if !Task.isCancelled { dispatch(LinkedRoomAction.described(room, entry)) }
    }

    /// The room to ask about: a link was followed, and the client is connected.
    static func due(before: AppState, after: AppState) -> RoomName? {
        guard let linked = after.linked, linked.isLoading, after.chat.connection.phase == .connected else { return nil }
        if before.linked == linked, before.chat.connection.phase == .connected { return nil }
        return linked.link.room
    }
}
