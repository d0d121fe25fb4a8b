import Flux

/// Deletes what a removed account has on this device: its token, its messages and its files.
struct EraseAccount: AsyncAction {
    let account: AccountID
    let erase: ClientSession.Erasing

    // It has no name, so a second run does not cancel the first. The journal's lock lets only one
    // of them erase, and that run reports it.
    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        let now = state()
        guard now.leftovers.contains(account), !now.accounts.all.contains(where: { $0.id == account }) else { return }
        // What can't be erased now is erased when the client has closed, or at the next launch.
        do { try await erase(account) } catch { return }
        dispatch(AccountAction.erased(account))
    }
}
