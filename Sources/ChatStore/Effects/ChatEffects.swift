import ChatModel
import ChatWire
import Flux
import Foundation

/// The effects of a store: a middleware that keeps the current account's client running and tells it what happened.
@MainActor
public final class ChatEffects {
    private let open: ClientSession.Opening
    private var current: AccountID?
    private var isLaunched = false
    private var pipe: AsyncStream<ClientCommand>.Continuation?
    /// The current account's, while it is open.
    private var session: ClientSession?
    /// Tells the current account's client from those before.
    private var turns: UInt64 = 0

    /// - Parameter open: Makes the client of an account.
    public init(open: @escaping ClientSession.Opening) { self.open = open }

    deinit { pipe?.finish() }

    /// To be given to one store.
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
    }

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

    /// Where a file of the current account's messages is on this device; fetched where it must be.
    public func url(of file: Row.File) async throws -> URL {
        guard let session else { throw FileTrouble.noClient }
        return try await session.url(of: file)
    }

    /// Another account, or none: the client of the one before is let go.
    private func turn(to state: AppState, _ dispatch: DispatchFunction) {
        current = state.accounts.currentID
        pipe?.finish()
        pipe = nil
        session = nil
        turns &+= 1
        let turn = turns
        dispatch(Cancel(id: FetchFile.name))
        guard let account = state.accounts.current else { return dispatch(Cancel(id: RunClient.name)) }
        let (commands, pipe) = AsyncStream<ClientCommand>.makeStream(bufferingPolicy: .bufferingOldest(Limits.outboxIntents))
        self.pipe = pipe
        for input in ChatInputs.opening(state) { pipe.yield(.input(input)) }
        dispatch(
            RunClient(account: account, open: open, commands: commands) { [weak self] session in
                if self?.turns == turn { self?.session = session }
            })
    }
}
