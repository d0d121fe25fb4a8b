#if canImport(SwiftUI)
    import ChatModel
    import ChatScreens
    import ChatStore
    import ChatWire
    import Flux
    import Foundation
    import MartletGroup
    import SwiftUI

    /// The objects that live as long as the process: the session, and observers of the system.
    @MainActor
    final class ChatRuntime {
        static let shared: ChatRuntime = ChatRuntime()

        let session: ChatSession
        private let whereabouts: Whereabouts = Whereabouts()
        private let notifications: Notifications = Notifications()
        private var isLaunched: Bool = false

        var store: Store<AppState> { session.store }

        private init() {
            let notifications: Notifications = self.notifications
            let announcing: Middleware<AppState> = Announcing.middleware { (due: [Announcement]) in
                notifications.show(due)
            }
            let follower: Middleware<AppState> = Announcing.follower { (state: AppState) in
                notifications.follow(state)
            }
            session = ChatSession(
                files: SessionFiles(named: "Martlet", shared: AppGroup.sharing), middleware: [announcing, follower])
            let whereabouts: Whereabouts = self.whereabouts
            session.location = {
                (answer: @escaping @MainActor (Result<Location, LocationTrouble>) -> Void) in
                whereabouts.ask(answer)
            }
        }

        /// Connects, and observes the system. Call once.
        func launch() {
            if isLaunched { return }
            isLaunched = true
            session.start()
            notifications.start(
                state: { [store] in store.state },
                followed: { [weak self] (place: Announcement.Place) in self?.follow(place) })
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

        func phaseChanged(to phase: ScenePhase) {
            switch phase {
            case .active: notifications.checkPermission()
            case .background: leave()
            default: break
            }
        }

        /// Schedules work: the system may end the process at any time from now on. The session saves its
        /// state by itself.
        private func leave() {
            #if canImport(UIKit)
                BackgroundWork.schedule(hasPending: store.state.chat.waiting > 0)
            #endif
        }

        /// Empties all outboxes and reads new messages. Returns whether nothing is left to do. Ends
        /// early when cancelled.
        func drain() async -> Bool {
            launch()
            return await session.drain()
        }
    }
#endif
