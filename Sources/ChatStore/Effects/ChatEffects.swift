import ChatModel
import ChatWire
import Flux

/// The effects of a store: a middleware that keeps the current account's client running and tells it what happened.
@MainActor
public final class ChatEffects {
    private let open: ChatLine.Opening
    private var current: AccountID?
    private var isLaunched = false
    private var pipe: AsyncStream<Input>.Continuation?

    /// - Parameter open: Makes the client of an account.
    public init(open: @escaping ChatLine.Opening) { self.open = open }

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
        for input in ChatInputs.of(action, before: before, after: after) { pipe?.yield(input) }
    }

    /// Another account, or none: the client of the one before is let go.
    private func turn(to state: AppState, _ dispatch: DispatchFunction) {
        current = state.accounts.currentID
        pipe?.finish()
        pipe = nil
        guard let account = state.accounts.current else { return dispatch(Cancel(id: Chatting.name)) }
        let (inputs, pipe) = AsyncStream<Input>.makeStream(bufferingPolicy: .bufferingOldest(Limits.outboxIntents))
        self.pipe = pipe
        for input in ChatInputs.opening(state) { pipe.yield(input) }
        dispatch(Chatting(account: account, open: open, inputs: inputs))
    }
}
