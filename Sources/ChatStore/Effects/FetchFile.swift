import ChatModel
import Flux
import Foundation

/// Downloads the file that the user wants to see.
struct FetchFile: AsyncAction {
    let file: Row.File
    let fetch: @Sendable (Row.File) async throws -> URL

    /// One at a time: a new run cancels the previous one.
    static let name = "fetchFile"
    var taskID: (any Hashable & Sendable)? { FetchFile.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        let action: FileAction
        do {
            action = .came(file, try await fetch(file))
        } catch {
            action = .failed(file, FileTrouble.sentence(error))
        }
        dispatch(action)
    }
}
