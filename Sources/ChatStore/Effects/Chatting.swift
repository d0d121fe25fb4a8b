import ChatCore
import Flux
import Foundation

/// The current account's client, for as long as the account is in use: what happens is told to it in order, and what it tells is dispatched.
struct Chatting: AsyncAction {
    let account: Account
    let open: ChatLine.Opening
    /// What the store's actions mean to the client.
    let wishes: AsyncStream<ChatWish>
    /// Told when it is open, and when it is not any more.
    let opened: @MainActor @Sendable (ChatLine?) -> Void

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
        opened(line)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [wishes] in
                for await wish in wishes { await tell(wish, line, dispatch) }
            }
            group.addTask { [account] in
                for await state in line.states { await dispatch(ChatAction.changed(account.id, state)) }
            }
            await group.next()
            group.cancelAll()
        }
        opened(nil)
        await line.close()
    }

    private func tell(_ wish: ChatWish, _ line: ChatLine, _ dispatch: DispatchFunction) async {
        switch wish {
        case .input(let input):
            do throws(StorageError) {
                try await line.tell(input)
            } catch {
                await dispatch(ChatAction.notKept(account.id, input, "\(error)"))
            }
        case .file(let file, let room):
            do {
                try await line.send(file, to: room)
            } catch {
                await dispatch(ChatAction.fileRefused(account.id, file, room, FileTrouble.sentence(error)))
            }
            try? FileManager.default.removeItem(at: file.url)
        }
    }
}
