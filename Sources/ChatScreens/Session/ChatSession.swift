import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Flux
import Foundation

#if canImport(Combine)
    import Combine
#endif
#if os(iOS)
    import UIKit
#endif

/// What ``ChatView`` and ``ConversationsView`` show and change: a user's chat, with its connection,
/// its files and the state of its screens.
///
/// Make one and keep it as long as the user is signed in. The views start it. A session has one
/// room open at a time: a second ``ChatView`` that appears takes the place of the first, which
/// shows its room again when it is back.
@MainActor
public final class ChatSession {
    /// Makes the connection to a server.
    public typealias Connecting = @Sendable (ServerAddress) throws -> any Transport
    /// Finds the user's location, and answers once on the main actor.
    public typealias Locating =
        @MainActor (@escaping @MainActor (Result<Location, LocationTrouble>) -> Void) -> Void

    /// The state of the screens and the client. Views and middleware may read it and dispatch
    /// actions of `ChatStore`.
    public let store: Store<AppState>
    /// Sends the user's location from the composer. Without it the composer does not offer that.
    ///
    /// An app that sets it needs `NSLocationWhenInUseUsageDescription` in its Info.plist, and on
    /// macOS `NSLocationUsageDescription`.
    public var location: Locating?
    /// Whether the user adds, changes and removes accounts on the session's screens. If not, the
    /// app has signed in its user.
    public let managesAccounts: Bool
    /// Why there is no chat: a sentence for the user; `nil` if there is one. It may change while
    /// the saved state can't be read: on iOS that is so until the device was unlocked for the first
    /// time since it started.
    public var failure: String? {
        if let mistake { return mistake }
        guard store.state.awaitsStorage else { return nil }
        return localized("What this app has saved can't be read now. Unlock the device, and open the app again.")
    }
    #if canImport(SwiftUI)
        /// Photos for bubbles, from the current account's files.
        public let pictures: PictureStore
        /// Maps of places, for users who have chosen to see them (`AccountAction.mapsChosen`).
        public let mapPictures: MapPictures = MapPictures()
        /// Plays voice messages.
        public let voicePlayback: VoicePlayback
        /// Records voice messages.
        public let voiceRecorder: VoiceRecorder = VoiceRecorder()
    #endif

    let effects: ChatEffects
    let compositions: OpenCompositions
    let linkCards = LinkCards()
    let avatars = Memo<AvatarsSource, [UserID: Attachment]>()
    /// What the user shares from other apps; `nil` without a share extension.
    let shared: SharedMessages?
    let pushes: SessionPushes
    let files: SessionFiles
    let user: SessionUser?
    /// Why there can be no chat, whatever happens.
    private let mistake: String?
    private var isStarted = false
    /// What was wanted before the saved state could be read.
    private var early: [@MainActor () -> Void] = []
    #if canImport(UIKit) || canImport(AppKit)
        private var observer: AppObserver?
    #endif

    /// Creates a session in which the user manages accounts, as in Martlet's app.
    ///
    /// - Parameters:
    ///   - files: Where its files are. No other session may use them at the same time.
    ///   - middleware: Further middleware of the store, such as `Announcing.middleware(show:)`.
    ///   - connect: Makes the connection to a server.
    public convenience init(
        files: SessionFiles, middleware: [Middleware<AppState>] = [],
        connect: @escaping Connecting = ChatSession.urlSession
    ) {
        self.init(
            files: files, user: nil, managesAccounts: true, mistake: nil, middleware: middleware, connect: connect)
    }

    /// Creates the session of one user, whom the app has signed in.
    ///
    /// - Parameters:
    ///   - server: The server's address, as a person writes it: `https://chat.example.org`. If it
    ///     is not an address, the views say so.
    ///   - user: Any text that identifies the user on this device, such as their id in your system.
    ///     Unsent messages and downloads are kept apart for each.
    ///   - name: The name that a guest asks for. A token names its user itself.
    ///   - tokens: Supplies the user's tokens. `FixedToken` supplies one. Without it the user is a
    ///     guest.
    ///   - files: Where the files of all users are. No other session of the same user may use them
    ///     at the same time.
    ///   - middleware: Further middleware of the store, such as `Announcing.middleware(show:)`.
    ///   - connect: Makes the connection to the server.
    public convenience init(
        server: String, user: String, name: String? = nil, tokens: (any TokenProvider)? = nil,
        files: SessionFiles = SessionFiles(), middleware: [Middleware<AppState>] = [],
        connect: @escaping Connecting = ChatSession.urlSession
    ) {
        let known = ServerAddress(server).map { SessionUser(user, on: $0, name: name, tokens: tokens) }
        self.init(
            files: known.map { files.files(of: user, on: $0.account.server) } ?? files, user: known,
            managesAccounts: false,
            mistake: known == nil ? localized("“\(server)” is not the address of a server.") : nil,
            middleware: middleware, connect: connect)
    }

    private init(
        files: SessionFiles, user: SessionUser?, managesAccounts: Bool, mistake: String?,
        middleware: [Middleware<AppState>], connect: @escaping Connecting
    ) {
        (self.files, self.user, self.managesAccounts, self.mistake) = (files, user, managesAccounts, mistake)
        let opening = ChatSession.opening(files, user, connect)
        let effects = ChatEffects(open: opening, erase: files.erasing)
        let compositions = OpenCompositions(in: OutgoingFolder.of(files))
        (self.effects, self.compositions) = (effects, compositions)
        let shared = files.shared.map { folder in
            SharedMessages(ShareFolder(folder), effects: effects, outgoing: compositions.folder)
        }
        self.shared = shared
        let pushes = SessionPushes(files.pushes)
        self.pushes = pushes
        #if canImport(SwiftUI)
            let access: FileAccess = FileAccess { @Sendable (file: Row.File) async throws -> URL in
                try await effects.url(of: file)
            }
            pictures = PictureStore(files: access)
            let playback: VoicePlayback = VoicePlayback(files: access)
            voicePlayback = playback
        #endif
        let follower = Announcing.follower { state in
            if state.awaitsStorage { return }
            compositions.keep(accounts: state.accounts)
            shared?.follow(state)
            pushes.follow(state)
        }
        let turns = Announcing.turns {
            #if canImport(SwiftUI)
                playback.stop()
            #endif
        }
        store = ChatSession.store(
            mistake == nil ? files.state : nil, middleware: [effects.middleware, follower, turns] + middleware)
        #if canImport(SwiftUI)
            voiceRecorder.begins = { playback.stop(givesBack: false) }
            #if os(iOS)
                voiceRecorder.listens = { (isListening: Bool) in
                    UIApplication.shared.isIdleTimerDisabled = isListening
                }
            #endif
            playback.mayBegin = { [weak voiceRecorder] in voiceRecorder?.isListening != true }
        #endif
    }

    private static func store(
        _ file: StateFile<AppState>?, middleware: [Middleware<AppState>]
    ) -> Store<AppState> {
        guard let file else {
            return Store<AppState>(reducer: AppState.reducer, middleware: middleware, state: AppState())
        }
        do {
            return try Store<AppState>.restored(
                from: file, reducer: AppState.reducer, middleware: middleware, state: AppState()
            ).store
        } catch {
            // The file may be intact. `restore()` reads it later; until then nothing is saved over
            // it, and nobody takes this state for that of an app without accounts.
            return Store<AppState>(
                reducer: AppState.reducer, middleware: middleware, state: AppState.awaitingStorage)
        }
    }

    /// Reads the saved state if that was not possible before. Returns whether it is read.
    @discardableResult
    func restore() -> Bool {
        if !store.state.awaitsStorage { return true }
        let found = try? store.restore(from: files.state) { saved, current in
            (saved ?? AppState()).restored(over: current)
        }
        if found == nil { return false }
        if isStarted { launch() }
        return true
    }

    /// Does something when the saved state is read: now, or later.
    func whenRestored(_ act: @escaping @MainActor () -> Void) {
        if restore() { act() } else { early.append(act) }
    }

    /// Each account has a journal of its own.
    private static func opening(
        _ files: SessionFiles, _ user: SessionUser?, _ connect: @escaping Connecting
    ) -> ClientSession.Opening {
        { account in
            let background: any BackgroundExecution
            #if os(iOS)
                background = ApplicationBackground()
            #else
                background = NoBackgroundTask()
            #endif
            return try await ClientSession(
                ChatClient(
                    transport: try connect(account.server), storage: files.storage(of: account.id),
                    name: user == nil ? account.name : user?.name, tokens: user?.tokens,
                    configuration: Chat.Configuration(authenticates: account.isRegistered),
                    background: background),
                shelf: files.shelf(of: account.id))
        }
    }

    /// Connects, and observes whether the app is in the foreground. The views call it, and so do
    /// ``open(_:)`` and ``send(_:payload:to:)``; later calls do nothing.
    ///
    /// - Parameter isActive: Whether the app is in the foreground now. If that is not known, the
    ///   views and the system tell it later.
    public func start(isActive: Bool = false) {
        if isStarted || mistake != nil { return }
        isStarted = true
        #if canImport(UIKit) || canImport(AppKit)
            observer = AppObserver { [weak self] (event: AppEvent) in self?.heard(event) }
        #endif
        // Deletes files that were chosen in an earlier process and not sent.
        compositions.folder.removeAll()
        if !store.state.awaitsStorage { return launch(isActive: isActive) }
        // `restore()` launches.
        if isActive { store.dispatch(action: ActivityChanged(isActive: true)) }
        restore()
    }

    /// Begins with the saved accounts.
    private func launch(isActive: Bool = false) {
        if let user { add(user) }
        store.dispatch(
            action: Launched(
                utcOffsets: UTCOffsets(of: .current), isActive: isActive, reportsScreens: true))
        let early = self.early
        self.early = []
        for act in early { act() }
        sendShared()
    }

    /// Sends what the user has shared from other apps.
    private func sendShared() {
        guard let shared, !store.state.awaitsStorage else { return }
        // Ends when the clients have what waits.
        Task { await shared.send(in: store) }
    }

    /// Adds the app's user, if the saved state does not have them.
    private func add(_ user: SessionUser) {
        if store.state.accounts.all.contains(where: { $0.id == user.account.id }) { return }
        store.dispatch(action: AccountAction.added(user.account, room: nil))
    }

    /// Tells the session whether the app is in the foreground: what nobody sees is not read. On
    /// Apple's systems, a session that was started finds it out by itself.
    public func activityChanged(isActive: Bool) {
        if store.state.isActive == isActive { return }
        store.dispatch(action: ActivityChanged(isActive: isActive))
        if !restore() { return }
        if isActive {
            sendShared()
            pushes.registrar?.resume()
        } else {
            shared?.note(store.state)
            pushes.sharing?.note(store.state)
        }
    }

    /// Opens a room, and joins it if the user is not in it. The ``ChatView`` or
    /// ``ConversationsView`` in front shows it.
    ///
    /// A view of your own that shows the open room reports with `ScreenAction` when it is on the
    /// screen. Without that, the room's messages are announced, and are not marked as read.
    public func open(_ room: RoomName) {
        start()
        whenRestored { self.openNow(room) }
    }

    private func openNow(_ room: RoomName) {
        if store.state.navigation.room == room { return }
        let isKnown = store.state.accounts.currentID.map { store.state.knownRooms[$0]?.contains(room) } == true
        store.dispatch(action: isKnown ? NavigationAction.roomOpened(room) : RoomAction.joined(room) as any Action)
    }

    /// Sends a message to a room. It is kept and sent like what the user writes.
    ///
    /// - Parameter payload: An app's own content; then `text` is for clients that do not know it.
    public func send(_ text: String, payload: Payload? = nil, to room: RoomName) {
        start()
        whenRestored { self.perform(.message(text: text, reply: nil, payload: payload), in: room) }
    }

    /// The client of the current user, for what the screens do not do: search, bots, notices of the
    /// connection, an interface of your own. It is the one that the screens use: do not stop it or
    /// shut it down. Starts the session, and waits until the client's storage is open.
    ///
    /// - Throws: A ``ChatCore/StorageError`` with the sentence if the storage can't be opened, and
    ///   `CancellationError` if there is no current user, or the waiting task is cancelled.
    public func client() async throws -> ChatClient {
        start()
        for await state in store.states {
            if let client = effects.client { return client }
            if let failure = failure ?? state.chat.failure { throw StorageError.unusable(failure) }
            if state.accounts.currentID == nil { break }
        }
        throw CancellationError()
    }

    /// Saves the state now. It is saved after each change anyway, a moment later.
    ///
    /// - Throws: An error of the file system.
    public func save() async throws { try await store.save() }

    /// Disconnects the user of ``init(server:user:name:tokens:files:middleware:connect:)``, and
    /// deletes everything that they have on this device, unsent messages included. When it returns,
    /// another session can sign the user in again. It does not end the session of a token: your
    /// backend does.
    ///
    /// - Returns: Whether everything is deleted. If the disk refuses to delete something, that is
    ///   done at the next start. If the saved state can't be read, as before the device was
    ///   unlocked for the first time, nothing is deleted yet: this session signs the user out when
    ///   the state can be read. Should the app be ended before, call this again.
    @discardableResult
    public func signOut() async -> Bool {
        guard let user else { return !managesAccounts }
        start()
        whenRestored { self.store.dispatch(action: AccountAction.removed(user.account.id)) }
        // The client's files are deleted when it has closed.
        await store.finish()
        try? await store.save()
        await pushes.finish()
        return !store.state.awaitsStorage && store.state.leftovers.isEmpty
    }

    /// Empties all outboxes and reads new messages, for a run in the background. Returns whether
    /// nothing is left to do. Ends early when cancelled, and when the saved state can't be read.
    public func drain() async -> Bool {
        start()
        if !restore() { return false }
        pushes.registrar?.resume()
        let isHandedOver = await shared?.send(in: store) ?? true
        let isDrained = await effects.refresh(store) == .done
        try? await store.save()
        return isHandedOver && isDrained && !Task.isCancelled
    }
}

#if canImport(Combine)
    extension ChatSession: ObservableObject {}
#endif

extension OutgoingFolder {
    /// The folder of a session's chosen files.
    fileprivate static func of(_ files: SessionFiles) -> OutgoingFolder {
        OutgoingFolder(
            OutgoingFolder.temporary.folder.appendingPathComponent(files.folder.lastPathComponent, isDirectory: true))
    }
}
