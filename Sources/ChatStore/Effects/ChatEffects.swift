import ChatCore
import ChatModel
import ChatWire
import Flux
import Foundation

/// A store's effects: a middleware that runs the clients of all accounts, and passes actions on to
/// the current account's.
@MainActor
public final class ChatEffects {
    private let open: ClientSession.Opening
    private let erase: ClientSession.Erasing?
    private var current: AccountID?
    private var isLaunched = false
    private var clients: [AccountID: RunningClient] = [:]
    private var turns: UInt64 = 0

    /// The current account's session, while it is open.
    private var session: ClientSession? { current.flatMap { clients[$0]?.session } }

    /// Creates the effects.
    ///
    /// - Parameters:
    ///   - open: Makes the client of an account.
    ///   - erase: Deletes what an account has on this device. Without it, removed accounts leave
    ///     their files.
    public init(open: @escaping ClientSession.Opening, erase: ClientSession.Erasing? = nil) {
        self.open = open
        self.erase = erase
    }

    deinit { for client in clients.values { client.end() } }

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

    private func follow(
        _ action: any Action, before: AppState, after: AppState, _ dispatch: @escaping DispatchFunction
    ) {
        if action is Launched { isLaunched = true }
        if AccountPanel.isGivenUp(action, before: before, after: after), let account = before.panel.account {
            dispatch(Cancel(id: AskServer.Run(account: account)))
        }
        guard isLaunched else { return }
        eraseLeftovers(after.leftovers.filter { action is Launched || !before.leftovers.contains($0) }, dispatch)
        preview(before: before.previews, after: after.previews, dispatch)
        let runs = runAll(after, dispatch)
        let isTurned = after.accounts.currentID != current
        if isTurned { turn(before: before, after: after, started: Set(runs.map(\.account.id)), dispatch) }
        // Last: the store passes them through here again.
        for run in runs { dispatch(run) }
        if isTurned { return }
        // Nobody looks at the other accounts, but their clients, too, are told when the app comes
        // back.
        if let action = action as? ActivityChanged {
            for id in clients.keys where id != current { _ = clients[id]?.pass(.input(.foreground(action.isActive))) }
        }
        // What waits for a client that can't be opened is in memory only, and nobody sees it. A
        // text becomes a draft. Files wait: a refusal deletes them, and a recording is nowhere
        // else.
        if case .failed? = action as? ChatAction, after.chat.failure != nil { giveBackEarly(after, dispatch) }
        for command in ChatInputs.commands(of: action, before: before, after: after) {
            pass(command, after, dispatch)
        }
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
        if case .dayWanted(let start)? = action as? NavigationAction, let account = current,
            let room = after.shown?.room
        {
            dispatch(
                FindDay(account: account, room: room, start: start) { [weak self] room, start in
                    guard let session = self?.session else { throw FileTrouble.noClient }
                    return try await session.firstMessage(in: room, since: start)
                })
        }
        search(before: before.finder, after: after.finder, dispatch)
        search(before: before.messageFinder, after: after.messageFinder, dispatch)
    }

    /// Passes a command on to the current account's client. What the client does not get is given
    /// back at once.
    private func pass(_ command: ClientCommand, _ state: AppState, _ dispatch: DispatchFunction) {
        guard let current, let client = clients[current] else { return }
        if client.session == nil, let failure = state.chat.failure, !command.hasFiles,
            refuse(command, because: failure, dispatch)
        {
            return
        }
        if clients[current]?.pass(command) == true { return }
        _ = refuse(command, because: WireError.outboxFull.text, dispatch)
    }

    /// - Returns: Whether the user is told. If not, the command can wait.
    private func refuse(_ command: ClientCommand, because reason: String, _ dispatch: DispatchFunction) -> Bool {
        guard let current, let refusal = command.refusal(of: current, because: reason) else { return false }
        // Removes the files before the user is told.
        command.removeFiles()
        dispatch(refusal)
        return true
    }

    private func giveBackEarly(_ state: AppState, _ dispatch: DispatchFunction) {
        guard let current, clients[current]?.session == nil, let failure = state.chat.failure else { return }
        // The newest first: each text is put before the ones that are drafts already.
        for command in (clients[current]?.takeEarly() ?? []).reversed()
        where command.hasFiles || !refuse(command, because: failure, dispatch) {
            clients[current]?.putBack(command)
        }
    }

    /// What was sent as an account that was left before its client was open is a draft of that
    /// account.
    private func giveBackEarly(of former: AccountID, _ dispatch: DispatchFunction) {
        for command in (clients[former]?.takeEarly() ?? []).reversed() {
            guard let refusal = command.refusal(of: former, because: WireError.notConnected.text) else { continue }
            command.removeFiles()
            dispatch(refusal)
        }
    }

    /// A client that is open keeps its journal locked: the account is erased when it has closed.
    /// One that was added again is erased by ``RunClient``, before its client opens.
    private func eraseLeftovers(_ accounts: [AccountID], _ dispatch: DispatchFunction) {
        guard let erase else { return }
        for account in accounts { dispatch(EraseAccount(account: account, erase: erase)) }
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

    /// Asks the server for what the search of a room's messages needs next.
    private func search(before: MessageFinder?, after: MessageFinder?, _ dispatch: DispatchFunction) {
        if before?.question == after?.question, before?.room == after?.room { return }
        guard let after, let question = after.question else { return dispatch(Cancel(id: FindMessages.name)) }
        dispatch(
            FindMessages(question: question) { [weak self] question in
                guard let session = self?.session else { throw FileTrouble.noClient }
                return try await session.messages(matching: question, in: after.room)
            })
    }

    /// Asks for the previews that are newly wanted, and ends what is not wanted any more.
    private func preview(before: ShownPreviews, after: ShownPreviews, _ dispatch: DispatchFunction) {
        for question in before.asked where !after.asked.contains(question) { dispatch(Cancel(id: question)) }
        for question in after.asked where !before.asked.contains(question) {
            dispatch(
                AskForPreview(question: question) { [weak self] question in
                    guard let session = self?.session else { throw FileTrouble.noClient }
                    return try await session.preview(of: question)
                })
        }
        if before.pause == after.pause { return }
        dispatch(after.pause.map { PausePreviews(milliseconds: $0) } ?? Cancel(id: PausePreviews.name) as any Action)
    }

    /// The action that asks the server about an account.
    public func ask(_ request: AccountRequest, of account: AccountID) -> any Action {
        // An account whose client could not be opened has nobody to ask.
        if request == .signOut, let client = clients[account], client.session == nil { return leave(client.account) }
        return AskServer(account: account) { [weak self] in
            guard let session = await self?.clients[account]?.session else { throw FileTrouble.noClient }
            return try await session.ask(request)
        }
    }

    /// The action that signs up or in on a server, and adds the account.
    public func enter(_ entry: ServerForm.Entry) -> any Action {
        let request = entry.request
        if entry.account.id == current { return ask(request, of: entry.account.id) }
        return EnterServer(
            account: entry.account, room: entry.room, enter: { try await $0.ask(request) }, open: open,
            running: clients[entry.account.id]?.session)
    }

    /// The action that signs an account out, and removes it.
    public func leave(_ account: Account) -> any Action {
        if clients[account.id]?.session != nil { return ask(.signOut, of: account.id) }
        return AskServer(account: account.id) { [open, erase] in
            let session: ClientSession
            do { session = try await open(account) } catch {
                // Without its journal there is no token to sign out with. What there is, is erased.
                if erase == nil { throw error }
                return .signedOut
            }
            let answer: Result<AccountAnswer, any Error>
            do { answer = .success(try await session.ask(.signOut)) } catch { answer = .failure(error) }
            await session.close()
            return try answer.get()
        }
    }

    /// Sends the outboxes of all accounts and reads their new messages, for a run in the
    /// background. Returns when the store's state shows the results, because new messages are
    /// announced from that state.
    public func refresh(_ store: Store<AppState>) async -> OutboxDrain {
        await withTaskGroup(of: OutboxDrain.self) { runs in
            for account in store.state.accounts.all {
                runs.addTask { await self.refresh(account.id, store) }
            }
            var drains: Set<OutboxDrain> = [.done]
            for await drain in runs { drains.insert(drain) }
            return drains.contains(.going) ? .going : drains.contains(.stuck) ? .stuck : .done
        }
    }

    private func refresh(_ account: AccountID, _ store: Store<AppState>) async -> OutboxDrain {
        var former: Connection?
        if let session = clients[account]?.session, !store.state.isActive {
            former = store.state.chat(of: account).connection
            let drain = await OutboxDrain.run(session)
            if drain != .done { return drain }
        }
        // A client that is still being opened has no earlier connection to compare with.
        for await state in store.states {
            guard state.accounts.all.contains(where: { $0.id == account }) else { return .stuck }
            let chat = state.chat(of: account)
            let drain = OutboxDrain(chat)
            if drain != .going, chat.connection != former { return drain }
        }
        return .going
    }

    /// An account's session, as soon as its client is open. `nil` if it can't be opened now, or the
    /// account is gone.
    public func session(of account: AccountID, in store: Store<AppState>) async -> ClientSession? {
        for await state in store.states {
            if let session = clients[account]?.session { return session }
            let isKnown = state.accounts.all.contains { $0.id == account }
            if !isKnown || state.chat(of: account).failure != nil { return nil }
        }
        return nil
    }

    /// The current account's client, while it is open.
    public var client: ChatClient? { session?.client }

    /// An account's client, while it is open.
    func client(of account: AccountID) -> ChatClient? { clients[account]?.session?.client }

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

    /// Ends the clients of accounts that are gone, and makes those of accounts that are new here.
    ///
    /// - Returns: The runs of the new ones, to be dispatched.
    private func runAll(_ state: AppState, _ dispatch: @escaping DispatchFunction) -> [RunClient] {
        for (id, client) in clients where !state.accounts.all.contains(where: { $0.id == id }) {
            clients[id] = nil
            client.end()
            for command in client.early { command.removeFiles() }
            dispatch(Cancel(id: RunClient.Run(account: id)))
        }
        return state.accounts.all.filter { clients[$0.id] == nil }.map { run($0, state, dispatch) }
    }

    private func run(_ account: Account, _ state: AppState, _ dispatch: @escaping DispatchFunction) -> RunClient {
        turns &+= 1
        let turn = turns
        let opening = ChatInputs.opening(account.id, state)
        // These, and all that may come while the client is being opened: see `RunningClient.early`.
        let (commands, pipe) = AsyncStream<ClientCommand>.makeStream(
            bufferingPolicy: .bufferingOldest(opening.count + Limits.outboxItems + 1))
        for input in opening { pipe.yield(.input(input)) }
        clients[account.id] = RunningClient(account, turn: turn, pipe: pipe)
        return RunClient(
            account: account, open: open, erase: erase, commands: commands,
            opened: { [weak self] session in
                if self?.clients[account.id]?.turn == turn { self?.clients[account.id]?.opened(session) }
            },
            closed: { [weak self] in self?.eraseLeftovers([account.id], dispatch) })
    }

    /// Another account is the current one: its client shows the open room, and the former one's
    /// none.
    ///
    /// - Parameter started: The accounts whose clients were just made: they know the room.
    private func turn(
        before: AppState, after: AppState, started: Set<AccountID>, _ dispatch: @escaping DispatchFunction
    ) {
        let former = current
        current = after.accounts.currentID
        dispatch(Cancel(id: FetchFile.name))
        if let current, !started.contains(current) {
            for input in ChatInputs.opening(current, after) { pass(.input(input), after, dispatch) }
        }
        guard let former, let client = clients[former] else { return }
        if client.session == nil { return giveBackEarly(of: former, dispatch) }
        if let room = before.shown?.room { _ = clients[former]?.pass(.input(.show(room, .closed))) }
    }
}
