import ChatCore
import Flux
import Foundation

/// Runs the current account's client. Commands go to the client in order; its states are
/// dispatched.
struct RunClient: AsyncAction {
    let account: Account
    let open: ClientSession.Opening
    /// The commands that actions lead to.
    let commands: AsyncStream<ClientCommand>
    /// Called when the client is open, and with `nil` when it is closed.
    let opened: @MainActor @Sendable (ClientSession?) -> Void

    /// One at a time: a run for another account cancels the previous one.
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

    private func run(_ command: ClientCommand, _ session: ClientSession, _ dispatch: DispatchFunction) async {
        switch command {
        case .input(let input):
            do throws(StorageError) {
                try await session.handle(input)
            } catch {
                await dispatch(ChatAction.notKept(account.id, input, "\(error)"))
            }
        case .question(let question):
            await dispatch(ReportAction.answered(account.id, question, await session.ask(question)))
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
