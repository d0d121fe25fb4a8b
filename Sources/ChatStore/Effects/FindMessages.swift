import ChatModel
import ChatWire
import Flux

/// Asks the server for messages with certain words, once the user has stopped typing.
struct FindMessages: DependentAction {
    let question: MessageFinder.Question
    let fetch: @MainActor @Sendable (MessageFinder.Question) async throws -> HitsPage

    /// One at a time: a new run cancels the previous one.
    static let name = "findMessages"
    var taskID: (any Hashable & Sendable)? { FindMessages.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        let action: MessageFinderAction
        do {
            if question.before == nil { try await dependencies.clock.sleep(for: .milliseconds(Limits.searchPause)) }
            action = .found(question, try await fetch(question))
        } catch is CancellationError {
            return
        } catch {
            let unanswered = localized("Messages can’t be searched now. Try again when you are connected.")
            action = .failed(question, (error as? WireError)?.text ?? unanswered)
        }
        dispatch(action)
    }
}
