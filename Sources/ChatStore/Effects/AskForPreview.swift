import ChatModel
import ChatWire
import Flux

/// Asks the server for the preview of a link.
struct AskForPreview: AsyncAction {
    let question: ShownPreviews.Question
    let ask: @MainActor @Sendable (ShownPreviews.Question) async throws -> LinkPreview?

    var taskID: (any Hashable & Sendable)? { question }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        let action: LinkPreviewAction
        do {
            action = .answered(question, try await ask(question))
        } catch {
            action = .refused(question, error as? WireError)
        }
        if !Task.isCancelled { dispatch(action) }
    }
}

/// Waits until the server may be asked for previews again.
struct PausePreviews: DependentAction {
    let milliseconds: Int64

    static let name = "pausePreviews"
    var taskID: (any Hashable & Sendable)? { PausePreviews.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        do { try await dependencies.clock.sleep(for: .milliseconds(milliseconds)) } catch { return }
        dispatch(LinkPreviewAction.pauseEnded)
    }
}
