import ChatModel
import ChatWire
import Flux
import Foundation

/// Asks the server for the first message since a time, and goes there.
struct FindDay: AsyncAction {
    let account: AccountID
    let room: RoomName
    let start: Date
    let find: @MainActor @Sendable (RoomName, Date) async throws -> Seq?

    /// One at a time: a new run cancels the previous one.
    static let name = "findDay"
    var taskID: (any Hashable & Sendable)? { FindDay.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        do {
            let seq = try await find(room, start)
            // The user may have gone elsewhere.
            let now = state()
            let isHere = now.accounts.currentID == account && now.shown?.room == room
            if isHere { dispatch(seq.map { NavigationAction.messageWanted($0) } ?? .bottomWanted) }
        } catch is CancellationError {
            return
        } catch {
            let reason = localized("The day was not found. \(AskServer.sentence(error))")
            dispatch(ChatAction.refused(account, reason))
        }
    }
}
