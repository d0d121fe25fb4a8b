import Flux

/// Deletes what a removed account has on this device: its token, its messages and its files.
struct EraseAccount: AsyncAction {
    let account: AccountID
    let erase: ClientSession.Erasing

    /// One at a time for each account.
    struct Run: Hashable {
        let account: AccountID
    }

    var taskID: (any Hashable & Sendable)? { Run(account: account) }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        guard state().leftovers.contains(account) else { return }
        // What can't be erased now is erased when the client has closed, or at the next launch.
        do { try await erase(account) } catch { return }
        dispatch(AccountAction.erased(account))
    }
}
