import ChatModel
import ChatWire
import Flux

/// Reads the invite links of a group.
struct ListLinks: AsyncAction {
    let room: RoomName
    let list: @Sendable (RoomName) async throws -> [InviteLink]

    /// One at a time: a new run cancels the previous one.
    static let name = "listLinks"
    var taskID: (any Hashable & Sendable)? { ListLinks.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        do {
            dispatch(LinksAction.came(room, try await list(room)))
        } catch is CancellationError {
            return
        } catch {
            dispatch(LinksAction.failed(room, AskServer.sentence(error)))
        }
    }

    /// Whether the list is to be read: it was opened or is wanted again, or the server has answered a
    /// change of a link.
    static func isDue(before: AppState, after: AppState) -> Bool {
        guard let links = after.links else { return false }
        if before.links?.room != links.room || before.links?.isLoading == false && links.isLoading { return true }
        return before.chat.linkChanges(in: links.room).count > after.chat.linkChanges(in: links.room).count
    }
}
