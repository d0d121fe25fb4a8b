import ChatCore
import ChatTesting
import Flux
import Foundation
import Testing

@testable import ChatStore

/// An account on a server in process, with a journal on disk that outlives the stores that are made
/// of it.
struct World: Sendable {
    let server: LoopbackServer
    let folder: URL
    let account: Account

    init(server: LoopbackServer = LoopbackServer()) throws {
        self.server = server
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("chatstore-\(AccountID.random().text)")
        let address = try #require(ServerAddress("chat.example.org"))
        account = Account(id: AccountID(high: 1, low: 1), server: address, name: "ann")
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    var opening: ClientSession.Opening {
        { [server, folder] account in
            let path = folder.appendingPathComponent("\(account.id.text).journal").path
            return try await ClientSession(
                ChatClient(transport: server.transport, storage: FileStorage(path: path), name: account.name),
                shelf: FileShelf(folder.appendingPathComponent("files", isDirectory: true)))
        }
    }

    /// So long that a store saves only when it is told to: one that has quit stays in memory until
    /// its test ends, and would save its state over that of the next one.
    static let savingDelay = Duration.seconds(3600)

    var file: StateFile<AppState> { StateFile(folder.appendingPathComponent("state")) }

    /// A store as the app makes it, with a log of all its actions.
    @MainActor
    func store(
        _ clock: any Clock<Duration> = ContinuousClock(),
        announced: @escaping @MainActor @Sendable ([Announcement]) -> Void = { _ in }
    ) throws -> Store<AppState> {
        try Store<AppState>.restored(
            from: file, reducer: AppState.reducer,
            middleware: [ChatEffects(open: opening).middleware, Announcing.middleware(show: announced)],
            state: AppState(), logging: 100_000, delay: Self.savingDelay,
            dependencies: Dependencies { $0.clock = clock }
        ).store
    }

    /// A store whose account is in the lobby and has read it.
    @MainActor
    func storeInLobby(_ clock: any Clock<Duration> = ContinuousClock()) async throws -> Store<AppState> {
        let store = try store(clock)
        store.dispatch(action: Launched(utcOffsets: 0))
        store.dispatch(action: AccountAction.added(account, room: .lobby))
        await store.until { $0.chat.conversations[.lobby]?.timeline.isLoaded == true }
        return store
    }
}

extension Store where State == AppState {
    /// Waits for a state; a test that waits in vain is ended by its time limit.
    func until(_ isReached: (AppState) -> Bool) async {
        for await state in states where isReached(state) { return }
    }

    /// Ends the clients, as the end of the process would; what is on disk is all that stays.
    func quit() async throws {
        try await save()
        await endClients()
    }

    func endClients() async {
        for account in state.accounts.all { dispatch(action: Cancel(id: RunClient.Run(account: account.id))) }
        await finish()
    }
}

extension AppState {
    /// What is said in the room on the screen.
    var texts: [String] {
        (shown?.rows ?? []).compactMap {
            if case .message(let bubble) = $0.content, case .text(let text, _) = bubble.body { text } else { nil }
        }
    }

    var states: [Row.State] {
        (shown?.rows ?? []).compactMap { if case .message(let bubble) = $0.content { bubble.state } else { nil } }
    }
}
