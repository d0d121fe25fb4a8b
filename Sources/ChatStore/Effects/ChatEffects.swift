import ChatModel
import ChatWire
import Flux
import Foundation

/// A store's effects: a middleware that runs the current account's client and passes actions on to
/// it.
@MainActor
public final class ChatEffects {
    private let open: ClientSession.Opening
    private let erase: ClientSession.Erasing?
    private var current: Account?
    private var isLaunched = false
    private var pipe: AsyncStream<ClientCommand>.Continuation?
    /// The current account's session, while it is open.
    private var session: ClientSession?
    /// Distinguishes the current account's client from earlier ones.
    private var turns: UInt64 = 0

    /// Creates the effects.
    ///
    /// - Parameters:
    ///   - open: Makes the client of an account.
    ///   - erase: Deletes what an account has on this device, if its client can't be opened.
    public init(open: @escaping ClientSession.Opening, erase: ClientSession.Erasing? = nil) {
        self.open = open
        self.erase = erase
    }

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
        if AccountPanel.isGivenUp(action, before: before, after: after), let account = before.panel.account {
            dispatch(Cancel(id: AskServer.Run(account: account)))
        }
        guard isLaunched else { return }
        if after.accounts.currentID != current?.id { return turn(to: after, dispatch) }
        for command in ChatInputs.commands(of: action, before: before, after: after) { pipe?.yield(command) }
        if let action = action as? FileAction { follow(action, dispatch) }
        if ListPeople.isDue(before: before, after: after), let room = after.people?.room {
            dispatch(
                ListPeople(room: room) { [weak self] room in
                    guard let session = await self?.session else { throw FileTrouble.noClient }
                    return try await session.people(of: room)
                })
        }
        if ListLinks.isDue(before: before, after: after), let room = after.links?.room {
            dispatch(
                ListLinks(room: room) { [weak self] room in
                    guard let session = await self?.session else { throw FileTrouble.noClient }
                    return try await session.links(of: room)
                })
        }
        if let room = DescribeRoom.due(before: before, after: after) {
            dispatch(DescribeRoom(room: room) { [weak self] room in try await self?.session?.description(of: room) })
        }
        search(before: before.finder, after: after.finder, dispatch)
    }

    /// Asks the server for what the search for rooms needs next.
    private func search(before: RoomFinder?, after: RoomFinder?, _ dispatch: DispatchFunction) {
        if before?.question == after?.question { return }
        guard let question = after?.question else { return dispatch(Cancel(id: FindRooms.name)) }
        dispatch(
            FindRooms(question: question) { [weak self] question in
                guard let session = self?.session else { throw FileTrouble.noClient }
                return try await session.directory(matching: question.search, after: question.after)
            })
    }

    /// The action that asks the server about the current account.
    public func ask(_ request: AccountRequest, of account: AccountID) -> any Action {
        // An account whose client could not be opened is left like one that is not in use.
        if request == .signOut, session == nil, let current, current.id == account { return leave(current) }
        return AskServer(account: account) { [weak self] in
            guard let self, let session = await self.session(of: account) else { throw FileTrouble.noClient }
            return try await session.ask(request)
        }
    }

    /// The action that signs up or in on a server, and adds the account.
    public func enter(_ entry: ServerForm.Entry) -> any Action {
        let request = entry.request
        if entry.account.id == current?.id { return ask(request, of: entry.account.id) }
        return EnterServer(account: entry.account, room: entry.room, enter: { try await $0.ask(request) }, open: open)
    }

    /// The action that signs an account out that is not in use, and removes it.
    public func leave(_ account: Account) -> any Action {
        AskServer(account: account.id) { [open, erase] in
            let session: ClientSession
            do { session = try await open(account) } catch {
                // Without its journal there is no token to sign out with.
                guard let erase else { throw error }
                try await erase(account)
                return .signedOut
            }
            let answer: Result<AccountAnswer, any Error>
            do { answer = .success(try await session.ask(.signOut)) } catch { answer = .failure(error) }
            await session.close()
            return try answer.get()
        }
    }

    private func session(of account: AccountID) -> ClientSession? { current?.id == account ? session : nil }

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
        current = state.accounts.current
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
