#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Foundation
    import UserNotifications

    /// Local notifications of new messages, and the number on the app's icon. ``NotificationRule``
    /// decides; a tap opens the message.
    @MainActor
    final class Notifications {
        private var rule: NotificationRule = NotificationRule()
        private var receiver: NotificationReceiver?
        private var state: (@MainActor @Sendable () -> AppState)?

        /// `nil` under `swift run`: without a bundle, asking for the center would end the process.
        private var center: UNUserNotificationCenter? {
            Bundle.main.bundleIdentifier == nil ? nil : UNUserNotificationCenter.current()
        }

        /// - Parameters:
        ///   - state: The app's current state.
        ///   - followed: Called when the user taps a notification.
        func start(
            state: @escaping @MainActor @Sendable () -> AppState,
            followed: @escaping @MainActor @Sendable (Announcement.Place) -> Void
        ) {
            let receiver: NotificationReceiver = NotificationReceiver(state: state, followed: followed)
            self.receiver = receiver
            self.state = state
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

        private func told(_ permission: NotificationRule.Permission) { perform(rule.told(permission)) }

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
                case .show(let announcement): center.add(request(announcement), withCompletionHandler: nil)
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

        private func tidy(_ center: UNUserNotificationCenter) {
            center.getDeliveredNotifications { @Sendable [weak self] (delivered: [UNNotification]) in
                let ids: [String] = delivered.map { (one: UNNotification) -> String in one.request.identifier }
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.remove(ids) } }
            }
        }

        private func remove(_ ids: [String]) {
            guard let state: AppState = state?() else { return }
            let over: [String] = ids.filter { (id: String) -> Bool in
                Announcement.Place(id).map { (place: Announcement.Place) in state.isOver(place) } ?? false
            }
            if !over.isEmpty { center?.removeDeliveredNotifications(withIdentifiers: over) }
        }

        private func request(_ announcement: Announcement) -> UNNotificationRequest {
            let content: UNMutableNotificationContent = UNMutableNotificationContent()
            content.title = announcement.title
            content.subtitle = announcement.author ?? ""
            content.body = MessageSummary.of(announcement.text)
            content.sound = UNNotificationSound.default
            content.threadIdentifier = "\(announcement.account.text) \(announcement.room.text)"
            return UNNotificationRequest(identifier: announcement.id, content: content, trigger: nil)
        }
    }

    /// Receives taps on notifications, and decides which are shown in the foreground.
    final class NotificationReceiver: NSObject, UNUserNotificationCenterDelegate {
        private let state: @MainActor @Sendable () -> AppState
        private let followed: @MainActor @Sendable (Announcement.Place) -> Void

        init(
            state: @escaping @MainActor @Sendable () -> AppState,
            followed: @escaping @MainActor @Sendable (Announcement.Place) -> Void
        ) {
            self.state = state
            self.followed = followed
            super.init()
        }

        nonisolated func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            let place: Announcement.Place? = Announcement.Place(notification.request.identifier)
            let state: @MainActor @Sendable () -> AppState = self.state
            // The handler may be called from any thread.
            nonisolated(unsafe) let answer: (UNNotificationPresentationOptions) -> Void = completionHandler
            DispatchQueue.main.async {
                let isShown: Bool = MainActor.assumeIsolated {
                    place.map { (place: Announcement.Place) in state().isShown(place) } ?? false
                }
                answer(isShown ? [.banner, .list, .sound] : [])
            }
        }

        nonisolated func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            if let place = Announcement.Place(response.notification.request.identifier) {
                let followed: @MainActor @Sendable (Announcement.Place) -> Void = self.followed
                DispatchQueue.main.async { MainActor.assumeIsolated { followed(place) } }
            }
            completionHandler()
        }
    }
#endif
