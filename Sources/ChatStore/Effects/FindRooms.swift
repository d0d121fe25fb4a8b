import ChatModel
import ChatWire
import Flux

/// Asks the server for a page of open rooms, once the user has stopped typing.
struct FindRooms: DependentAction {
    let question: RoomFinder.Question
    let fetch: @MainActor @Sendable (RoomFinder.Question) async throws -> DirectoryPage

    /// One at a time: a new run cancels the previous one.
    static let name = "findRooms"
    var taskID: (any Hashable & Sendable)? { FindRooms.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        let action: RoomFinderAction
        do {
            if question.after == nil, !question.search.isEmpty {
                try await dependencies.clock.sleep(for: .milliseconds(Limits.searchPause))
            }
            action = .found(question, try await fetch(question))
        } catch is CancellationError {
            return
        } catch {
            let unanswered = localized("The rooms can't be listed now. Try again when you are connected.")
            action = .failed(question, (error as? WireError)?.text ?? unanswered)
        }
        dispatch(action)
    }
}
