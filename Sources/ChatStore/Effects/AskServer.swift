import ChatCore
import ChatModel
import ChatWire
import Flux

/// Asks the server about an account, and reports the answer.
struct AskServer: AsyncAction {
    let account: AccountID
    /// Makes the request. The request may have a password, so it is no field of this action: logs
    /// show the fields of actions.
    let ask: @Sendable () async throws -> AccountAnswer

    /// One at a time for each account: a new run cancels the previous one. Another account's run
    /// goes on, because a sign-out or a new password must not be half done.
    struct Run: Hashable {
        let account: AccountID
    }

    var taskID: (any Hashable & Sendable)? { Run(account: account) }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        dispatch(AccountReport.began(account))
        do {
            dispatch(AccountReport.answered(account, try await ask()))
        } catch {
            dispatch(AccountReport.failed(account, AskServer.sentence(error)))
        }
    }

    /// The sentence for the user.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as WireError where error.code == .otherUser:
            localized("\(error.text) Or add the other account beside this one, in the settings.")
        case is FileTrouble: localized("The account is not open. Try again in a moment.")
        default: AccountSentences.of(error) ?? AccountSentences.unanswered
        }
    }
}

/// Signs up or in with a client of its own, and adds the account if that worked. If not, nothing
/// stays on the device. An account that is here already is asked with the client that it has.
struct EnterServer: AsyncAction {
    let account: Account
    let room: RoomName
    let enter: @Sendable (ClientSession) async throws -> AccountAnswer
    let open: ClientSession.Opening
    /// The account's client, if it runs. It stays open.
    let running: ClientSession?

    var taskID: (any Hashable & Sendable)? { AskServer.Run(account: account.id) }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        dispatch(AccountReport.began(account.id))
        do {
            let session = if let running { running } else { try await open(account) }
            let answer: AccountAnswer
            do { answer = try await enter(session) } catch {
                await leave(session, isKnown: state().accounts.all.contains { $0.id == account.id })
                throw error
            }
            var entered = account
            if case .signedIn(let name) = answer { entered.name = name }
            // The user may have spelled the name of an account that is here in another way.
            let here = state().accounts.account(on: account.server, named: entered.name)
            if let here, here.id != account.id {
                await leave(session, isKnown: false)
                return dispatch(AccountReport.failed(account.id, Self.isHere(entered.name)))
            }
            if running == nil { await session.close() }
            dispatch(AccountReport.answered(entered.id, answer))
            dispatch(AccountAction.added(entered, room: room))
        } catch {
            dispatch(AccountReport.failed(account.id, AskServer.sentence(error)))
        }
    }

    private static func isHere(_ name: String) -> String {
        localized("The account “\(name)” of this server is on this device already. Choose it in the settings.")
    }

    private func leave(_ session: ClientSession, isKnown: Bool) async {
        if running != nil { return }
        if !isKnown { _ = try? await session.ask(.signOut) }
        await session.close()
    }
}
