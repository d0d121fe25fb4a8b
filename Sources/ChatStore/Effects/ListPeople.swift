import ChatCore
import ChatModel
import ChatWire
import Flux

/// Reads the people of a room.
struct ListPeople: AsyncAction {
    let room: RoomName
    let list: @Sendable (RoomName) async throws -> [Person]

    /// One at a time: a new run cancels the previous one.
    static let name = "listPeople"
    var taskID: (any Hashable & Sendable)? { ListPeople.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        do {
            dispatch(PeopleAction.came(room, try await list(room)))
        } catch {
            dispatch(PeopleAction.failed(room, AskServer.sentence(error)))
        }
    }

    /// Whether the list is to be read: it was opened or is wanted again, or somebody's place in the
    /// room has changed.
    static func isDue(before: AppState, after: AppState) -> Bool {
        guard let people = after.people else { return false }
        let room = people.room
        if before.people?.room != room || before.people?.isLoading == false && people.isLoading { return true }
        return change(in: room, before) != change(in: room, after)
    }

    private static func change(in room: RoomName, _ state: AppState) -> UInt64? {
        state.chat.conversations[room]?.timeline.changes.last { event in
            if case .membership = event.content { true } else { false }
        }?.seq
    }
}
