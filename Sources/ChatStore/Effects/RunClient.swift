import ChatCore
import Flux
import Foundation

/// The current account's client, for as long as the account is in use: what happens is told to it in order, and what it tells is dispatched.
struct RunClient: AsyncAction {
    let account: Account
    let open: ClientSession.Opening
    /// What the store's actions mean to the client.
    let commands: AsyncStream<ClientCommand>
    /// Told when it is open, and when it is not any more.
    let opened: @MainActor @Sendable (ClientSession?) -> Void

    /// One at a time: the run for another account ends the one before.
    static let name = "runClient"
    var taskID: (any Hashable & Sendable)? { RunClient.name }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        let session: ClientSession
        do {
            session = try await open(account)
        } catch {
            return dispatch(ChatAction.failed(account.id, "\(error)"))
        }
        opened(session)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [commands] in
                for await command in commands { await run(command, session, dispatch) }
            }
            group.addTask { [account] in
                for await state in session.states { await dispatch(ChatAction.changed(account.id, state)) }
            }
            await group.next()
            group.cancelAll()
        }
        opened(nil)
        await session.close()
    }

    private func tell(_ command: ClientCommand, _ session: ClientSession, _ dispatch: DispatchFunction) async {
        switch command {
        case .input(let input):
            do throws(StorageError) {
                try await session.handle(input)
            } catch {
                await dispatch(ChatAction.notKept(account.id, input, "\(error)"))
            }
        case .file(let file, let room):
            do {
                try await session.send(file, to: room)
            } catch {
                await dispatch(ChatAction.fileRefused(account.id, file, room, FileTrouble.sentence(error)))
            }
            try? FileManager.default.removeItem(at: file.url)
        }
    }
}
