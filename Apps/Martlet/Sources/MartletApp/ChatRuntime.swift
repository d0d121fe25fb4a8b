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
        /// `nil` in an app without a backend for push notifications.
        private let remote: RemoteNotifications? = RemoteNotifications()
        private var isLaunched: Bool = false

        var store: Store<AppState> { session.store }

        /// Whether something waits to be sent, or that is not known yet.
        var mayHavePending: Bool { store.state.mayHavePending }

        private init() {
            let notifications: Notifications = self.notifications
            let announcing: Middleware<AppState> = Announcing.middleware { (due: [Announcement]) in
                notifications.show(due)
            }
            let follower: Middleware<AppState> = Announcing.follower { (state: AppState) in
                notifications.follow(state)
            }
            session = ChatSession(
                files: SessionFiles(
                    named: "Martlet", shared: AppGroup.sharing, pushes: ChatRuntime.pushes(for: remote)),
                middleware: [announcing, follower])
            remote?.begin(session)
            let whereabouts: Whereabouts = self.whereabouts
            session.location = {
                (answer: @escaping @MainActor (Result<Location, LocationTrouble>) -> Void) in
                whereabouts.ask(answer)
            }
        }

        /// What the notification service extension reads. Without push notifications it gets
        /// nothing.
        private static func pushes(for remote: RemoteNotifications?) -> PushAccess? {
            guard remote != nil, let folder: URL = AppGroup.pushes, let group: String = AppGroup.identifier else {
                return nil
            }
            return PushAccess(folder: folder, group: group)
        }

        /// Connects, and observes the system. Call once.
        func launch() {
            if isLaunched { return }
            isLaunched = true
            session.start()
            notifications.start(
                state: { [store] in store.state },
                followed: { [session] (notification: DeliveredNotification) in
                    if let place: Announcement.Place = Announcement.Place(notification.id) {
                        session.open(place)
                    } else if let push: PushPayload = notification.push {
                        // Ends when the push's account is known.
                        Task { await session.open(push) }
                    }
                },
                answered: { [remote, store] (permission: NotificationRule.Permission) in
                    store.dispatch(action: NotificationPermissionTold(permission))
                    if permission == .granted { remote?.askForToken() }
                })
        }

        func phaseChanged(to phase: ScenePhase) {
            switch phase {
            case .active: notifications.checkPermission()
            case .background: leave()
            default: break
            }
        }

        /// Schedules work: the system may end the process at any time from now on. The session
        /// saves its state by itself.
        private func leave() {
            #if canImport(UIKit)
                BackgroundWork.schedule(hasPending: mayHavePending)
            #endif
        }

        /// Empties all outboxes and reads new messages. Returns whether nothing is left to do. Ends
        /// early when cancelled.
        func drain() async -> Bool {
            launch()
            return await session.drain()
        }

        /// Reads new messages, because a push says that there are some.
        func refresh() async -> Bool {
            let run: Task<Bool, Never> = Task { await drain() }
            let limit: Task<Void, Never> = Task {
                // A cancelled pause ends nothing.
                guard (try? await Task.sleep(nanoseconds: UInt64(Limits.pushRefresh) * 1_000_000)) != nil else {
                    return
                }
                run.cancel()
            }
            defer { limit.cancel() }
            return await run.value
        }
    }
#endif
