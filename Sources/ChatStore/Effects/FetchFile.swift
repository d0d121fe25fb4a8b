import ChatModel
import Flux
import Foundation

/// Fetches the file that someone wants to look at.
struct FetchFile: AsyncAction {
    let file: Row.File
    let fetch: @Sendable (Row.File) async throws -> URL

    /// One at a time: another one ends the one before.
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
