import ChatCore
import Flux

/// The current account's client, for as long as the account is in use: what happens is told to it in order, and what it tells is dispatched.
struct Chatting: AsyncAction {
    let account: Account
    let open: ChatLine.Opening
    /// What the store's actions mean to the client.
    let inputs: AsyncStream<Input>

    /// One at a time: the run for another account ends the one before.
    static let name = "chatting"
    var taskID: (any Hashable & Sendable)? { Chatting.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        let line: ChatLine
        do {
            line = try await open(account)
        } catch {
            return dispatch(ChatAction.failed(account.id, "\(error)"))
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [inputs, account] in
                for await input in inputs {
                    do throws(StorageError) {
                        try await line.tell(input)
                    } catch {
                        await dispatch(ChatAction.notKept(account.id, input, "\(error)"))
                    }
                }
            }
            group.addTask { [account] in
                for await state in line.states { await dispatch(ChatAction.changed(account.id, state)) }
            }
            await group.next()
            group.cancelAll()
        }
        await line.close()
    }
}
