#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Foundation
    import UserNotifications

    /// Notifications of new messages, of the app and pushed, and the number on the app's icon.
    /// ``NotificationRule`` decides; a tap opens the message.
    @MainActor
    final class Notifications {
        private var rule: NotificationRule = NotificationRule()
        private var receiver: NotificationReceiver?
        private var state: (@MainActor @Sendable () -> AppState)?
        private var answered: (@MainActor (NotificationRule.Permission) -> Void)?

        /// `nil` under `swift run`: without a bundle, asking for the center would end the process.
        private var center: UNUserNotificationCenter? {
            Bundle.main.bundleIdentifier == nil ? nil : UNUserNotificationCenter.current()
        }

        /// - Parameters:
        ///   - state: The app's current state.
        ///   - followed: Called when the user taps a notification.
        ///   - answered: Called with what the user allows, each time that it is known.
        func start(
            state: @escaping @MainActor @Sendable () -> AppState,
            followed: @escaping @MainActor @Sendable (DeliveredNotification) -> Void,
            answered: @escaping @MainActor (NotificationRule.Permission) -> Void
        ) {
            let receiver: NotificationReceiver = NotificationReceiver(state: state, followed: followed)
            self.receiver = receiver
            (self.state, self.answered) = (state, answered)
            center?.delegate = receiver
            checkPermission()
        }

        /// Asks the system what the user allows. They can change it while the app is not in front.
        func checkPermission() {
            // The answer comes on any thread.
            center?.getNotificationSettings { @Sendable [weak self] (settings: UNNotificationSettings) in
                let permission: NotificationRule.Permission = Notifications.permission(settings.authorizationStatus)
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.told(permission) } }
            }
        }

        func show(_ announcements: [Announcement]) {
            if !announcements.isEmpty { perform(rule.due(announcements)) }
        }

        func follow(_ state: AppState) { perform(rule.changed(state)) }

        private func told(_ permission: NotificationRule.Permission) {
            perform(rule.told(permission))
            answered?(permission)
        }

        nonisolated private static func permission(_ status: UNAuthorizationStatus) -> NotificationRule.Permission {
            switch status {
            case .notDetermined: return .open
            case .denied: return .refused
            default: return .granted
            }
        }

        private func perform(_ effects: [NotificationRule.Effect]) {
            guard let center else { return }
            for effect: NotificationRule.Effect in effects {
                switch effect {
                case .ask: ask(center)
                case .show(let announcement): show(announcement, center)
                case .badge(let count): center.setBadgeCount(count, withCompletionHandler: nil)
                case .tidy: tidy(center)
                }
            }
        }

        private func ask(_ center: UNUserNotificationCenter) {
            center.requestAuthorization(options: [.alert, .sound, .badge]) {
                @Sendable [weak self] (isGranted: Bool, _: (any Error)?) in
                let permission: NotificationRule.Permission = isGranted ? .granted : .refused
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.told(permission) } }
            }
        }

        /// A push of the same message may be there already.
        private func show(_ announcement: Announcement, _ center: UNUserNotificationCenter) {
            center.getDeliveredNotifications { @Sendable [weak self] (all: [UNNotification]) in
                let all: [DeliveredNotification] = all.map(DeliveredNotification.init)
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated {
                        guard let self, let state: AppState = self.state?() else { return }
                        let delivered: DeliveredAnnouncements = DeliveredAnnouncements(all, state.place(of:))
                        if !delivered.ids(of: announcement.place, but: announcement.id).isEmpty { return }
                        self.center?.add(self.request(announcement), withCompletionHandler: nil)
                    }
                }
            }
        }

        private func tidy(_ center: UNUserNotificationCenter) {
            center.getDeliveredNotifications { @Sendable [weak self] (all: [UNNotification]) in
                let all: [DeliveredNotification] = all.map(DeliveredNotification.init)
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.remove(all) } }
            }
        }

        private func remove(_ all: [DeliveredNotification]) {
            guard let state: AppState = state?() else { return }
            let over: [String] = DeliveredAnnouncements(all, state.place(of:)).over(in: state)
            if !over.isEmpty { center?.removeDeliveredNotifications(withIdentifiers: over) }
        }

        private func request(_ announcement: Announcement) -> UNNotificationRequest {
            let content: UNMutableNotificationContent = UNMutableNotificationContent()
            content.title = announcement.title
            content.subtitle = announcement.author ?? ""
            content.body = MessageSummary.of(announcement.text)
            content.sound = UNNotificationSound.default
            content.threadIdentifier = announcement.place.thread
            return UNNotificationRequest(identifier: announcement.id, content: content, trigger: nil)
        }
    }

    /// Receives taps on notifications, and decides which are shown in the foreground.
    final class NotificationReceiver: NSObject, UNUserNotificationCenterDelegate {
        private let state: @MainActor @Sendable () -> AppState
        private let followed: @MainActor @Sendable (DeliveredNotification) -> Void

        init(
            state: @escaping @MainActor @Sendable () -> AppState,
            followed: @escaping @MainActor @Sendable (DeliveredNotification) -> Void
        ) {
            self.state = state
            self.followed = followed
            super.init()
        }

        nonisolated func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            let one: DeliveredNotification = DeliveredNotification(notification)
            let state: @MainActor @Sendable () -> AppState = self.state
            // The handler may be called from any thread.
            nonisolated(unsafe) let answer: (UNNotificationPresentationOptions) -> Void = completionHandler
            center.getDeliveredNotifications { @Sendable (all: [UNNotification]) in
                let all: [DeliveredNotification] = all.map(DeliveredNotification.init)
                DispatchQueue.main.async {
                    let isShown: Bool = MainActor.assumeIsolated {
                        let now: AppState = state()
                        guard let place: Announcement.Place = one.place(now.place(of:)) else { return false }
                        let delivered: DeliveredAnnouncements = DeliveredAnnouncements(all, now.place(of:))
                        return now.isShown(place) && delivered.ids(of: place, but: one.id).isEmpty
                    }
                    answer(isShown ? [.banner, .list, .sound] : [])
                }
            }
        }

        nonisolated func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            let one: DeliveredNotification = DeliveredNotification(response.notification)
            let followed: @MainActor @Sendable (DeliveredNotification) -> Void = self.followed
            DispatchQueue.main.async { MainActor.assumeIsolated { followed(one) } }
            completionHandler()
        }
    }

    extension DeliveredNotification {
        fileprivate init(_ notification: UNNotification) {
            self.init(id: notification.request.identifier, userInfo: notification.request.content.userInfo)
        }
    }
#endif
