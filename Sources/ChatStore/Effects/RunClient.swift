import ChatCore
import ChatWire
import Flux
import Foundation

/// Runs an account's client. Commands go to the client in order; its states are dispatched.
struct RunClient: DependentAction {
    let account: Account
    let open: ClientSession.Opening
    /// Deletes what the account has on this device.
    let erase: ClientSession.Erasing?
    /// The commands that actions lead to.
    let commands: AsyncStream<ClientCommand>
    /// Called when the client is open, and with `nil` when it is closed.
    let opened: @MainActor @Sendable (ClientSession?) -> Void
    /// Called when the client no longer uses its files.
    let closed: @MainActor @Sendable () -> Void

    /// One at a time for each account: a new run cancels the previous one.
    struct Run: Hashable {
        let account: AccountID
    }

    var taskID: (any Hashable & Sendable)? { Run(account: account.id) }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        guard let session = await openSession(state, dispatch, dependencies.clock) else { return }
        opened(session)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await runCommands(session, dispatch) }
            group.addTask { [account] in
                for await state in session.states { await dispatch(ChatAction.changed(account.id, state)) }
            }
            await group.next()
            group.cancelAll()
        }
        opened(nil)
        await session.close()
        closed()
    }

    /// Opens the client, and tries again until that works: another session of the account may be
    /// closing, or the device may be locked. Commands wait meanwhile. `nil` if the run was
    /// cancelled. What the account left when it was removed is deleted first: its unsent messages
    /// are not sent.
    @MainActor private func openSession(
        _ state: @MainActor @Sendable () -> AppState, _ dispatch: DispatchFunction, _ clock: any Clock<Duration>
    ) async -> ClientSession? {
        var pause = Limits.openingPause
        var told: String?
        while true {
            do {
                if state().leftovers.contains(account.id) {
                    try await erase?(account.id)
                    dispatch(AccountAction.erased(account.id))
                }
                return try await open(account)
            } catch {
                if Task.isCancelled {
                    closed()
                    return nil
                }
                let reason = "\(error)"
                if reason != told { dispatch(ChatAction.failed(account.id, reason)) }
                told = reason
            }
            do { try await clock.sleep(for: .milliseconds(pause)) } catch { return nil }
            pause = min(pause * 2, Limits.openingPauseMaximum)
        }
    }

    /// Runs the commands in order. A question waits for the server's answer, so the commands behind
    /// it do not wait for the question: they would not be stored meanwhile.
    private func runCommands(_ session: ClientSession, _ dispatch: @escaping DispatchFunction) async {
        await withTaskGroup(of: Void.self) { questions in
            for await command in commands {
                if case .question(let question, let ticket) = command {
                    questions.addTask { [account] in
                        let answer = await session.ask(question, after: ticket)
                        await dispatch(ReportAction.answered(account.id, question, answer))
                    }
                } else {
                    await run(command, session, dispatch)
                }
            }
        }
    }

    private func run(_ command: ClientCommand, _ session: ClientSession, _ dispatch: DispatchFunction) async {
        switch command {
        case .question: break
        case .input(let input):
            do throws(StorageError) {
                try await session.handle(input)
            } catch {
                return await dispatch(ChatAction.notKept(account.id, input, "\(error)"))
            }
            if let refusal = await session.refusal(of: input) {
                await dispatch(ChatAction.notAccepted(account.id, input, refusal.text))
            }
        case .files(let sent, let room):
            var refusal: String?
            do { try await session.send(sent, to: room) } catch { refusal = FileTrouble.sentence(error) }
            // Removes the files before the user is told.
            for file in sent.files { try? FileManager.default.removeItem(at: file.url) }
            if let refusal { await dispatch(ChatAction.filesRefused(account.id, sent, room, refusal)) }
        case .picture(let file):
            do {
                try await session.setPicture(file)
            } catch {
                await dispatch(ChatAction.pictureRefused(account.id, FileTrouble.sentence(error)))
            }
            try? FileManager.default.removeItem(at: file.url)
        }
    }
}
