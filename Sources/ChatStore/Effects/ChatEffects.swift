import ChatModel
import ChatWire
import Flux
import Foundation

/// A store's effects: a middleware that runs the current account's client and passes actions on to
/// it.
@MainActor
public final class ChatEffects {
    private let open: ClientSession.Opening
    private var current: AccountID?
    private var isLaunched = false
    private var pipe: AsyncStream<ClientCommand>.Continuation?
    /// The current account's session, while it is open.
    private var session: ClientSession?
    /// Distinguishes the current account's client from earlier ones.
    private var turns: UInt64 = 0

    /// Creates the effects.
    ///
    /// - Parameter open: Makes the client of an account.
    public init(open: @escaping ClientSession.Opening) { self.open = open }

    deinit { pipe?.finish() }

    /// The middleware, for one store.
    public var middleware: Middleware<AppState> {
        { dispatch, state in
            { next in
                { action in
                    let before = state()
                    next(action)
                    self.follow(action, before: before, after: state(), dispatch)
                }
            }
        }
    }

    private func follow(_ action: any Action, before: AppState, after: AppState, _ dispatch: DispatchFunction) {
        if action is Launched { isLaunched = true }
        guard isLaunched else { return }
        if after.accounts.currentID != current { return turn(to: after, dispatch) }
        for command in ChatInputs.commands(of: action, before: before, after: after) { pipe?.yield(command) }
        if let action = action as? FileAction { follow(action, dispatch) }
        if ListPeople.isDue(before: before, after: after), let room = after.people?.room {
            dispatch(
                ListPeople(room: room) { [weak self] room in
                    guard let session = await self?.session else { throw FileTrouble.noClient }
                    return try await session.people(of: room)
                })
        }
    }

    /// The action that asks the server about the current account.
    public func ask(_ request: AccountRequest, of account: AccountID) -> any Action {
        AskServer(account: account) { [weak self] in
            guard let self, let session = await self.session(of: account) else { throw FileTrouble.noClient }
            return try await session.ask(request)
        }
    }

    /// The action that signs up or in on a server, and adds the account.
    public func enter(_ entry: ServerForm.Entry) -> any Action {
        let request = entry.request
        if entry.account.id == current { return ask(request, of: entry.account.id) }
        return EnterServer(account: entry.account, room: entry.room, enter: { try await $0.ask(request) }, open: open)
    }

    /// The action that signs an account out that is not in use, and removes it.
    public func leave(_ account: Account) -> any Action {
        AskServer(account: account.id) { [open] in
            let session = try await open(account)
            let answer = try await session.ask(.signOut)
            await session.close()
            return answer
        }
    }

    private func session(of account: AccountID) -> ClientSession? { current == account ? session : nil }

    private func follow(_ action: FileAction, _ dispatch: DispatchFunction) {
        switch action {
        case .viewed(let file):
            dispatch(
                FetchFile(file: file) { [weak self] file in
                    guard let self else { throw FileTrouble.noClient }
                    return try await self.url(of: file)
                })
        case .closed: dispatch(Cancel(id: FetchFile.name))
        case .came, .failed: break
        }
    }

    /// The local URL of a message's file. It is downloaded if necessary.
    public func url(of file: Row.File) async throws -> URL {
        guard let session else { throw FileTrouble.noClient }
        return try await session.url(of: file)
    }

    /// Ends the old account's client, and starts the new one's.
    private func turn(to state: AppState, _ dispatch: DispatchFunction) {
        current = state.accounts.currentID
        pipe?.finish()
        pipe = nil
        session = nil
        turns &+= 1
        let turn = turns
        dispatch(Cancel(id: FetchFile.name))
        guard let account = state.accounts.current else { return dispatch(Cancel(id: RunClient.name)) }
        let (commands, pipe) = AsyncStream<ClientCommand>.makeStream(
            bufferingPolicy: .bufferingOldest(Limits.outboxIntents))
        self.pipe = pipe
        for input in ChatInputs.opening(state) { pipe.yield(.input(input)) }
        dispatch(
            RunClient(account: account, open: open, commands: commands) { [weak self] session in
                if self?.turns == turn { self?.session = session }
            })
    }
}
