import ChatCore
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
    /// The commands that came while the current account's client was being opened.
    private var early: [ClientCommand] = []
    /// The current account's session, while it is open.
    private var session: ClientSession?
    /// Distinguishes the current account's client from earlier ones.
    private var turns: UInt64 = 0

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
        if after.accounts.currentID != current?.id { return turn(to: after, dispatch) }
        // What waits for a client that can't be opened is in memory only, and nobody sees it. A text
        // becomes a draft. Files wait: a refusal deletes them, and a recording is nowhere else.
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
        if case .dayWanted(let start)? = action as? NavigationAction, let account = current?.id,
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

    /// Passes a command on to the client. What the client does not get is given back at once.
    private func pass(_ command: ClientCommand, _ state: AppState, _ dispatch: DispatchFunction) {
        guard let pipe else { return }
        if session == nil {
            if let failure = state.chat.failure, !command.hasFiles, refuse(command, because: failure, dispatch) {
                return
            }
            if early.count < Limits.outboxIntents { return early.append(command) }
        } else if case .enqueued = pipe.yield(command) {
            return
        }
        _ = refuse(command, because: WireError.outboxFull.text, dispatch)
    }

    /// - Returns: Whether the user is told. If not, the command can wait.
    private func refuse(_ command: ClientCommand, because reason: String, _ dispatch: DispatchFunction) -> Bool {
        guard let account = current?.id, let refusal = command.refusal(of: account, because: reason) else {
            return false
        }
        // Before anybody is told: then nothing of them is left.
        command.removeFiles()
        dispatch(refusal)
        return true
    }

    private func giveBackEarly(_ state: AppState, _ dispatch: DispatchFunction) {
        guard session == nil, let failure = state.chat.failure else { return }
        let waiting = early
        early = []
        // The newest first: each text is put before the ones that are drafts already.
        for command in waiting.reversed() where command.hasFiles || !refuse(command, because: failure, dispatch) {
            early.insert(command, at: 0)
        }
    }

    /// What was sent as an account whose client was never open is a draft of that account.
    private func giveBackEarly(toFormerAccountIn state: AppState, _ dispatch: DispatchFunction) {
        let (waiting, former) = (early, current?.id)
        early = []
        for command in waiting.reversed() {
            command.removeFiles()
            guard let former, state.accounts.all.contains(where: { $0.id == former }),
                let refusal = command.refusal(of: former, because: WireError.notConnected.text)
            else { continue }
            dispatch(refusal)
        }
    }

    /// The current account's client is open, or closed again.
    private func opened(_ session: ClientSession?) {
        self.session = session
        guard session != nil else { return }
        let waiting = early
        early = []
        for command in waiting { pipe?.yield(command) }
    }

    /// A client that is open keeps its journal locked: the account is erased when it has closed.
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

    /// Empties the current account's outbox and reads its new messages: a run in the background.
    /// Returns when the store has the result too, which announces it.
    public func refresh(_ store: Store<AppState>) async -> OutboxDrain {
        let account = store.state.accounts.currentID
        guard account != nil else { return .done }
        var former: Connection?
        if let session, !store.state.isActive {
            former = store.state.chat.connection
            let drain = await OutboxDrain.run(session)
            if drain != .done { return drain }
        }
        // A client that is still being opened has no connection of before.
        for await state in store.states {
            if state.accounts.currentID != account { return .stuck }
            let drain = OutboxDrain(state.chat)
            if drain != .going, state.chat.connection != former { return drain }
        }
        return .going
    }

    /// The current account's client, while it is open.
    public var client: ChatClient? { session?.client }

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
    private func turn(to state: AppState, _ dispatch: @escaping DispatchFunction) {
        giveBackEarly(toFormerAccountIn: state, dispatch)
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
            RunClient(
                account: account, open: open, commands: commands,
                opened: { [weak self] session in if self?.turns == turn { self?.opened(session) } },
                closed: { [weak self] in self?.eraseLeftovers([account.id], dispatch) }))
    }
}
