#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import Foundation
    import Network
    import SwiftUI

    /// The objects that live as long as the process: the store, its effects, and observers of the
    /// system.
    @MainActor
    final class ChatRuntime {
        static let shared: ChatRuntime = ChatRuntime()

        let store: Store<AppState>
        let open: ClientSession.Opening
        let effects: ChatEffects
        /// Photos for bubbles, from the current account's files.
        let pictures: PictureStore
        /// Copies of chosen files that are not sent yet.
        let outgoing: OutgoingFolder = OutgoingFolder.temporary
        /// Chosen files and replies of the rooms that are not on the screen.
        private(set) var compositions: Compositions = Compositions()
        let whereabouts: Whereabouts = Whereabouts()
        private let network: NWPathMonitor = NWPathMonitor()
        private let notifications: Notifications = Notifications()
        private var isLaunched: Bool = false

        private init() {
            let files: AppFiles = AppFiles()
            let open: ClientSession.Opening = files.opening
            self.open = open
            let notifications: Notifications = self.notifications
            let announcing: Middleware<AppState> = Announcing.middleware { (due: [Announcement]) in
                notifications.show(due)
            }
            let effects: ChatEffects = ChatEffects(open: open, erase: files.erasing)
            self.effects = effects
            pictures = PictureStore(
                files: FileAccess { @Sendable (file: Row.File) async throws -> URL in
                    try await effects.url(of: file)
                })
            let follower: Middleware<AppState> = Announcing.follower { (state: AppState) in
                notifications.follow(state)
                ChatRuntime.shared.keepCompositions(of: state.accounts)
            }
            let middleware: [Middleware<AppState>] = [effects.middleware, announcing, follower]
            do {
                store = try Store<AppState>.restored(
                    from: files.state, reducer: AppState.reducer, middleware: middleware, state: AppState()
                ).store
            } catch {
                // The saved state can neither be read nor renamed: nothing is saved over it.
                store = Store<AppState>(reducer: AppState.reducer, middleware: middleware, state: AppState())
            }
        }

        /// Connects, and observes the system. Call once.
        func launch() {
            if isLaunched { return }
            isLaunched = true
            // Deletes files that were chosen in an earlier process and not sent.
            outgoing.removeAll()
            let utcOffset: Int = TimeZone.current.secondsFromGMT() / 60
            store.dispatch(action: Launched(utcOffset: utcOffset, isActive: ChatRuntime.isLaunchedActive))
            notifications.start(
                state: { [store] in store.state },
                followed: { [weak self] (place: Announcement.Place) in self?.follow(place) })
            network.pathUpdateHandler = { @Sendable (path: NWPath) in
                let isOnline: Bool = path.status == NWPath.Status.satisfied
                // The monitor calls on the main queue, as it was started there.
                MainActor.assumeIsolated {
                    ChatRuntime.shared.store.dispatch(action: ReachabilityChanged(isOnline: isOnline))
                }
            }
            network.start(queue: DispatchQueue.main)
        }

        /// Whether a launch is one by the user. iOS launches the app in the background, too, and
        /// tells of the foreground by a change of the phase. A Mac does neither.
        private static var isLaunchedActive: Bool {
            #if os(macOS)
                return true
            #else
                return false
            #endif
        }

        /// Opens the message of an announcement, in its account.
        private func follow(_ place: Announcement.Place) {
            let accounts: Accounts = store.state.accounts
            guard let account: Account = accounts.all.first(where: { (one: Account) in one.id == place.account })
            else { return }
            // The text of a link has no path of the server.
            var link: ChatLink = place.link
            link.server = account.server
            if account.id != accounts.currentID { store.dispatch(action: AccountAction.chosen(account.id)) }
            store.dispatch(action: NavigationAction.linkFollowed(link))
        }

        /// Notes what is being composed in a room.
        func note(_ composition: Composition, in place: Compositions.Place) {
            remove(compositions.note(composition, in: place))
        }

        private func keepCompositions(of accounts: Accounts) {
            remove(compositions.keep(accounts: Set(accounts.all.map(\.id.text))))
        }

        private func remove(_ files: [FileID]) {
            for file: FileID in files { outgoing.remove(file) }
        }

        func phaseChanged(to phase: ScenePhase) {
            switch phase {
            case .active:
                store.dispatch(action: ActivityChanged(isActive: true))
                notifications.checkPermission()
            case .background:
                store.dispatch(action: ActivityChanged(isActive: false))
                leave()
            default:
                break
            }
        }

        /// Saves and schedules work: the system may end the process at any time from now on.
        private func leave() {
            #if canImport(UIKit)
                BackgroundWork.schedule(hasPending: store.state.chat.waiting > 0)
            #endif
            let store: Store<AppState> = self.store
            saving?.cancel()
            // Ends by itself after writing one small file.
            saving = Task { @MainActor in try? await store.save() }
        }

        private var saving: Task<Void, Never>?

        /// Empties all outboxes and reads new messages. Returns whether nothing is left to do. Ends
        /// early when cancelled.
        func drain() async -> Bool {
            launch()
            var drained: Bool = await effects.refresh(store) == OutboxDrain.done
            for account: Account in store.state.accounts.all where account.id != store.state.accounts.currentID {
                if Task.isCancelled { return false }
                let drain: OutboxDrain? = try? await OutboxDrain.run(account, open: open)
                drained = drained && drain == OutboxDrain.done
            }
            try? await store.save()
            return drained && !Task.isCancelled
        }
    }
#endif
